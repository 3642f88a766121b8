internal import Wire

/// Which cells a list shows.
struct CellFilter: Hashable, Sendable {
    /// Only those whose route is this tab; nil: all.
    var tab: String?
    /// Only those that changed after this seq.
    var since: Int64?
}

/// The cells as the daemon last gave them. It outlives screens: a list that is opened again shows what it had, and then
/// what is new. It asks only when a screen does.
final class CellRepository {
    /// The rows of one page.
    static let pageSize = 100
    /// Lists whose first rows are kept.
    private static let listLimit = 16

    private struct Observer {
        weak var owner: AnyObject?
        let changed: () -> Void
    }

    private let link: DaemonLink
    private var lists: [CellFilter: CellsList.Answer] = [:]
    private var details: [Int64: CellDetail] = [:]
    private var observers: [Observer] = []

    /// Told of each mark that the daemon made for us.
    var marked: (CellMark) -> Void = { _ in }
    /// Unread cells per tab.
    private(set) var unread: [String: Int] = [:]

    init(link: DaemonLink) {
        self.link = link
    }

    /// The first rows as they were last given.
    func knownList(_ filter: CellFilter) -> CellsList.Answer? { lists[filter] }

    /// A cell as it was last given.
    func knownDetail(_ cell: Int64) -> CellDetail? { details[cell] }

    /// A page; without `before` the first, of `limit` rows or what the protocol allows.
    func list(
        _ filter: CellFilter, before: Int64? = nil, limit: Int = pageSize,
        then: @escaping (Result<CellsList.Answer, WireError>) -> Void
    ) {
        let limit = min(max(1, limit), WireLimits.page)
        let call = CellsList(tab: filter.tab, since: filter.since, before: before, limit: limit)
        link.call(call) { [weak self] result in
            if before == nil, case .success(let page) = result { self?.keep(page, filter) }
            then(result)
        }
    }

    func detail(_ cell: Int64, then: @escaping (Result<CellDetail, WireError>) -> Void) {
        link.call(CellsGet(cell: cell)) { [weak self] result in
            if case .success(let detail) = result { self?.keep(detail) }
            then(result)
        }
    }

    func markRead(_ cell: CellSummary, then: @escaping (Result<CellMark, WireError>) -> Void) {
        mark(CellsRead(cell: cell.id, version: cell.version), then)
    }

    func dismiss(_ cell: CellSummary, then: @escaping (Result<CellMark, WireError>) -> Void) {
        mark(CellsDismiss(cell: cell.id, version: cell.version), then)
    }

    func undoDismissal(_ cell: Int64, then: @escaping (Result<CellMark, WireError>) -> Void) {
        mark(CellsUndo(cell: cell), then)
    }

    private func mark<C: Call>(_ call: C, _ then: @escaping (Result<CellMark, WireError>) -> Void)
    where C.Answer == CellMark {
        link.call(call) { [weak self] result in
            if case .success(let mark) = result { self?.marked(mark) }
            then(result)
        }
    }

    /// Tells an owner of changes for as long as it lives.
    func observe(_ owner: AnyObject, _ changed: @escaping () -> Void) {
        observers.removeAll { $0.owner == nil }
        observers.append(Observer(owner: owner, changed: changed))
    }

    /// The daemon said that cells changed, or was met anew.
    func noteChange(unread: [String: Int]) {
        self.unread = unread
        for observer in observers where observer.owner != nil {
            observer.changed()
        }
    }

    private func keep(_ page: CellsList.Answer, _ filter: CellFilter) {
        if lists.count >= Self.listLimit, lists[filter] == nil { lists.removeAll() }
        lists[filter] = page
    }

    private func keep(_ detail: CellDetail) {
        if details.count >= Self.listLimit { details.removeAll() }
        details[detail.summary.id] = detail
    }
}
