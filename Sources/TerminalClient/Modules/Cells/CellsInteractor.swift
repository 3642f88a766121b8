internal import Wire

/// The list's only I/O: pages and marks, from the repository.
final class CellsInteractor {
    private let repository: CellRepository
    /// Where answers go: the view model's input.
    var send: (CellsViewModel.Input) -> Void = { _ in }
    /// Told why a mark was refused.
    var say: (String) -> Void = { _ in }

    init(repository: CellRepository) {
        self.repository = repository
        repository.observe(self) { [weak self] in self?.send(.changed) }
    }

    /// The first rows as they were last given.
    func known(_ filter: CellsFilter) -> CellsList.Answer? { repository.knownList(filter) }

    func load(_ request: CellsRequest) {
        repository.list(request) { [weak self] result in
            switch result {
            case .success(let page): self?.send(.page(page, for: request))
            case .failure(let error): self?.send(.failed(error, for: request))
            }
        }
    }

    func markAllRead(_ filter: CellsFilter, upTo seq: Int64) {
        repository.markAllRead(filter, upTo: seq) { [weak self] cells, error in
            self?.send(.allMarked(cells))
            if let error { self?.say("\(cells.count) marked as read, then: \(error.message)") }
        }
    }

    func markUnread(_ cells: [CellVersion]) {
        repository.markUnread(cells[...]) { [weak self] error in
            if let error { self?.say(error.message) }
            self?.send(.changed)
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
            send(.refused(cell))
        }
    }
}
