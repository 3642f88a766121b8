internal import Routing
internal import Text
internal import Wire

/// One cell in full: its text, where it leads and why, and what it went through.
struct CellViewModel: ViewModelType {
    enum Input: ScreenInput {
        case screen(ScreenEvent)
        case detail(CellDetail)
        /// The rules that were looked at for it.
        case why(Explanation)
        /// More of its past, before the event with this seq.
        case history(CellDetail, before: Int64)
        case failed(WireError)
        case changed
        case device(DeviceApproval.Input)
    }

    struct State: Equatable {
        var pane: TextPane
        var detail: CellDetail?
        var why: Explanation?
        /// The event before which its past is on its way.
        var askedBefore: Int64?
        var device = DeviceApproval()
        var problem: String?
        var isVisible = false
        var isLoading = false
        var isStale = true
    }

    enum Effect: Equatable {
        case load
        case loadHistory(before: Int64)
        case push
        case markRead(CellSummary)
        case dismiss(CellSummary)
        case undo(Int64)
        case save(ViewState)
        case device(DeviceApproval.Effect)
    }

    /// Where Enter leads to.
    let child: String?

    func transform(_ input: Input, _ state: inout State) -> (TextView.Output, [Effect]) {
        var effects: [Effect] = []
        switch input {
        case .screen(.shown): state.isVisible = true
        case .screen(.covered):
            state.isVisible = false
            effects.append(.save(state.pane.saved))
        case .screen(.resized(let rows, let columns)): state.pane.resize(rows: rows, columns: columns)
        case .screen(.action(let action)): effects = take(action, &state)
        case .screen(.edit): break
        case .changed: state.isStale = true
        case .device(let input): state.device.take(input)
        case .why(let why): state.why = why
        case .history(let more, let seq): take(more, before: seq, &state)
        case .failed(let error):
            state.isLoading = false
            state.askedBefore = nil
            state.problem = error.message
        case .detail(let detail):
            state.isLoading = false
            state.problem = nil
            take(detail, &state)
            effects = state.device.show(detail.summary).map { .device($0) }
        }
        if state.isVisible, state.isStale, !state.isLoading {
            state.isStale = false
            state.isLoading = true
            effects.append(.load)
        }
        state.pane.show(lines(state))
        effects += loadingHistory(&state)
        return (TextView.Output(header: nil, rows: state.pane.visible, percent: nil), effects)
    }

    /// The most events of its past that are kept here.
    static let historyLimit = 2_000

    /// A cell that changed begins its past anew; one that did not keeps what was read of it.
    private func take(_ detail: CellDetail, _ state: inout State) {
        var detail = detail
        if let before = state.detail, before.summary.version == detail.summary.version {
            (detail.history, detail.historyNext) = (before.history, before.historyNext)
        } else {
            state.askedBefore = nil
        }
        state.detail = detail
    }

    private func take(_ more: CellDetail, before seq: Int64, _ state: inout State) {
        guard state.askedBefore == seq else { return }
        state.askedBefore = nil
        guard var detail = state.detail, detail.historyNext == seq else { return }
        detail.history += more.history
        detail.historyNext = detail.history.count < Self.historyLimit ? more.historyNext : nil
        state.detail = detail
    }

    /// Whoever looks at the end of the past is shown more of it.
    private func loadingHistory(_ state: inout State) -> [Effect] {
        guard state.isVisible, state.askedBefore == nil, state.problem == nil, state.pane.isAtEnd,
            let next = state.detail?.historyNext
        else { return [] }
        state.askedBefore = next
        return [.loadHistory(before: next)]
    }

    private func take(_ action: Action, _ state: inout State) -> [Effect] {
        if let decision = state.device.perform(action) { return decision.map { .device($0) } }
        switch (action, state.detail?.summary) {
        case (.enter, _): return child == nil ? [] : [.push]
        case (.refresh, _): state.isStale = true
        case (.read, let cell?): return [.markRead(cell)]
        case (.dismiss, let cell?): return [.dismiss(cell)]
        case (.undo, let cell?): return [.undo(cell.id)]
        default: _ = state.pane.perform(action)
        }
        return []
    }

    private func lines(_ state: State) -> [Line] {
        guard let detail = state.detail else {
            return state.problem.map { [Line(" " + $0, style: .dim)] } ?? []
        }
        let text = CellText(detail: detail, why: state.why)
        return text.head + state.device.lines + text.rest
    }
}
