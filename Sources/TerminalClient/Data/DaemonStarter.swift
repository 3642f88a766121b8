internal import Posix
internal import Systemd

/// Starts a daemon for a user who has none: the user's socket unit, else a daemon of its own that outlives this client.
final class DaemonStarter {
    /// How to start them.
    struct Commands {
        /// Empty: there is no unit for these sockets.
        var unit: [String]
        var standalone: [String]
    }

    private let commands: Commands
    private let loop: EventLoop
    private var child: ChildProcess?
    private var exit: EventSource?

    init(commands: Commands, loop: EventLoop) {
        self.commands = commands
        self.loop = loop
    }

    /// Starts one; `say` is told what is done, and what failed. While a start is on its way, nothing more happens.
    func start(_ say: @escaping (String) -> Void) {
        guard child == nil else { return }
        if commands.unit.isEmpty {
            runStandalone(say)
        } else {
            run(commands.unit, say) { [unowned self] in runStandalone(say) }
        }
    }

    private func runStandalone(_ say: @escaping (String) -> Void) {
        run(commands.standalone, say) { say("deeplinkd could not be started: run it by hand to see why") }
    }

    private func run(_ arguments: [String], _ say: @escaping (String) -> Void, otherwise: @escaping () -> Void) {
        say(arguments.joined(separator: " "))
        do {
            let null = try FileDescriptor.null()
            var command = ChildProcess.Command(arguments)
            (command.standardInput, command.standardOutput, command.standardError) = (null.raw, null.raw, null.raw)
            command.ownGroup = true
            let child = try ChildProcess.spawn(command)
            self.child = child
            exit = try loop.watch(child.pidfd, for: .readable) { [unowned self] _ in
                guard let status = try child.reap() else { return }
                self.child = nil
                exit = nil
                if !status.isSuccess { otherwise() }
            }
        } catch {
            child = nil
            otherwise()
        }
    }
}
