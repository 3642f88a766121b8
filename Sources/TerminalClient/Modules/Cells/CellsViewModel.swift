internal import Routing
internal import Wire

/// A list of cells: what is selected, which page comes next, and what a key does to the selected one.
struct CellsViewModel: ViewModelType {
    enum Input: ScreenInput {
        case screen(ScreenEvent)
        case page(CellsList.Answer, after: Int64?)
        case failed(WireError)
        case marked(CellMark)
        /// A mark was refused: the cell changed meanwhile, or there is no daemon.
        case refused(Int64)
        /// The daemon said that cells changed.
        case changed
    }

    struct State: Equatable {
        /// More rows than these are not kept; whoever looks for older ones narrows the list.
        static let rowLimit = 2_000

        var rows: [CellSummary] = []
        /// The `before` of the next page; nil: all are here.
        var next: Int64?
        var selected: Int64?
        /// The user put the selection where it is. Else it may go to the newest row, which a list that is only looked
        /// at must not lose from sight.
        var isHeld = false
        /// The user asked for the last row, and not all rows are here yet.
        var wantsLast = false
        var top = 0
        var height = 1
        var isVisible = false
        var isLoading = false
        /// Cells changed while a page was on its way, or while the list was covered.
        var isStale = true
        var isKnown = false
        var dismissed: [Int64] = []
        var problem: String?

        var selection: Int? { rows.firstIndex { $0.id == selected } }
    }

    struct Output: Equatable {
        var rows: [CellSummary]
        /// The row of `rows` that is selected.
        var selection: Int?
        var top: Int
        /// There are no cells, and this is known.
        var isEmpty: Bool
        var problem: String?
    }

    enum Effect: Equatable {
        case load(before: Int64?, limit: Int)
        case open(CellSummary)
        case markRead(CellSummary)
        case dismiss(CellSummary)
        case undo(Int64)
        case save(ViewState)
    }

    func transform(_ input: Input, _ state: inout State) -> (Output, [Effect]) {
        var effects: [Effect] = []
        switch input {
        case .screen(let event): effects = take(event, &state)
        case .page(let page, let before): take(page, after: before, &state)
        case .failed(let error):
            state.isLoading = false
            state.problem = error.message
        case .marked(let mark): take(mark, &state)
        case .refused(let cell):
            state.dismissed.removeAll { $0 == cell }
            state.isStale = true
        case .changed: state.isStale = true
        }
        keepInSight(&state)
        effects += loading(&state)
        return (output(state), effects)
    }

    private func take(_ event: ScreenEvent, _ state: inout State) -> [Effect] {
        switch event {
        case .shown:
            state.isVisible = true
            if !state.isHeld { selectNewest(&state) }
        case .covered:
            state.isVisible = false
            return [.save(state.isHeld ? ViewState(top: state.top, selection: state.selected) : ViewState())]
        case .resized(let rows, _):
            state.height = max(1, rows)
        case .action(let action):
            return take(action, &state)
        case .edit: break
        }
        return []
    }

    private func take(_ action: Action, _ state: inout State) -> [Effect] {
        state.wantsLast = false
        switch action {
        case .up: move(-1, &state)
        case .down: move(1, &state)
        case .pageUp: move(-max(1, state.height - 1), &state)
        case .pageDown: move(max(1, state.height - 1), &state)
        case .top: move(-state.rows.count, &state)
        case .bottom:
            move(state.rows.count, &state)
            state.wantsLast = state.next != nil || !state.isKnown
        case .refresh: state.isStale = true
        case .undo:
            guard let cell = state.dismissed.popLast() else { return [] }
            return [.undo(cell)]
        case .enter, .read, .dismiss:
            guard let index = state.selection else { return [] }
            return take(action, on: index, &state)
        default: break
        }
        return []
    }

    private func take(_ action: Action, on index: Int, _ state: inout State) -> [Effect] {
        let cell = state.rows[index]
        state.isHeld = true
        switch action {
        case .enter:
            return [.open(cell)]
        case .read:
            state.rows[index].isUnread = false
            return [.markRead(cell)]
        default:
            move(index + 1 < state.rows.count ? 1 : -1, &state)
            state.rows.remove(at: index)
            state.dismissed.append(cell.id)
            return [.dismiss(cell)]
        }
    }

    private func move(_ distance: Int, _ state: inout State) {
        guard !state.rows.isEmpty else { return }
        let index = min(max(0, (state.selection ?? 0) + distance), state.rows.count - 1)
        state.selected = state.rows[index].id
        state.isHeld = index > 0
    }

    private func selectNewest(_ state: inout State) {
        state.selected = state.rows.first?.id
        state.top = 0
    }

    private func take(_ page: CellsList.Answer, after before: Int64?, _ state: inout State) {
        state.isLoading = false
        state.isKnown = true
        state.problem = nil
        if before == nil {
            let place = state.selection
            state.rows = page.cells
            if state.selection == nil, let place {
                state.selected = state.rows.dropFirst(place).first?.id ?? state.rows.last?.id
            }
        } else {
            let known = Set(state.rows.map(\.id))
            state.rows += page.cells.filter { !known.contains($0.id) }
        }
        state.next = state.rows.count >= State.rowLimit ? nil : page.next
        if state.selection == nil { state.selected = state.rows.first?.id }
        if !state.isHeld, (state.selection ?? 0) >= state.height { selectNewest(&state) }
        if state.wantsLast {
            move(state.rows.count, &state)
            state.wantsLast = state.next != nil
        }
    }

    private func take(_ mark: CellMark, _ state: inout State) {
        guard let index = state.rows.firstIndex(where: { $0.id == mark.cell }) else {
            if !mark.isDismissed { state.isStale = true }
            return
        }
        state.rows[index].isUnread = mark.isUnread
        if mark.isDismissed { state.rows.remove(at: index) }
    }

    private func keepInSight(_ state: inout State) {
        let selection = state.selection ?? 0
        state.top = min(max(state.top, selection - state.height + 1), selection)
        state.top = max(0, min(state.top, state.rows.count - state.height))
    }

    /// At most one page is on its way; nothing is asked for while the list is not seen.
    private func loading(_ state: inout State) -> [Effect] {
        guard state.isVisible, !state.isLoading else { return [] }
        if state.isStale {
            state.isStale = false
            state.isLoading = true
            let limit = min(max(CellRepository.pageSize, state.rows.count), WireLimits.page)
            return [.load(before: nil, limit: limit)]
        }
        if let next = state.next, (state.selection ?? 0) + 2 * state.height >= state.rows.count, state.problem == nil {
            state.isLoading = true
            return [.load(before: next, limit: CellRepository.pageSize)]
        }
        return []
    }

    private func output(_ state: State) -> Output {
        Output(
            rows: Array(state.rows.dropFirst(state.top).prefix(state.height)),
            selection: state.selection.map { $0 - state.top }, top: state.top,
            isEmpty: state.rows.isEmpty && state.isKnown, problem: state.rows.isEmpty ? state.problem : nil)
    }
}
