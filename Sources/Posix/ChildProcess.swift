// A child that this program started. Its number stays its own until `reap` has taken its status, and signals go through a pidfd,
// so that no other process is ever signalled in its place. Dropping the object neither ends nor waits for the child.
import CPosix
import Glibc

/// A running or ended child process.
@safe
public final class ChildProcess {
    /// Its number; used again by the system after `reap`.
    public let pid: Int32
    /// It leads a process group of its own.
    public let hasOwnGroup: Bool
    /// How it ended, once reaped.
    public private(set) var status: ExitStatus?
    private let descriptor: FileDescriptor

    init(pid: Int32, hasOwnGroup: Bool) throws(SystemError) {
        self.pid = pid
        self.hasOwnGroup = hasOwnGroup
        descriptor = FileDescriptor(owning: try systemCall("pidfd_open") { deeplink_pidfd_open(pid) })
    }

    /// A descriptor that is readable when the child has ended; lent to an event loop.
    public var pidfd: Int32 { descriptor.raw }

    /// How it ended, or nil while it runs. Never waits.
    public func reap() throws(SystemError) -> ExitStatus? {
        try collect(WNOHANG)
    }

    /// Whether it was stopped since it was last asked, as Ctrl-Z does. Never waits.
    public func takeStop() throws(SystemError) -> Bool {
        if status != nil { return false }
        var raw: Int32 = 0
        let pid = pid
        let found = try systemCall("waitpid") { unsafe waitpid(pid, &raw, WNOHANG | WUNTRACED) }
        guard found == pid else { return false }
        if deeplink_did_stop(raw) { return true }
        keep(raw)
        return false
    }

    /// Waits for its end.
    public func wait() throws(SystemError) -> ExitStatus {
        guard let status = try collect(0) else { preconditionFailure("waiting ends with a status") }
        return status
    }

    private func collect(_ flags: Int32) throws(SystemError) -> ExitStatus? {
        if let status { return status }
        var raw: Int32 = 0
        let pid = pid
        let found = try systemCall("waitpid") { unsafe waitpid(pid, &raw, flags) }
        guard found == pid else { return nil }
        keep(raw)
        return status
    }

    private func keep(_ raw: Int32) {
        status = deeplink_did_exit(raw) ? .exited(deeplink_exit_code(raw)) : .signalled(deeplink_ending_signal(raw))
    }

    /// Sends a signal to the child, or to its whole group (it must have its own). After `reap` it is `isNoSuchProcess`, also for a
    /// group in which others still live: a number that is free again is never signalled.
    public func kill(_ signal: Int32, group: Bool = false) throws(SystemError) {
        precondition(!group || hasOwnGroup, "the child shares our group")
        if status != nil { throw SystemError(call: "kill", subject: "\(pid)", code: ESRCH) }
        let (pid, pidfd) = (pid, pidfd)
        _ = try systemCall("kill", "\(pid)") {
            group ? Glibc.kill(-pid, signal) : deeplink_pidfd_send_signal(pidfd, signal)
        }
    }
}
