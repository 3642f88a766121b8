internal import Posix
internal import Routing
internal import Wire

/// Opens a cell for the user: the app coordinator's, because it may lead to another tab.
protocol CellOpening: AnyObject {
    func open(_ cell: CellSummary)
    /// Asks before something that is not easily undone.
    func ask(_ question: String, then confirmed: @escaping () -> Void)
    /// Says something for a few seconds.
    func say(_ text: String)
}

/// Assembles lists of cells: a tab's, and the notification view.
final class CellsModuleBuilder: ModuleBuilder {
    private let repository: CellRepository
    private let states: ViewStateStore
    private let clock: Clock
    private let changed: () -> Void
    /// Set by the composition root; the coordinator outlives every module.
    weak var opener: (any CellOpening)?
    /// The tabs, in their order.
    var tabs: [(id: String, title: String)] = []

    init(repository: CellRepository, states: ViewStateStore, clock: Clock, changed: @escaping () -> Void) {
        self.repository = repository
        self.states = states
        self.clock = clock
        self.changed = changed
    }

    func build(_ place: ScreenPlace, on stack: NavigationStack) -> any Module {
        build(CellsFilter(tab: place.tab.id), at: place.place, title: place.match.title, showsTabs: false)
    }

    /// The notification view: the cells of all tabs.
    func buildNotifications(since: Int64?, kind: String?) -> any Module {
        build(
            CellsFilter(since: since, kind: kind), at: .outer(.notifications(since: since, kind: kind)),
            title: kind ?? (since == nil ? "Notifications" : "While you were away"), showsTabs: true)
    }

    private func build(_ base: CellsFilter, at place: ModulePlace, title: String, showsTabs: Bool) -> any Module {
        let model = CellsViewModel(base: base, tabs: tabs)
        let titles = showsTabs ? Dictionary(tabs.map { ($0.id, $0.title) }) { first, _ in first } : [:]
        var state = CellsViewModel.State(states[place])
        let interactor = CellsInteractor(repository: repository)
        if let known = interactor.known(model.filter(state)) { state.show(known) }
        let module = BoundModule(
            model, state: state, view: CellsView(tabTitles: titles, now: clock.wall), place: place, title: title,
            changed: changed)
        module.leadsTo = { $0.selection == nil ? nil : "open" }
        module.isWaiting = { $0.isLoading }
        module.fieldHasKeys = { $0.field != nil }
        module.selectedLink = { $0.selected.map(DeepLink.cell) }
        interactor.send = { [weak module] in module?.receive($0) }
        interactor.say = { [weak opener] in opener?.say($0) }
        module.perform = { [states, weak opener, weak module] effect in
            switch effect {
            case .load(let request): interactor.load(request)
            case .open(let cell): opener?.open(cell)
            case .markRead(let cell): interactor.markRead(cell)
            case .markAllRead(let filter, let seq): interactor.markAllRead(filter, upTo: seq)
            case .dismiss(let cell): interactor.dismiss(cell)
            case .undo(let cell): interactor.undo(cell)
            case .unread(let cells): interactor.markUnread(cells)
            case .ask(let question): opener?.ask(question) { module?.receive(.confirmedReadAll) }
            case .say(let text): opener?.say(text)
            case .save(let saved): states[place] = saved
            }
        }
        return module
    }
}

extension CellsViewModel.State {
    /// A list as it was left.
    fileprivate init(_ saved: ViewState?) {
        guard let saved else { return }
        query = saved.filter ?? ""
        guard let selection = saved.selection else { return }
        (selected, isHeld, restoring, offset) = (selection, true, saved.position, saved.top)
    }

    /// What was there before, at once, if the place to come back to is in it.
    fileprivate mutating func show(_ known: CellsList.Answer) {
        guard selected == nil || known.cells.contains(where: { $0.id == selected }) else { return }
        window.join(known, as: .newest)
        (restoring, isKnown) = (nil, true)
    }
}
