internal import Wire

/// The part of a list that is in memory: rows one after another, newest first, and where it goes on at either end. Pages
/// are joined to it; what is too much falls off the end that is further away.
struct CellWindow: Equatable {
    /// The most rows that are kept: some 600 KiB.
    static let limit = 600

    /// Which part of a list a page is.
    enum Part: Hashable {
        /// The newest rows.
        case newest
        /// The rows below a version.
        case below(Int64)
        /// The rows above a version.
        case above(Int64)
        /// The end of the list.
        case oldest
    }

    private(set) var rows: [CellSummary] = []
    /// Newer rows than the first are above this version; nil: there are none.
    private(set) var newer: Int64?
    /// Older rows than the last are below this version; nil: there are none.
    private(set) var older: Int64?
    /// The newest version that was seen in this list.
    private(set) var newestSeen: Int64 = 0

    /// Up to this version all is known, while there is nothing newer: what came later is the next newest page's.
    private var top: Int64 = 0
    private var isFresh = true

    /// Joins a page.
    ///
    /// - Parameter keepsPlace: rather than to jump to the newest rows, the window stays where it is when there are more new
    ///   rows than a page holds.
    mutating func join(_ page: CellsList.Answer, as part: Part, keepsPlace: Bool = false) {
        let newest = page.newest ?? page.cells.first?.version ?? 0
        newestSeen = max(newestSeen, newest)
        switch part {
        case .newest: joinNewest(page, keepsPlace: keepsPlace)
        case .below(let version):
            if isFresh { newer = version - 1 }
            replace(above: page.next, below: version, with: page)
            if rows.count > Self.limit { cutTop() }
        case .above: joinAbove(page)
        case .oldest: (rows, newer, older) = (page.cells, page.next, nil)
        }
        if newer == nil { top = newest }
        isFresh = false
    }

    private mutating func joinNewest(_ page: CellsList.Answer, keepsPlace: Bool) {
        if newer == nil, !isFresh, (page.next ?? 0) <= top {
            replace(above: page.next, below: nil, with: page)
            if rows.count > Self.limit { cutBottom() }
        } else if keepsPlace, newer == nil, !rows.isEmpty {
            newer = top
        } else {
            (rows, newer, older) = (page.cells, nil, page.next)
        }
    }

    private mutating func joinAbove(_ page: CellsList.Answer) {
        let ids = Set(page.cells.map(\.id))
        rows = page.cells + rows.filter { !ids.contains($0.id) }
        newer = page.next
        if rows.count > Self.limit { cutBottom() }
    }

    /// All from `low` on was looked at: what is not in the page any more has gone, or moved to the top. What is known
    /// further down stays known.
    private mutating func replace(above low: Int64?, below high: Int64?, with page: CellsList.Answer) {
        let ids = Set(page.cells.map(\.id))
        let kept = rows.filter { !ids.contains($0.id) }
        let upper = high.map { high in kept.filter { $0.version >= high } } ?? []
        let lower = low.map { low in kept.filter { $0.version < low } } ?? []
        rows = upper + page.cells + lower
        if isFresh || low == nil {
            older = low
        } else if let known = older, let low, low < known {
            older = low
        }
    }

    private mutating func cutTop() {
        rows.removeFirst(rows.count - Self.limit)
        newer = rows.first?.version
    }

    private mutating func cutBottom() {
        rows.removeLast(rows.count - Self.limit)
        older = rows.last?.version
    }

    /// The page that shows the rows as they are now.
    var refreshing: (part: Part, limit: Int) {
        let limit = min(max(CellRepository.pageSize, rows.count), WireLimits.page)
        guard newer != nil, let first = rows.first else { return (.newest, limit) }
        return (.below(first.version + 1), limit)
    }

    /// Whether it holds the whole list.
    var isWhole: Bool { newer == nil && older == nil }

    mutating func setUnread(_ isUnread: Bool, at index: Int) { rows[index].isUnread = isUnread }
    mutating func remove(at index: Int) { rows.remove(at: index) }
    /// Puts a row where it stood, or takes it as it is now.
    mutating func put(_ cell: CellSummary) {
        rows.removeAll { $0.id == cell.id }
        rows.insert(cell, at: rows.firstIndex { $0.version < cell.version } ?? rows.count)
    }

    /// It is another list's from now on.
    mutating func forget() { self = CellWindow() }
}
