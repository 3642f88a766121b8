internal import Posix
internal import Routing
internal import Systemd

/// A command screen's only I/O: it runs the command, and counts the seconds while somebody waits for it.
final class CommandInteractor {
    private let commands: TableCommands
    private let tab: String
    private let path: ScreenPath
    private let loop: EventLoop
    private var run: CommandRun?
    private var ticks: EventSource?
    private var later: EventSource?
    /// Where answers go: the view model's input.
    var send: (CommandViewModel.Input) -> Void = { _ in }

    init(commands: TableCommands, tab: String, path: ScreenPath, loop: EventLoop) {
        self.commands = commands
        self.tab = tab
        self.path = path
        self.loop = loop
    }

    func start() {
        later = nil
        guard case .command(let arguments, _) = commands.command(tab: tab, path: path) else {
            if case .none(let reason) = commands.command(tab: tab, path: path) { send(.none(reason)) }
            return
        }
        do {
            run = try CommandRun(
                arguments, loop: loop, printed: { [unowned self] in send(.printed($0)) },
                ended: { [unowned self] in finish($0) })
            ticks = try loop.timer(after: .seconds(1), accuracy: .milliseconds(100)) { [unowned self] in
                ticks?.rearm(after: .seconds(1))
                send(.tick)
            }
        } catch let error as SystemError where error.call == "spawn" {
            finish(.failed("\(arguments[0]): \(error.isNotFound ? "command not found" : error.reason)"))
        } catch {
            finish(.failed("\(error)"))
        }
    }

    func interrupt() {
        run?.interrupt()
    }

    /// Runs again later, if the table says so.
    func repeatLater() {
        guard case .command(_, let seconds?) = commands.command(tab: tab, path: path) else { return }
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
