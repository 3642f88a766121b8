internal import Routing
internal import Wire

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
    private var lists: [CellsFilter: CellsList.Answer] = [:]
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
    func knownList(_ filter: CellsFilter) -> CellsList.Answer? { lists[filter] }

    /// A cell as it was last given.
    func knownDetail(_ cell: Int64) -> CellDetail? { details[cell] }

    /// A page of a list.
    func list(_ request: CellsRequest, then: @escaping (Result<CellsList.Answer, WireError>) -> Void) {
        var call = CellsList(request.filter, limit: min(max(1, request.limit), WireLimits.page))
        switch request.part {
        case .newest: break
        case .below(let version): call.before = version
        case .above(let version): call.after = version
        case .oldest: call.after = 0
        }
        link.call(call) { [weak self] result in
            if request.part == .newest, case .success(let page) = result { self?.keep(page, request.filter) }
            then(result)
        }
    }

    /// A cell in full; `before`: its past before an event, as the last answer said.
    func detail(
        _ cell: Int64, historyBefore: Int64? = nil, then: @escaping (Result<CellDetail, WireError>) -> Void
    ) {
        link.call(CellsGet(cell: cell, historyBefore: historyBefore)) { [weak self] result in
            if historyBefore == nil, case .success(let detail) = result { self?.keep(detail) }
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

    /// Marks what a filter lets pass as read, up to a seq: a call for each page, one after another. What was marked is
    /// handed on also where a later call fails.
    func markAllRead(
        _ filter: CellsFilter, upTo seq: Int64, before: Int64? = nil, marked: [CellVersion] = [],
        then: @escaping ([CellVersion], WireError?) -> Void
    ) {
        link.call(CellsReadAll(filter, upTo: seq, before: before)) { [weak self] result in
            switch result {
            case .failure(let error): then(marked, error)
            case .success(let answer):
                for cell in answer.cells {
                    self?.marked(CellMark(cell: cell.cell, isUnread: false, isDismissed: false))
                }
                let marked = marked + answer.cells
                guard let self, let next = answer.next else { return then(marked, nil) }
                markAllRead(filter, upTo: seq, before: next, marked: marked, then: then)
            }
        }
    }

    /// Takes back that these were read, page by page.
    func markUnread(_ cells: ArraySlice<CellVersion>, then: @escaping (WireError?) -> Void) {
        link.call(CellsUnread(Array(cells.prefix(WireLimits.page)))) { [weak self] result in
            let rest = cells.dropFirst(WireLimits.page)
            switch result {
            case .failure(let error): then(error)
            case .success where rest.isEmpty: then(nil)
            case .success: self?.markUnread(rest, then: then)
            }
        }
    }

    /// Why a cell leads where it does, and which rules were looked at.
    func explanation(_ cell: Int64, then: @escaping (Result<Explanation, WireError>) -> Void) {
        link.call(Explain(question: .target(.cell(cell))), then: then)
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

    private func keep(_ page: CellsList.Answer, _ filter: CellsFilter) {
        if lists.count >= Self.listLimit, lists[filter] == nil { lists.removeAll() }
        lists[filter] = page
    }

    private func keep(_ detail: CellDetail) {
        if details.count >= Self.listLimit { details.removeAll() }
        details[detail.summary.id] = detail
    }
}
