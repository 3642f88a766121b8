internal import Posix
internal import Text
internal import Wire

/// What a job printed: its file's text, under a row that says how the job fares.
struct OutputViewModel: ViewModelType {
    enum Input: ScreenInput {
        case screen(ScreenEvent)
        case job(CellSummary, Result<[UInt8], JobOutputs.Failure>)
        case failed(WireError)
        case changed
        /// Something to say in the first row until the next look.
        case notice(String)
    }

    struct State: Equatable {
        var pane: TextPane
        var search = PaneSearch()
        var notice: String?
        var cell: CellSummary?
        var problem: String?
        /// Lines at the beginning that are more than a screen keeps.
        var droppedLines = 0
        var isVisible = false
        var isLoading = false
        var isStale = true
    }

    enum Effect: Equatable {
        case load
        case edit(String)
        case save(ViewState)
    }

    func transform(_ input: Input, _ state: inout State) -> (TextView.Output, [Effect]) {
        var effects: [Effect] = []
        switch input {
        case .screen(let event): effects = take(event, &state)
        case .changed: state.isStale = true
        case .notice(let text): state.notice = text
        case .failed(let error):
            state.isLoading = false
            state.problem = error.message
        case .job(let cell, let result): take(cell, result, &state)
        }
        if state.isVisible, state.isStale, !state.isLoading {
            state.isStale = false
            state.isLoading = true
            effects.append(.load)
        }
        return (TextView.Output(header: header(state), state.pane, state.search), effects)
    }

    private func take(_ event: ScreenEvent, _ state: inout State) -> [Effect] {
        if state.search.take(event, &state.pane) { return [] }
        switch event {
        case .shown: state.isVisible = true
        case .covered:
            state.isVisible = false
            return [.save(state.pane.saved)]
        case .resized(let rows, let columns): state.pane.resize(rows: rows - 1, columns: columns)
        case .action(.refresh):
            state.notice = nil
            state.isStale = true
        case .action(.editor): return [.edit(state.pane.text)]
        case .action(.follow): state.pane.follow(!state.pane.follows)
        case .action(let action): _ = state.pane.perform(action)
        case .edit: break
        }
        return []
    }

    private func take(_ cell: CellSummary, _ result: Result<[UInt8], JobOutputs.Failure>, _ state: inout State) {
        state.isLoading = false
        state.problem = nil
        state.cell = cell
        switch result {
        case .success(let bytes):
            var output = CommandOutput()
            output.append(bytes)
            output.finish()
            state.droppedLines = output.droppedLines
            state.pane.show(output.lines.isEmpty ? [Line("It printed nothing.", style: .dim)] : output.lines)
        case .failure(let failure):
            state.droppedLines = 0
            state.pane.show([Line(failure.text, style: .dim)])
        }
    }

    private func header(_ state: State) -> Line {
        if let notice = state.notice { return Line(notice, style: Style(foreground: .red)) }
        guard let cell = state.cell else { return Line(state.problem ?? "", style: .dim) }
        let style = cell.state == "failed" ? Style(foreground: .red) : .dim
        let time = LocalTime.hoursAndMinutes(milliseconds: cell.time)
        let note = state.droppedLines > 0 ? " · \(state.droppedLines) older lines not shown" : ""
        return Line(cell.state, style: style) + Line(" · \(time)\(note) · \(cell.title)", style: .dim)
    }
}
