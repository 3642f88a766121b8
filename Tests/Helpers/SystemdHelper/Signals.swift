import Glibc
import Systemd

/// Two signals are sent before the loop looks; both are handled at a safe point, and the second ends the loop.
func signal() throws {
    let loop = try EventLoop()
    let hangup = try loop.onSignal(SIGHUP) { print("hangup") }
    let terminate = try loop.onSignal(SIGTERM, priority: .normal) {
        print("terminate")
        loop.exit(code: 7)
    }
    kill(getpid(), SIGTERM)
    kill(getpid(), SIGHUP)
    print("both pending")
    print("code \(try loop.run()), enabled \(hangup.isEnabled) \(terminate.isEnabled)")
}
