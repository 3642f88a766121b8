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
    /// The tabs' titles by id, for the notification view.
    var tabTitles: [String: String] = [:]

    init(repository: CellRepository, states: ViewStateStore, clock: Clock, changed: @escaping () -> Void) {
        self.repository = repository
        self.states = states
        self.clock = clock
        self.changed = changed
    }

    func build(_ place: ScreenPlace, on stack: NavigationStack) -> any Module {
        build(CellFilter(tab: place.tab.id), at: place.place, title: place.match.title, tabTitles: [:])
    }

    /// The notification view: the cells of all tabs.
    func buildNotifications(since: Int64?) -> any Module {
        build(
            CellFilter(since: since), at: .outer(.notifications(since: since)),
            title: since == nil ? "Notifications" : "While you were away", tabTitles: tabTitles)
    }

    private func build(_ filter: CellFilter, at place: ModulePlace, title: String, tabTitles: [String: String])
        -> any Module
    {
        let interactor = CellsInteractor(repository: repository, filter: filter)
        var state = CellsViewModel.State()
        if let saved = states[place] {
            (state.top, state.selected, state.isHeld) = (saved.top, saved.selection, saved.selection != nil)
        }
        let module = BoundModule(
            CellsViewModel(), state: state, view: CellsView(tabTitles: tabTitles, now: clock.wall), place: place,
            title: title, changed: changed)
        module.leadsTo = { $0.selection == nil ? nil : "open" }
        module.isWaiting = { $0.isLoading }
        module.selectedLink = { $0.selected.map(DeepLink.cell) }
        interactor.send = { [weak module] in module?.receive($0) }
        interactor.say = { [weak opener] in opener?.say($0) }
        module.perform = { [states, weak opener] effect in
            switch effect {
            case .load(let before, let limit): interactor.load(before: before, limit: limit)
            case .open(let cell): opener?.open(cell)
            case .markRead(let cell): interactor.markRead(cell)
            case .dismiss(let cell): interactor.dismiss(cell)
            case .undo(let cell): interactor.undo(cell)
            case .save(let saved): states[place] = saved
            }
        }
        interactor.showKnown()
        return module
    }
}
