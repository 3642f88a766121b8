internal import Posix
internal import Routing
internal import Systemd

/// A command screen's only I/O: it runs the command, and counts the seconds while somebody waits for it.
final class CommandInteractor {
    private let commands: TableCommands
    private let lender: TerminalLender
    private let editor: Editor
    private let tab: String
    private let path: ScreenPath
    private let loop: EventLoop
    private var run: CommandRun?
    private var hasTerminal = false
    private var ticks: EventSource?
    private var later: EventSource?
    /// Where answers go: the view model's input.
    var send: (CommandViewModel.Input) -> Void = { _ in }

    init(
        commands: TableCommands, lender: TerminalLender, editor: Editor, tab: String, path: ScreenPath, loop: EventLoop
    ) {
        self.commands = commands
        self.lender = lender
        self.editor = editor
        self.tab = tab
        self.path = path
        self.loop = loop
    }

    deinit {
        if hasTerminal { lender.end() }
    }

    /// Whether the table says to follow this screen's output.
    var follows: Bool {
        if case .command(let plan) = commands.command(tab: tab, path: path) { plan.follows } else { false }
    }

    /// Runs it, with the time that it has; nil: as long as it likes.
    func start(limit: Duration?) {
        later = nil
        switch commands.command(tab: tab, path: path) {
        case .none(let reason): send(.none(reason))
        case .command(let plan) where plan.usesTerminal: runOnTerminal(plan)
        case .command(let plan): run(plan, limit)
        }
    }

    private func run(_ plan: CommandPlan, _ limit: Duration?) {
        do {
            run = try CommandRun(
                plan, loop: loop, limit: limit, printed: { [unowned self] in send(.printed($0)) },
                ended: { [unowned self] in finish($0) })
            ticks = try loop.timer(after: .seconds(1), accuracy: .milliseconds(100)) { [unowned self] in
                ticks?.rearm(after: .seconds(1))
                send(.tick)
            }
        } catch {
            run = nil
            finish(.failed(CommandRun.reason(error, of: plan)))
        }
    }

    private func runOnTerminal(_ plan: CommandPlan) {
        hasTerminal = true
        lender.run(plan) { [weak self] end in
            self?.hasTerminal = false
            self?.send(.ended(end, hadTerminal: true))
        }
    }

    /// The time that a running command has changes.
    func setLimit(_ limit: Duration?) {
        do {
            try run?.setLimit(limit)
        } catch {
            // Without a timer it runs until it is interrupted or its screen goes.
            send(.tick)
        }
    }

    func interrupt() {
        run?.interrupt()
    }

    /// A text in the user's editor.
    func edit(_ text: String) {
        editor.show(text) { [weak self] in self?.send(.notice($0)) }
    }

    /// Runs again later, if the table says so.
    func repeatLater() {
        guard case .command(let plan) = commands.command(tab: tab, path: path), let seconds = plan.refreshSeconds else {
            return
        }
        do {
            later = try loop.timer(after: .seconds(seconds), accuracy: .milliseconds(250)) { [unowned self] in
                send(.due)
            }
        } catch {
            // Without a timer the screen refreshes by its key only.
            later = nil
        }
    }

    private func finish(_ end: CommandRun.End) {
        ticks = nil
        send(.ended(end))
    }
}
