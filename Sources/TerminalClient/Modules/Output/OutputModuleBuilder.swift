internal import Routing
internal import Wire

/// Assembles screens that show what a cell's job printed. The path captures `:id`.
final class OutputModuleBuilder: ModuleBuilder {
    private let repository: CellRepository
    private let outputs: JobOutputs
    private let editor: Editor
    private let states: ViewStateStore
    private let changed: () -> Void

    init(
        repository: CellRepository, outputs: JobOutputs, editor: Editor, states: ViewStateStore,
        changed: @escaping () -> Void
    ) {
        self.repository = repository
        self.outputs = outputs
        self.editor = editor
        self.states = states
        self.changed = changed
    }

    func build(_ place: ScreenPlace, on stack: NavigationStack) -> any Module {
        let cell = place.match.captures["id"].flatMap { Int64($0) }
        let interactor = OutputInteractor(repository: repository, outputs: outputs, cell: cell)
        let pane = TextPane(wraps: true, follows: true, saved: states[place.place])
        let module = BoundModule(
            OutputViewModel(), state: OutputViewModel.State(pane: pane), view: TextView(), place: place.place,
            title: place.match.title, changed: changed)
        module.isWaiting = { $0.isLoading }
        interactor.send = { [weak module] in module?.receive($0) }
        module.fieldHasKeys = { $0.search.isOpen }
        module.perform = { [states, editor, weak module] effect in
            switch effect {
            case .load: interactor.load()
            case .edit(let text): editor.show(text) { module?.receive(.notice($0)) }
            case .save(let saved): states[place.place] = saved
            }
        }
        return module
    }
}

/// The output screen's only I/O: the cell names the job, the job's file is read.
final class OutputInteractor {
    private let repository: CellRepository
    private let outputs: JobOutputs
    private let cell: Int64?
    /// Where answers go: the view model's input.
    var send: (OutputViewModel.Input) -> Void = { _ in }

    init(repository: CellRepository, outputs: JobOutputs, cell: Int64?) {
        self.repository = repository
        self.outputs = outputs
        self.cell = cell
        repository.observe(self) { [weak self] in self?.send(.changed) }
    }

    func load() {
        guard let cell else { return send(.failed(WireError(.notFound, "there is no such notification"))) }
        repository.detail(cell) { [weak self] result in
            switch result {
            case .success(let detail): self?.read(detail)
            case .failure(let error): self?.send(.failed(error))
            }
        }
    }

    private func read(_ detail: CellDetail) {
        let result: Result<[UInt8], JobOutputs.Failure>
        do throws(JobOutputs.Failure) {
            result = .success(try outputs.read(job: detail.params["job"]?.text))
        } catch {
            result = .failure(error)
        }
        send(.job(detail.summary, result))
    }
}
