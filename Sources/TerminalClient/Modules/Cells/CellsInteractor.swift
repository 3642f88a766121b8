internal import Wire

/// The list's only I/O: pages and marks, from the repository.
final class CellsInteractor {
    private let repository: CellRepository
    private let filter: CellFilter
    /// Where answers go: the view model's input.
    var send: (CellsViewModel.Input) -> Void = { _ in }
    /// Told why a mark was refused.
    var say: (String) -> Void = { _ in }

    init(repository: CellRepository, filter: CellFilter) {
        self.repository = repository
        self.filter = filter
        repository.observe(self) { [weak self] in self?.send(.changed) }
    }

    /// What was there before, at once.
    func showKnown() {
        if let known = repository.knownList(filter) { send(.page(known, after: nil)) }
    }

    func load(before: Int64?, limit: Int) {
        repository.list(filter, before: before, limit: limit) { [weak self] result in
            switch result {
            case .success(let page): self?.send(.page(page, after: before))
            case .failure(let error): self?.send(.failed(error))
            }
        }
    }

    func markRead(_ cell: CellSummary) {
        repository.markRead(cell) { [weak self] in self?.take($0, of: cell.id) }
    }

    func dismiss(_ cell: CellSummary) {
        repository.dismiss(cell) { [weak self] in self?.take($0, of: cell.id) }
    }

    func undo(_ cell: Int64) {
        repository.undoDismissal(cell) { [weak self] in self?.take($0, of: cell) }
    }

    /// A mark that was refused is taken back: the list is what it was, and is read again.
    private func take(_ result: Result<CellMark, WireError>, of cell: Int64) {
        switch result {
        case .success(let mark): send(.marked(mark))
        case .failure(let error):
            say(error.message)
            showKnown()
            send(.refused(cell))
        }
    }
}
