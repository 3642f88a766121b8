internal import Routing
internal import SQLite

/// The queries over many cells. They leave bodies out.
struct CellLists: ~Copyable {
    private var selectStale: Statement
    private var countUnread: Statement
    private var countChanged: Statement
    private var selectInboxes: Statement
    private var selectChanged: Statement
    private var selectAll: Statement
    private var selectOfKind: Statement
    private var selectNewestOfKind: Statement
    private var countUnreadOfKind: Statement

    init(in database: Database) throws(SQLiteError) {
        let selectStale = try Statement(
            "\(CellRow.select(body: "''")) WHERE c.id > ?1 AND c.routed_by != ?2 ORDER BY c.id LIMIT ?3", in: database)
        let countUnread = try Statement(
            """
            SELECT tab FROM cells WHERE inbox = ?1 AND version > read AND dismissed != version
            """, in: database)
        let countChanged = try Statement(
            """
            SELECT count(*), max(version) FROM cells WHERE inbox = ?1 AND version > ?2 AND dismissed != version
            """, in: database)
        let selectChanged = try Statement(
            """
            \(CellRow.select(body: "''"))
            WHERE c.inbox = ?1 AND c.version > ?2 AND c.dismissed != c.version ORDER BY c.version LIMIT ?3
            """, in: database)
        let selectAll = try Statement(
            "\(CellRow.select(body: "''")) WHERE c.id > ?1 AND c.inbox = ?2 ORDER BY c.id LIMIT ?3", in: database)
        let selectOfKind = try Statement(
            "\(CellRow.select(body: "''")) WHERE c.inbox = ?1 AND c.kind = ?2 ORDER BY c.key LIMIT ?3", in: database)
        // The sign keeps SQLite in the index by name: only cells of the kind are looked at.
        let selectNewestOfKind = try Statement(
            """
            \(CellRow.select(body: "''"))
            WHERE c.inbox = ?1 AND c.kind = ?2 AND c.dismissed != c.version ORDER BY +c.version DESC LIMIT ?3
            """, in: database)
        let countUnreadOfKind = try Statement(
            """
            SELECT count(*) FROM (SELECT 1 FROM cells INDEXED BY cells_by_name
                WHERE inbox = ?1 AND kind = ?2 AND version > read AND dismissed != version LIMIT ?3)
            """, in: database)
        // One step in the index for each inbox, however many cells it has.
        let selectInboxes = try Statement(
            """
            WITH RECURSIVE found(inbox) AS (
                SELECT min(inbox) FROM cells
                UNION ALL
                SELECT (SELECT min(inbox) FROM cells WHERE inbox > found.inbox) FROM found WHERE inbox IS NOT NULL)
            SELECT inbox FROM found WHERE inbox IS NOT NULL
            """, in: database)
        self.selectStale = selectStale
        self.countUnread = countUnread
        self.countChanged = countChanged
        self.selectInboxes = selectInboxes
        self.selectChanged = selectChanged
        self.selectAll = selectAll
        self.selectOfKind = selectOfKind
        self.selectNewestOfKind = selectNewestOfKind
        self.countUnreadOfKind = countUnreadOfKind
    }

    mutating func stale(than table: Int64, after id: Int64, limit: Int) throws(SQLiteError) -> [CellRow] {
        try selectStale.rows(.integer(id), .integer(table), Value(limit)) { (row) throws(SQLiteError) in
            try CellRow(row)
        }
    }

    mutating func unreadCounts(inbox: UInt32) throws(SQLiteError) -> [String: Int] {
        // Counted here, not by GROUP BY, for which SQLite sorts all unread cells in memory: 5 MiB for 100 000 (measured).
        var counts: [String: Int] = [:]
        _ = try countUnread.rows(Value(inbox)) { (row) throws(SQLiteError) in
            counts[row.requiredText(0), default: 0] += 1
        }
        return counts
    }

    mutating func changed(since seq: Int64, inbox: UInt32) throws(SQLiteError) -> (count: Int, newest: Int64?) {
        try countChanged.row(Value(inbox), .integer(seq)) { (row) throws(SQLiteError) in
            (Int(row.integer(0)), row.optionalInteger(1))
        } ?? (0, nil)
    }

    mutating func changed(after seq: Int64, inbox: UInt32, limit: Int) throws(SQLiteError) -> [CellRow] {
        try selectChanged.rows(Value(inbox), .integer(seq), Value(limit)) { (row) throws(SQLiteError) in
            try CellRow(row)
        }
    }

    mutating func all(after id: Int64, inbox: UInt32, limit: Int) throws(SQLiteError) -> [CellRow] {
        try selectAll.rows(.integer(id), Value(inbox), Value(limit)) { (row) throws(SQLiteError) in try CellRow(row) }
    }

    mutating func all(ofKind kind: String, inbox: UInt32, limit: Int) throws(SQLiteError) -> [CellRow] {
        try selectOfKind.rows(Value(inbox), .text(kind), Value(limit)) { (row) throws(SQLiteError) in
            try CellRow(row)
        }
    }

    mutating func newest(ofKind kind: String, inbox: UInt32, limit: Int) throws(SQLiteError) -> [CellRow] {
        try selectNewestOfKind.rows(Value(inbox), .text(kind), Value(limit)) { (row) throws(SQLiteError) in
            try CellRow(row)
        }
    }

    mutating func unread(ofKind kind: String, inbox: UInt32, limit: Int) throws(SQLiteError) -> Int {
        try countUnreadOfKind.row(Value(inbox), .text(kind), Value(limit)) { (row) throws(SQLiteError) in
            Int(row.integer(0))
        } ?? 0
    }

    mutating func inboxes() throws(SQLiteError) -> [UInt32] {
        try selectInboxes.rows { (row) throws(SQLiteError) in row.uid(0) }
    }
}
