internal import Posix
internal import Text

/// A screen that is a command: what it prints, and how it fares. Old output and its scroll stay until a new run ends; a
/// command starts when its screen is first shown and repeats only while it is seen.
struct CommandViewModel: ViewModelType {
    enum Input: ScreenInput {
        case screen(ScreenEvent)
        case printed([UInt8])
        case ended(CommandRun.End)
        /// There is no command to run here; the text says why.
        case none(String)
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
        var phase = Phase.idle
        /// What the run prints that is not over.
        var output = CommandOutput()
        /// A run ended before, and its output is shown until this one ends.
        var hasOld = false
        var isVisible = false
        /// It fell due while nobody looked.
        var isDue = false
    }

    enum Effect: Equatable {
        case run
        case interrupt
        case repeatLater
        case push
        case save(ViewState)
    }

    /// Milliseconds since boot, and of the wall clock.
    let clock: Clock
    let child: String?

    func transform(_ input: Input, _ state: inout State) -> (TextView.Output, [Effect]) {
        var effects: [Effect] = []
        switch input {
        case .screen(let event): effects = take(event, &state)
        case .printed(let bytes):
            state.output.append(bytes)
            if !state.hasOld { state.pane.show(state.output.lines) }
        case .ended(let end):
            state.output.finish()
            state.pane.show(state.output.lines)
            state.hasOld = true
            state.phase = .ended(end, at: clock.wall())
            effects = [.repeatLater]
        case .none(let reason): state.phase = .none(reason)
        case .due:
            state.isDue = !state.isVisible
            if state.isVisible { effects = start(&state) }
        case .tick: break
        }
        let output = TextView.Output(header: header(state), rows: state.pane.visible, percent: state.pane.percent)
        return (output, effects)
    }

    private func take(_ event: ScreenEvent, _ state: inout State) -> [Effect] {
        switch event {
        case .shown:
            state.isVisible = true
            return state.phase == .idle || state.isDue ? start(&state) : []
        case .covered:
            state.isVisible = false
            return [.save(state.pane.saved)]
        case .resized(let rows, let columns):
            state.pane.resize(rows: rows - 1, columns: columns)
            return []
        case .action(.refresh): return start(&state)
        case .action(.interrupt):
            if case .running = state.phase { return [.interrupt] }
            return []
        case .action(.enter): return child == nil ? [] : [.push]
        case .action(let action):
            _ = state.pane.perform(action)
            return []
        case .edit: return []
        }
    }

    private func start(_ state: inout State) -> [Effect] {
        if case .running = state.phase { return [] }
        state.isDue = false
        state.phase = .running(since: clock.boot())
        state.output = CommandOutput()
        return [.run]
    }

    private func header(_ state: State) -> Line {
        let dropped = state.output.droppedLines
        let note = dropped > 0 ? " · \(dropped) older lines dropped" : ""
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
