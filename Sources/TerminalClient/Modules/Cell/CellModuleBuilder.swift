internal import Routing
internal import Wire

/// Assembles the screen of one cell. Its path captures `:id`.
final class CellModuleBuilder: ModuleBuilder {
    private let repository: CellRepository
    private let devices: DeviceDesk
    private let states: ViewStateStore
    private let routers: ModuleRouterFactory
    private let changed: () -> Void

    init(
        repository: CellRepository, devices: DeviceDesk, states: ViewStateStore, routers: ModuleRouterFactory,
        changed: @escaping () -> Void
    ) {
        self.repository = repository
        self.devices = devices
        self.states = states
        self.routers = routers
        self.changed = changed
    }

    func build(_ place: ScreenPlace, on stack: NavigationStack) -> any Module {
        let interactor = CellInteractor(repository: repository, cell: place.match.captures["id"].flatMap { Int64($0) })
        let router = routers.makeRouter(on: stack, in: place.tab)
        let child = place.children.first
        let childTitle = child.flatMap { place.tab.screen(at: $0)?.title }
        let pane = TextPane(wraps: true, saved: states[place.place])
        let module = BoundModule(
            CellViewModel(child: childTitle), state: CellViewModel.State(pane: pane), view: TextView(),
            place: place.place, title: place.match.title, hint: childTitle, changed: changed)
        module.isWaiting = { $0.isLoading }
        interactor.send = { [weak module] in module?.receive($0) }
        module.perform = { [states, devices, weak module] effect in
            switch effect {
            case .load: interactor.load()
            case .loadHistory(let seq): interactor.loadHistory(before: seq)
            case .push: child.map(router.push)
            case .markRead(let cell): interactor.markRead(cell)
            case .dismiss(let cell): interactor.dismiss(cell)
            case .undo(let cell): interactor.undo(cell)
            case .save(let saved): states[place.place] = saved
            case .device(let effect): devices.perform(effect) { module?.receive(.device($0)) }
            }
        }
        interactor.showKnown()
        return module
    }
}

/// The cell screen's only I/O.
final class CellInteractor {
    private let repository: CellRepository
    private let cell: Int64?
    /// Where answers go: the view model's input.
    var send: (CellViewModel.Input) -> Void = { _ in }

    init(repository: CellRepository, cell: Int64?) {
        self.repository = repository
        self.cell = cell
        repository.observe(self) { [weak self] in self?.send(.changed) }
    }

    /// What was there before, at once.
    func showKnown() {
        if let cell, let known = repository.knownDetail(cell) { send(.detail(known)) }
    }

    func load() {
        guard let cell else { return send(.failed(WireError(.notFound, "there is no such notification"))) }
        repository.detail(cell) { [weak self] result in
            switch result {
            case .success(let detail): self?.send(.detail(detail))
            case .failure(let error): self?.send(.failed(error))
            }
        }
        repository.explanation(cell) { [weak self] result in
            // Where the cell is not there, its detail's answer says so.
            if case .success(let why) = result { self?.send(.why(why)) }
        }
    }

    func loadHistory(before seq: Int64) {
        guard let cell else { return }
        repository.detail(cell, historyBefore: seq) { [weak self] result in
            switch result {
            case .success(let detail): self?.send(.history(detail, before: seq))
            case .failure(let error): self?.send(.failed(error))
            }
        }
    }

    func markRead(_ cell: CellSummary) {
        repository.markRead(cell) { [weak self] _ in self?.send(.changed) }
    }

    func dismiss(_ cell: CellSummary) {
        repository.dismiss(cell) { [weak self] _ in self?.send(.changed) }
    }

    func undo(_ cell: Int64) {
        repository.undoDismissal(cell) { [weak self] _ in self?.send(.changed) }
    }
}
