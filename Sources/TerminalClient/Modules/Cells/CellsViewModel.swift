internal import Routing
internal import Text
internal import Wire

/// A list of cells: which part of it is in memory, what is selected, what it is narrowed to, and what a key does to the
/// selected one.
struct CellsViewModel: ViewModelType {
    enum Input: ScreenInput {
        case screen(ScreenEvent)
        case page(CellsList.Answer, for: CellsRequest)
        case failed(WireError, for: CellsRequest)
        case marked(CellMark)
        /// A mark was refused: the cell changed meanwhile, or there is no daemon.
        case refused(Int64)
        /// The user said yes.
        case confirmedReadAll
        /// These were unread, and are read now.
        case allMarked([CellVersion])
        /// The daemon said that cells changed.
        case changed
    }

    struct State: Equatable {
        var window = CellWindow()
        /// What the list is narrowed to, as it was typed.
        var query = ""
        /// While the user types it.
        var field: TextField?
        var selected: Int64?
        /// The user put the selection where it is. Else it may go to the newest row, which a list that is only looked
        /// at must not lose from sight.
        var isHeld = false
        /// The user asked for the first or the last row, and it is not here yet.
        var wants: CellWindow.Part?
        /// The version at which the selected row stood when the list was left.
        var restoring: Int64?
        var top = 0
        /// How far down the screen the selected row stood when the list was left, until there are rows enough above it.
        var offset: Int?
        var size = 1
        var isVisible = false
        /// What is on its way.
        var asked: CellsRequest?
        /// Cells changed while a page was on its way, or while the list was covered.
        var isStale = true
        var isKnown = false
        var undo = ListUndo()
        /// The newest version that was seen when the question was put: what comes under it is not marked.
        var seenWhenAsked: Int64 = 0
        /// Rows as they were before marks that the daemon has not answered yet.
        var unanswered: [CellSummary] = []
        var problem: String?

        var rows: [CellSummary] { window.rows }
        var selection: Int? { rows.firstIndex { $0.id == selected } }
        var isLoading: Bool { asked != nil }
        var isNarrowed: Bool { !query.isEmpty || field != nil }
        /// Rows of cells that fit, over the row with the filter.
        var height: Int { max(1, size - (isNarrowed ? 1 : 0)) }
    }

    struct Output: Equatable {
        var rows: [CellSummary]
        /// The row of `rows` that is selected.
        var selection: Int?
        var top: Int
        /// There are no cells, and this is known.
        var isEmpty: Bool
        var problem: String?
        /// What the list is narrowed to; nil: nothing.
        var filter: Filter?

        struct Filter: Equatable {
            /// The field with its cursor, while it has the keys.
            var field: TextField?
            var query: String
            var count: String
        }
    }

    enum Effect: Equatable {
        case load(CellsRequest)
        case open(CellSummary)
        case markRead(CellSummary)
        case dismiss(CellSummary)
        case undo(Int64)
        case unread([CellVersion])
        case ask(String)
        case markAllRead(CellsFilter, upTo: Int64)
        case say(String)
        case save(ViewState)
    }

    /// The list's own cells, before the user narrows it.
    var base = CellsFilter()
    /// Ids and titles of the tabs, for `tab:`.
    var tabs: [(id: String, title: String)] = []

    func transform(_ input: Input, _ state: inout State) -> (Output, [Effect]) {
        var effects: [Effect] = []
        switch input {
        case .screen(let event): effects = take(event, &state)
        case .page(let page, let request): take(page, for: request, &state)
        case .failed(let error, let request): take(error, for: request, &state)
        case .confirmedReadAll: effects = [.markAllRead(filter(state), upTo: state.seenWhenAsked)]
        case .allMarked(let cells): effects = take(marked: cells, &state)
        case .marked(let mark): take(mark, &state)
        case .refused(let cell):
            takeRefusal(of: cell, &state)
        case .changed: state.isStale = true
        }
        keepInSight(&state)
        effects += loading(&state)
        return (output(state), effects)
    }

    func filter(_ state: State) -> CellsFilter {
        CellQuery(parsing: state.query).filter(within: base, tabs: tabs)
    }

    private func take(_ event: ScreenEvent, _ state: inout State) -> [Effect] {
        switch event {
        case .shown:
            state.isVisible = true
            if !state.isHeld { selectNewest(&state) }
        case .covered:
            state.isVisible = false
            state.field = nil
            return [.save(saved(state))]
        case .resized(let rows, _):
            state.size = max(1, rows)
        case .action(let action):
            return take(action, &state)
        case .edit(let edit):
            state.field?.take(edit)
            narrow(to: state.field?.text ?? "", &state)
        }
        return []
    }

    private func saved(_ state: State) -> ViewState {
        var saved = ViewState(filter: state.query.isEmpty ? nil : state.query)
        if state.isHeld, let index = state.selection {
            saved.top = index - state.top
            saved.selection = state.selected
            saved.position = state.rows[index].version
        }
        return saved
    }

    // MARK: Pages

    private func take(_ page: CellsList.Answer, for request: CellsRequest, _ state: inout State) {
        guard state.asked == request else { return }
        state.asked = nil
        state.isKnown = true
        state.problem = nil
        let place = state.selection
        let offset = (place ?? state.top) - state.top
        state.window.join(page, as: request.part, keepsPlace: state.isHeld && place != nil)
        if let wanted = state.wants, wanted == request.part {
            state.wants = nil
            state.selected = (wanted == .newest ? state.rows.first : state.rows.last)?.id
            state.isHeld = wanted != .newest
        } else if state.selection == nil {
            let next = place.map { min($0, state.rows.count - 1) } ?? 0
            state.selected = state.rows.dropFirst(max(0, next)).first?.id
        }
        if state.isHeld, let selection = state.selection {
            state.top = selection - (state.offset ?? offset)
            if state.top >= 0 { state.offset = nil }
        } else if (state.selection ?? 0) >= state.height {
            selectNewest(&state)
        }
        state.restoring = nil
    }

    private func take(_ error: WireError, for request: CellsRequest, _ state: inout State) {
        guard state.asked == request else { return }
        state.asked = nil
        state.problem = error.message
    }

    /// At most one page is on its way; nothing is asked for while the list is not seen.
    private func loading(_ state: inout State) -> [Effect] {
        guard state.isVisible, state.asked == nil, let (part, limit) = wanted(state) else { return [] }
        if state.wants != part || part == .newest { state.isStale = false }
        let request = CellsRequest(filter: filter(state), part: part, limit: limit)
        state.asked = request
        return [.load(request)]
    }

    private func wanted(_ state: State) -> (CellWindow.Part, Int)? {
        let window = state.window
        let selection = state.selection ?? 0
        let page = CellRepository.pageSize
        if let wants = state.wants, state.isKnown, state.problem == nil || state.isStale { return (wants, page) }
        if state.isStale {
            if let restoring = state.restoring, !state.isKnown { return (.below(restoring + 1), page) }
            return window.refreshing
        }
        guard state.problem == nil else { return nil }
        if let older = window.older, selection + 2 * state.height >= window.rows.count { return (.below(older), page) }
        if let newer = window.newer, selection < 2 * state.height { return (.above(newer), page) }
        return nil
    }

    private func keepInSight(_ state: inout State) {
        let selection = state.selection ?? 0
        state.top = min(max(state.top, selection - state.height + 1), selection)
        state.top = max(0, min(state.top, state.rows.count - state.height))
    }

    private func selectNewest(_ state: inout State) {
        state.selected = state.rows.first?.id
        state.top = 0
    }

    /// Another filter is another list, which begins at its newest row.
    private func narrow(to query: String, _ state: inout State) {
        guard state.query != query else { return }
        let before = filter(state)
        state.query = query
        guard filter(state) != before else { return }
        state.window.forget()
        (state.selected, state.isHeld, state.wants, state.restoring, state.top) = (nil, false, nil, nil, 0)
        (state.asked, state.isStale, state.isKnown, state.problem) = (nil, true, false, nil)
    }

    private func output(_ state: State) -> Output {
        Output(
            rows: Array(state.rows.dropFirst(state.top).prefix(state.height)),
            selection: state.selection.map { $0 - state.top }, top: state.top,
            isEmpty: state.rows.isEmpty && state.isKnown && state.window.isWhole,
            problem: state.rows.isEmpty ? state.problem : nil,
            filter: state.isNarrowed
                ? Output.Filter(field: state.field, query: state.query, count: Self.count(state)) : nil)
    }

    /// How many cells the filter lets pass, as far as is known.
    static func count(_ state: State) -> String {
        let count = state.rows.count
        if state.window.isWhole, state.isKnown { return count == 1 ? "1 match" : "\(count) matches" }
        return count == 0 ? "looking…" : "\(count)+ matches"
    }
}

// What keys do.
extension CellsViewModel {
    private func take(_ action: Action, _ state: inout State) -> [Effect] {
        if state.field != nil, action == .enter || action == .back { return leaveField(action, &state) }
        if action != .search { state.wants = nil }
        switch action {
        case .up: move(-1, &state)
        case .down: move(1, &state)
        case .pageUp: move(-max(1, state.height - 1), &state)
        case .pageDown: move(max(1, state.height - 1), &state)
        case .top: goFirst(&state)
        case .bottom: goLast(&state)
        case .search: state.field = TextField(state.query, limit: Self.queryLimit)
        case .refresh: state.isStale = true
        case .undo: return takeBack(&state)
        case .readAll: return askReadAll(&state)
        case .enter, .read, .dismiss:
            guard let index = state.selection else { return [] }
            return take(action, on: index, &state)
        default: break
        }
        return []
    }

    /// The most glyphs of a filter.
    static let queryLimit = 120

    /// Enter keeps the filter; Escape shows the whole list again.
    private func leaveField(_ action: Action, _ state: inout State) -> [Effect] {
        state.field = nil
        if action == .back { narrow(to: "", &state) }
        return []
    }

    private func goFirst(_ state: inout State) {
        guard state.window.newer == nil else { return state.wants = .newest }
        move(-state.rows.count, &state)
    }

    private func goLast(_ state: inout State) {
        guard state.isKnown, state.window.older == nil else { return state.wants = .oldest }
        move(state.rows.count, &state)
    }

    private func take(_ action: Action, on index: Int, _ state: inout State) -> [Effect] {
        let cell = state.rows[index]
        state.isHeld = true
        if action != .enter { state.unanswered.append(cell) }
        switch action {
        case .enter:
            return [.open(cell)]
        case .read:
            if cell.isUnread { state.undo.note(.reading([CellVersion(cell: cell.id, version: cell.version)])) }
            state.window.setUnread(false, at: index)
            return [.markRead(cell)]
        default:
            move(index + 1 < state.rows.count ? 1 : -1, &state)
            state.window.remove(at: index)
            state.undo.note(.dismissal(cell.id))
            return [.dismiss(cell)]
        }
    }

    private func move(_ distance: Int, _ state: inout State) {
        guard !state.rows.isEmpty else { return }
        let index = min(max(0, (state.selection ?? 0) + distance), state.rows.count - 1)
        state.selected = state.rows[index].id
        state.offset = nil
        state.isHeld = index > 0 || state.window.newer != nil
    }

    // MARK: Marks

    private func askReadAll(_ state: inout State) -> [Effect] {
        guard !state.rows.isEmpty else { return [.say("there is nothing to mark as read")] }
        state.seenWhenAsked = state.window.newestSeen
        return [.ask(state.query.isEmpty ? "Mark all of this list as read?" : "Mark all that match as read?")]
    }

    private func take(marked cells: [CellVersion], _ state: inout State) -> [Effect] {
        state.isStale = true
        guard !cells.isEmpty else { return [.say("nothing was unread")] }
        state.undo.note(.reading(cells))
        return [.say("\(cells.count) marked as read; u undoes it")]
    }

    private func takeBack(_ state: inout State) -> [Effect] {
        switch state.undo.take() {
        case .dismissal(let cell): [.undo(cell)]
        case .reading(let cells): [.unread(cells)]
        case nil: [.say("there is nothing to undo")]
        }
    }

    /// The list is what it was, and is read again.
    private func takeRefusal(of cell: Int64, _ state: inout State) {
        state.undo.removeDismissal(of: cell)
        state.undo.removeReading(of: cell)
        state.isStale = true
        guard let index = state.unanswered.firstIndex(where: { $0.id == cell }) else { return }
        state.window.put(state.unanswered.remove(at: index))
    }

    private func take(_ mark: CellMark, _ state: inout State) {
        if let index = state.unanswered.firstIndex(where: { $0.id == mark.cell }) { state.unanswered.remove(at: index) }
        guard let index = state.rows.firstIndex(where: { $0.id == mark.cell }) else {
            if !mark.isDismissed { state.isStale = true }
            return
        }
        state.window.setUnread(mark.isUnread, at: index)
        if mark.isDismissed { state.window.remove(at: index) }
    }
}

/// A page as the list asks for it: an answer to another question is not taken for it.
struct CellsRequest: Hashable {
    var filter: CellsFilter
    var part: CellWindow.Part
    var limit: Int
}
