public import Routing
internal import SQLite

// One cell, by its owner's hand.
extension InboxStore {
    /// Marks a cell as seen up to `version`, within a turn; never back. nil: the inbox has no such cell.
    public func markRead(inbox: UInt32, cell: Int64, version: Int64) throws -> CellChange? {
        try write { () throws(SQLiteError) in
            guard let row = try cells.row(inbox: inbox, id: cell) else { return nil }
            let seen = max(row.cell.readVersion, min(version, row.cell.version))
            return try mark(row, readVersion: seen, dismissed: row.dismissed)
        }
    }

    /// Takes a cell out of the list until its next event, within a turn; only if its owner saw its latest version.
    /// nil: the inbox has no such cell.
    public func dismiss(inbox: UInt32, cell: Int64, version: Int64) throws -> Dismissal? {
        try write { () throws(SQLiteError) in
            guard let row = try cells.row(inbox: inbox, id: cell) else { return nil }
            guard row.cell.version <= version else { return .stale(stored(row)) }
            return .dismissed(
                try mark(row, readVersion: row.cell.readVersion, dismissed: row.cell.version))
        }
    }

    /// Puts a dismissed cell back, within a turn; one that is not dismissed stays as it is. nil: no such cell.
    public func undoDismiss(inbox: UInt32, cell: Int64) throws -> CellChange? {
        try write { () throws(SQLiteError) in
            guard let row = try cells.row(inbox: inbox, id: cell) else { return nil }
            return try mark(row, readVersion: row.cell.readVersion, dismissed: 0)
        }
    }

    /// Marks as seen what a filter lets pass, up to a seq, within a turn: at most `limit` cells of one page's run. Cells
    /// with a newer event stay as they are. `next` is where the following call goes on.
    public func markAllRead(inbox: UInt32, _ filter: CellFilter, upTo seq: Int64, before version: Int64?, limit: Int)
        throws -> (changes: [CellChange], next: Int64?)
    {
        precondition(Self.listLimits.contains(limit), "a slice of \(limit) cells")
        guard filter.isUnread != false else { return ([], nil) }
        var unread = filter
        unread.isUnread = true
        let top = min(version ?? .max, seq < .max ? seq + 1 : .max)
        return try write { () throws(SQLiteError) in
            let found = try pages.page(inbox: inbox, unread, from: .before(top), limit: limit)
            var changes: [CellChange] = []
            for row in found.rows {
                changes.append(try mark(row, readVersion: row.cell.version, dismissed: row.dismissed))
            }
            return (changes, found.next)
        }
    }

    /// Takes back that a version was seen, within a turn. nil: the cell is gone, has changed since, or is unread anyway.
    public func markUnread(inbox: UInt32, cell: Int64, version: Int64?) throws -> CellChange? {
        try write { () throws(SQLiteError) in
            guard let row = try cells.row(inbox: inbox, id: cell) else { return nil }
            let now = row.cell.version
            guard version ?? now == now, row.cell.readVersion >= now else { return nil }
            return try mark(row, readVersion: now - 1, dismissed: row.dismissed)
        }
    }

    private func mark(_ row: CellRow, readVersion: Int64, dismissed: Int64) throws(SQLiteError) -> CellChange {
        let before = stored(row).standing
        if readVersion != row.cell.readVersion || dismissed != row.dismissed {
            try cells.setMarks(row.cell.id, readVersion: readVersion, dismissed: dismissed)
        }
        var after = stored(row)
        after.cell.readVersion = readVersion
        after.isDismissed = dismissed == row.cell.version
        return CellChange(before: before, after: after)
    }

    /// A cell by its id; nil also when it is another inbox's.
    public func cell(inbox: UInt32, id: Int64) throws -> StoredCell? {
        try read { () throws(SQLiteError) in try cells.row(inbox: inbox, id: id).map(stored) }
    }

    /// A cell by its name.
    public func cell(inbox: UInt32, kind: String, key: String) throws -> StoredCell? {
        try read { () throws(SQLiteError) in try cells.row(inbox: inbox, kind: kind, key: key).map(stored) }
    }

    private func stored(_ row: CellRow) -> StoredCell {
        StoredCell(
            cell: row.cell, tab: row.tab, tableVersion: tableVersions.name(of: row.routedBy),
            isDismissed: row.isDismissed)
    }
}

// Many cells.
extension InboxStore {
    /// A page of at most `limit` (1…500) cells that are not dismissed, newest first. It looks at no more than `scanRows`
    /// cells or `scanBytes` of their texts, so it may hold fewer, even none, where few pass. A cell that changes meanwhile
    /// moves to the front and is not seen twice.
    public func page(
        inbox: UInt32, _ filter: CellFilter = CellFilter(), from cursor: CellCursor = .before(nil), limit: Int
    ) throws -> CellPage {
        precondition(Self.listLimits.contains(limit), "a page of \(limit) cells")
        return try read { () throws(SQLiteError) in
            let found = try pages.page(inbox: inbox, filter, from: cursor, limit: limit)
            let cells = found.rows.map(stored)
            if case .after = cursor { return CellPage(cells: cells.reversed(), next: found.next) }
            return CellPage(cells: cells, next: found.next)
        }
    }

    /// The most cells that one page looks at.
    public static let scanRows = 500
    /// The most bytes of text, times the words looked for, that one page looks at; the text that passes it is the last.
    public static let scanBytes = 1 << 20

    /// How many unread, listed cells each tab has; a tab with none is missing. Reads all cells of the inbox.
    public func unreadCounts(inbox: UInt32) throws -> [String: Int] {
        try read { () throws(SQLiteError) in try lists.unreadCounts(inbox: inbox) }
    }

    /// How many listed cells have an event after `seq`, and the newest of those events.
    public func changed(since seq: Int64, inbox: UInt32) throws -> (count: Int, newest: Int64?) {
        try read { () throws(SQLiteError) in try lists.changed(since: seq, inbox: inbox) }
    }

    /// The cells that changed after a seq, in the order of their last events, each in its newest state: what a client
    /// that is behind is told. Dismissed ones are left out, and so are bodies. `limit` in `listLimits`.
    public func cells(inbox: UInt32, changedAfter seq: Int64, limit: Int) throws -> [StoredCell] {
        precondition(Self.listLimits.contains(limit), "a slice of \(limit) cells")
        return try read { () throws(SQLiteError) in
            try lists.changed(after: seq, inbox: inbox, limit: limit).map(stored)
        }
    }

    /// All cells of an inbox, dismissed ones too, by id after `id`, without their bodies. `limit` in `listLimits`.
    public func cells(inbox: UInt32, after id: Int64, limit: Int) throws -> [StoredCell] {
        precondition(Self.listLimits.contains(limit), "a slice of \(limit) cells")
        return try read { () throws(SQLiteError) in
            try lists.all(after: id, inbox: inbox, limit: limit).map(stored)
        }
    }

    /// All cells of one kind, dismissed ones too, by key, without their bodies. `limit` in `listLimits`.
    public func cells(inbox: UInt32, ofKind kind: String, limit: Int) throws -> [StoredCell] {
        precondition(Self.listLimits.contains(limit), "a slice of \(limit) cells")
        return try read { () throws(SQLiteError) in
            try lists.all(ofKind: kind, inbox: inbox, limit: limit).map(stored)
        }
    }

    /// The newest cells of one kind that are not dismissed, without their bodies. `limit` in `listLimits`.
    public func cells(inbox: UInt32, newestOfKind kind: String, limit: Int) throws -> [StoredCell] {
        precondition(Self.listLimits.contains(limit), "a slice of \(limit) cells")
        return try read { () throws(SQLiteError) in
            try lists.newest(ofKind: kind, inbox: inbox, limit: limit).map(stored)
        }
    }

    /// How many cells of one kind are unread and listed, counted up to `limit`. Looks at that kind's cells only.
    public func unreadCount(inbox: UInt32, ofKind kind: String, upTo limit: Int) throws -> Int {
        try read { () throws(SQLiteError) in try lists.unread(ofKind: kind, inbox: inbox, limit: limit) }
    }

    /// Every uid that has a cell.
    public func inboxes() throws -> [UInt32] {
        try read { () throws(SQLiteError) in try lists.inboxes() }
    }
}

// The tabs that a route table gave.
extension InboxStore {
    /// From now on this table routes what is accepted, within a turn. The last 16 are remembered.
    public func record(table version: String, at now: Moment) throws {
        try write { () throws(SQLiteError) in try tableVersions.record(version, at: now.wall) }
    }

    /// Cells of all inboxes that another table than this one gave their tab, by id after `id`, without their bodies.
    public func cells(notRoutedBy version: String, after id: Int64, limit: Int) throws -> [StoredCell] {
        precondition(Self.listLimits.contains(limit), "a slice of \(limit) cells")
        return try read { () throws(SQLiteError) in
            // No cell has the number -1: a table that is not known routed none.
            try lists.stale(than: tableVersions.number(of: version) ?? -1, after: id, limit: limit).map(stored)
        }
    }

    /// Writes the tab that a recorded table gives a cell, within a turn; "" is the notification view.
    public func setTab(cell: Int64, tab: String, table version: String) throws {
        guard let table = tableVersions.number(of: version) else {
            preconditionFailure("table \(version) was not recorded")
        }
        try write { () throws(SQLiteError) in try cells.setRoute(cell, tab: tab, table: table) }
    }
}
