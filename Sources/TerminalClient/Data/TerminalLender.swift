internal import Posix
internal import Systemd

/// Lends the terminal to one command at a time, and takes it back when that ends, whatever it did to the modes.
final class TerminalLender {
    /// The terminal; nil where there is none (`--print`).
    weak var terminal: (any TerminalLending)?
    /// Told when the screens have the terminal again.
    var returned: () -> Void = {}
    private let loop: EventLoop
    private var run: TerminalRun?

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// Whether a command has the terminal now.
    var isLent: Bool { run != nil }

    /// Runs a command on the terminal. `ended` is called once, from the loop or at once.
    func run(_ plan: CommandPlan, ended: @escaping (CommandRun.End) -> Void) {
        guard let terminal else { return ended(.failed("this screen needs a terminal")) }
        guard run == nil else { return ended(.failed("another command has the terminal")) }
        terminal.lend()
        do {
            run = try TerminalRun(plan, loop: loop, terminal: terminal) { [unowned self] end in
                take(back: end, ended)
            }
        } catch {
            terminal.reclaim()
            ended(.failed(CommandRun.reason(error, of: plan)))
        }
    }

    /// The screen that wanted it has gone, or the program ends: the command ends too.
    func end() {
        guard run != nil else { return }
        run = nil
        terminal?.reclaim()
    }

    private func take(back end: CommandRun.End, _ ended: (CommandRun.End) -> Void) {
        run = nil
        terminal?.reclaim()
        ended(end)
        returned()
    }
}

/// One command that has the terminal: the foreground group of it, until it ends.
final class TerminalRun {
    private let child: ChildProcess
    private let ended: (CommandRun.End) -> Void
    private weak var terminal: (any TerminalLending)?
    private var exit: EventSource?
    private var stops: EventSource?

    init(
        _ plan: CommandPlan, loop: EventLoop, terminal: any TerminalLending, ended: @escaping (CommandRun.End) -> Void
    ) throws {
        self.ended = ended
        self.terminal = terminal
        var command = plan.command
        command.takesTerminal = true
        child = try ChildProcess.spawn(command)
        exit = try loop.watch(child.pidfd, for: .readable) { [unowned self] _ in try reap() }
        stops = try loop.onSignal(Signals.childChanged) { [unowned self] in try noteStop() }
    }

    deinit {
        exit = nil
        stops = nil
        if child.status == nil {
            // Cleanup: it may have ended by itself.
            try? child.kill(Signals.kill, group: true)
            _ = try? child.wait()
        }
    }

    private func noteStop() throws {
        if try child.takeStop() { terminal?.suspend(with: child.pid) }
    }

    private func reap() throws {
        // What it left running would read the terminal's keys; its group is still its own before it is reaped.
        try? child.kill(Signals.kill, group: true)
        guard let status = try child.reap() else { return }
        exit = nil
        stops = nil
        ended(CommandRun.End(status))
    }
}
