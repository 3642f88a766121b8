internal import Posix
internal import Text

/// A screen that is a command: what it prints, and how it fares. Old output and its scroll stay until a new run ends; a
/// command starts when its screen is first shown and repeats only while it is seen.
struct CommandViewModel: ViewModelType {
    enum Input: ScreenInput {
        case screen(ScreenEvent)
        case printed([UInt8])
        case ended(CommandRun.End, hadTerminal: Bool = false)
        /// There is no command to run here; the text says why.
        case none(String)
        /// Something to say in the first row until the next run.
        case notice(String)
        /// A second has passed while it runs.
        case tick
        /// It is time to run again.
        case due
    }

    struct State {
        enum Phase: Equatable {
            case idle
            case running(since: Int64)
            case ended(CommandRun.End, at: Int64)
            case none(String)
        }

        var pane: TextPane
        var search = PaneSearch()
        var phase = Phase.idle
        var notice: String?
        /// What the run prints that is not over.
        var output = CommandOutput()
        /// A run ended before, and its output is shown until this one ends.
        var hasOld = false
        var isVisible = false
        /// It fell due while nobody looked.
        var isDue = false

        var isRunning: Bool {
            if case .running = phase { true } else { false }
        }
    }

    enum Effect: Equatable {
        case run(limit: Duration?)
        case setLimit(Duration?)
        case interrupt
        case repeatLater
        case push
        case edit(String)
        case save(ViewState)
    }

    /// Milliseconds since boot, and of the wall clock.
    let clock: Clock
    let child: String?
    /// The table says that it runs as long as it likes.
    var isUnlimited = false

    func transform(_ input: Input, _ state: inout State) -> (TextView.Output, [Effect]) {
        var effects: [Effect] = []
        switch input {
        case .screen(let event): effects = take(event, &state)
        case .printed(let bytes):
            state.output.append(bytes)
            // What is followed is seen as it comes, old output or not.
            if !state.hasOld || state.pane.follows { state.pane.show(state.output.lines) }
        case .ended(let end, let hadTerminal):
            state.output.finish()
            state.pane.show(hadTerminal ? Self.afterTerminal : state.output.lines)
            state.hasOld = true
            state.phase = .ended(end, at: clock.wall())
            effects = [.repeatLater]
        case .none(let reason): state.phase = .none(reason)
        case .notice(let text): state.notice = text
        case .due:
            state.isDue = !state.isVisible
            if state.isVisible { effects = start(&state) }
        case .tick: break
        }
        return (TextView.Output(header: header(state), state.pane, state.search), effects)
    }

    private static let afterTerminal = [Line("It had the terminal. r runs it again.", style: .dim)]

    private func take(_ event: ScreenEvent, _ state: inout State) -> [Effect] {
        if state.search.take(event, &state.pane) { return [] }
        switch event {
        case .shown:
            state.isVisible = true
            return state.phase == .idle || state.isDue ? start(&state) : []
        case .covered:
            state.isVisible = false
            return [.save(state.pane.saved)]
        case .resized(let rows, let columns): state.pane.resize(rows: rows - 1, columns: columns)
        case .action(let action): return take(action, &state)
        case .edit: break
        }
        return []
    }

    private func take(_ action: Action, _ state: inout State) -> [Effect] {
        switch action {
        case .refresh: return start(&state)
        case .interrupt: return state.isRunning ? [.interrupt] : []
        case .enter: return child == nil ? [] : [.push]
        case .editor: return [.edit(state.pane.text)]
        case .follow:
            state.pane.follow(!state.pane.follows)
            return state.isRunning ? [.setLimit(limit(state))] : []
        default:
            _ = state.pane.perform(action)
            return []
        }
    }

    private func start(_ state: inout State) -> [Effect] {
        if state.isRunning { return [] }
        state.isDue = false
        state.notice = nil
        state.phase = .running(since: clock.boot())
        state.output = CommandOutput()
        return [.run(limit: limit(state))]
    }

    private func limit(_ state: State) -> Duration? {
        isUnlimited || state.pane.follows ? nil : CommandRun.timeLimit
    }

    private func header(_ state: State) -> Line {
        if let notice = state.notice { return Line(notice, style: Style(foreground: .red)) }
        let dropped = state.output.droppedLines
        let note =
            (state.pane.follows ? " · following" : "") + (dropped > 0 ? " · \(dropped) older lines dropped" : "")
        switch state.phase {
        case .idle: return Line()
        case .running(let since):
            return Line("running \(max(0, clock.boot() - since) / 1_000) s\(note)", style: Style(foreground: .yellow))
        case .ended(let end, let time):
            let style = end == .exited(0) ? Style.dim : Style(foreground: .red)
            return Line("\(Self.text(end)) · \(LocalTime.hoursAndMinutes(milliseconds: time))\(note)", style: style)
        case .none(let reason): return Line(reason, style: .dim)
        }
    }

    private static func text(_ end: CommandRun.End) -> String {
        switch end {
        case .exited(let code): "exit \(code)"
        case .signalled(let name): "ended by \(name)"
        case .timedOut: "ended after 30 s"
        case .failed(let reason): reason
        }
    }
}
