internal import InboxStore
internal import Routing
internal import Wire

/// Lists of cells, one cell in full, and the marks that its owner makes.
extension CallDesk {
    func page(_ list: CellsList, of inbox: UInt32) throws -> CellsList.Answer {
        let cursor: CellCursor = list.after.map { .after($0) } ?? .before(list.before)
        let found = try store.page(inbox: inbox, CellFilter(list.filter), from: cursor, limit: list.limit)
        var cells: [CellSummary] = []
        var bytes = 0
        // In the direction of the search, so that what does not fit begins the next page.
        for stored in list.after == nil ? found.cells : found.cells.reversed() {
            let summary = tables.summary(of: stored.cell)
            bytes += summary.estimatedBytes
            if bytes > DaemonLimits.pageBytes, !cells.isEmpty { break }
            cells.append(summary)
        }
        let next = cells.count == found.cells.count ? found.next : cells.last?.version
        return CellsList.Answer(
            cells: list.after == nil ? cells : cells.reversed(), next: next, newest: store.highWater)
    }

    func detail(of get: CellsGet, in inbox: UInt32) throws -> CellDetail {
        let stored = try cell(get.cell, in: inbox)
        let history = try store.history(
            inbox: inbox, cell: get.cell, before: get.historyBefore, limit: DaemonLimits.history)
        return CellDetail(
            summary: tables.summary(of: stored.cell), body: stored.cell.body, params: stored.cell.params,
            isDismissed: stored.isDismissed, table: stored.tableVersion,
            history: history.map {
                CellDetail.PastState(
                    seq: $0.seq, state: $0.event.state, title: $0.event.title, time: $0.arrived, sender: $0.sender,
                    unit: $0.unit)
            }, historyNext: history.count == DaemonLimits.history ? history.last?.seq : nil)
    }

    func mark(_ read: CellsRead, in inbox: UInt32, _ effects: inout Effects) throws -> CellMark {
        let (cell, version) = (read.target.cell, read.target.version ?? .max)
        guard let change = try store.markRead(inbox: inbox, cell: cell, version: version) else {
            throw Self.noCell(cell)
        }
        effects.changes.append(change)
        return CellMark(change.after)
    }

    func mark(_ dismiss: CellsDismiss, in inbox: UInt32, _ effects: inout Effects) throws -> CellMark {
        let (cell, version) = (dismiss.target.cell, dismiss.target.version ?? .max)
        switch try store.dismiss(inbox: inbox, cell: cell, version: version) {
        case .dismissed(let change):
            effects.changes.append(change)
            return CellMark(change.after)
        case .stale(let now):
            throw WireError(
                .stale, "cell \(cell) changed: it is \(now.cell.state) now (version \(now.cell.version))")
        case nil: throw Self.noCell(cell)
        }
    }

    func mark(_ undo: CellsUndo, in inbox: UInt32, _ effects: inout Effects) throws -> CellMark {
        guard let change = try store.undoDismiss(inbox: inbox, cell: undo.cell) else { throw Self.noCell(undo.cell) }
        effects.changes.append(change)
        return CellMark(change.after)
    }

    func markAll(_ all: CellsReadAll, in inbox: UInt32, _ effects: inout Effects) throws -> CellsReadAll.Answer {
        let (changes, next) = try store.markAllRead(
            inbox: inbox, CellFilter(all.filter), upTo: all.upTo, before: all.before, limit: DaemonLimits.marks)
        effects.changes += changes
        return CellsReadAll.Answer(
            cells: changes.map { CellVersion(cell: $0.after.cell.id, version: $0.after.cell.version) }, next: next)
    }

    func unmark(_ unread: CellsUnread, in inbox: UInt32, _ effects: inout Effects) throws -> CellsUnread.Answer {
        var count = 0
        for seen in unread.cells {
            guard let change = try store.markUnread(inbox: inbox, cell: seen.cell, version: seen.version) else {
                continue
            }
            effects.changes.append(change)
            count += 1
        }
        return CellsUnread.Answer(count: count)
    }
}

extension CellFilter {
    /// The same, as the store takes it.
    init(_ filter: CellsFilter) {
        self.init(
            tab: filter.tab, isUnread: filter.isUnread, since: filter.since, kind: filter.kind, state: filter.state,
            text: filter.text)
    }
}

extension CellMark {
    init(_ stored: StoredCell) {
        self.init(cell: stored.cell.id, isUnread: stored.cell.isUnread, isDismissed: stored.isDismissed)
    }
}

extension CellSummary {
    /// About how long it is on the wire; control characters and the like are escaped to at most six bytes each.
    var estimatedBytes: Int {
        let texts = kind.utf8.count + state.utf8.count + key.utf8.count + title.utf8.count
        let places =
            route.link.description.utf8.count * 2 + route.why.text.utf8.count + (route.why.stanza?.utf8.count ?? 0)
        return 256 + texts * 2 + places
    }
}
