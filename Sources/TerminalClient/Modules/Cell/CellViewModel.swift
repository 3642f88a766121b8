internal import Posix
internal import Routing
internal import Text
internal import Wire

/// One cell in full: its text, where it leads and why, and what it went through.
struct CellViewModel: ViewModelType {
    enum Input: ScreenInput {
        case screen(ScreenEvent)
        case detail(CellDetail)
        case failed(WireError)
        case changed
        case device(DeviceApproval.Input)
    }

    struct State: Equatable {
        var pane: TextPane
        var detail: CellDetail?
        var device = DeviceApproval()
        var problem: String?
        var isVisible = false
        var isLoading = false
        var isStale = true
    }

    enum Effect: Equatable {
        case load
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
        case .failed(let error):
            state.isLoading = false
            state.problem = error.message
        case .detail(let detail):
            state.isLoading = false
            state.problem = nil
            state.detail = detail
            effects = state.device.show(detail.summary).map { .device($0) }
        }
        if state.isVisible, state.isStale, !state.isLoading {
            state.isStale = false
            state.isLoading = true
            effects.append(.load)
        }
        state.pane.show(lines(state))
        return (TextView.Output(header: nil, rows: state.pane.visible, percent: nil), effects)
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
        return head(detail) + state.device.lines + body(detail) + place(detail) + past(detail)
    }

    private func head(_ detail: CellDetail) -> [Line] {
        let cell = detail.summary
        let title = cell.title.isEmpty ? "\(cell.kind) \(cell.key)" : cell.title
        let marks = (cell.isUnread ? " · unread" : "") + (detail.isDismissed ? " · dismissed" : "")
        return [
            Line(title, style: .bold),
            Line("\(cell.kind) · ") + Line(cell.state, style: .bold)
                + Line(" · \(cell.key) · \(time(cell.time))\(marks)"),
        ]
    }

    private func body(_ detail: CellDetail) -> [Line] {
        let text = Line.paragraph(detail.body)
        let params = detail.params.sorted { $0.key < $1.key }.map { Line("\($0.key) = \($0.value.text)", style: .dim) }
        return (text.isEmpty ? [] : [Line()] + text) + (params.isEmpty ? [] : [Line()] + params)
    }

    private func place(_ detail: CellDetail) -> [Line] {
        let route = detail.summary.route
        let leads = [
            Line(), Line("leads to ", style: .dim) + Line(route.link.description), Line(route.why.text, style: .dim),
        ]
        guard let stanza = route.why.stanza else { return leads }
        return leads + [Line(), Line("A rule for it, to paste into a file of routes.d:", style: .dim)]
            + Line.paragraph(stanza).map { Line("  ") + $0 }
    }

    private func past(_ detail: CellDetail) -> [Line] {
        guard detail.history.count > 1 else { return [] }
        return [Line(), Line("before", style: .dim)]
            + detail.history.dropFirst().map { Line("  \(time($0.time))  \($0.state)  \($0.title)", style: .dim) }
    }

    private func time(_ milliseconds: Int64) -> String {
        LocalTime.hoursAndMinutes(milliseconds: milliseconds)
    }
}
