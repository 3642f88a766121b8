// A page looks at a bounded run of versions, whatever the filter lets pass: first the version at the run's end, a walk in
// the index alone, then the cells of the run. So a filter that finds nothing among 100 000 cells costs many short calls
// and holds up nobody else for longer than one of them.
internal import SQLite
internal import Text

/// The queries of a list's pages.
struct CellPages: ~Copyable {
    private var endBefore: Statement
    private var endAfter: Statement
    private var newest: Statement
    private var oldest: Statement
    private var newestWithBody: Statement
    private var oldestWithBody: Statement

    /// What a page found.
    struct Found {
        /// In the direction of the search.
        var rows: [CellRow] = []
        var next: Int64?
    }

    init(in database: Database) throws(SQLiteError) {
        let endBefore = try Statement(
            """
            SELECT version FROM cells WHERE inbox = ?1 AND version < ?2 AND version > ?3
            ORDER BY version DESC LIMIT 1 OFFSET ?4
            """, in: database)
        let endAfter = try Statement(
            """
            SELECT version FROM cells WHERE inbox = ?1 AND version > ?2 ORDER BY version LIMIT 1 OFFSET ?3
            """, in: database)
        let newest = try Statement(Self.select("DESC", body: "''"), in: database)
        let oldest = try Statement(Self.select("ASC", body: "''"), in: database)
        let newestWithBody = try Statement(Self.select("DESC", body: "e.body"), in: database)
        let oldestWithBody = try Statement(Self.select("ASC", body: "e.body"), in: database)
        self.endBefore = endBefore
        self.endAfter = endAfter
        self.newest = newest
        self.oldest = oldest
        self.newestWithBody = newestWithBody
        self.oldestWithBody = oldestWithBody
    }

    private static func select(_ order: String, body: String) -> String {
        """
        \(CellRow.select(body: body))
        WHERE c.inbox = ?1 AND c.version >= ?2 AND c.version <= ?3 AND c.dismissed != c.version
            AND (?4 IS NULL OR c.tab = ?4) AND (?5 IS NULL OR (c.version > c.read) = ?5)
            AND (?6 IS NULL OR c.kind = ?6 OR substr(c.kind, 1, length(?7)) = ?7)
            AND (?8 IS NULL OR e.state = ?8 OR substr(e.state, 1, length(?9)) = ?9)
        ORDER BY c.version \(order)
        """
    }

    /// At most `limit` cells of one run.
    mutating func page(inbox: UInt32, _ filter: CellFilter, from cursor: CellCursor, limit: Int) throws(SQLiteError)
        -> Found
    {
        let run = InboxStore.scanRows - 1
        let since = filter.since ?? 0
        switch cursor {
        case .before(let version):
            let top = version ?? .max
            guard top > 0 else { return Found() }
            let end = try endBefore.row(Value(inbox), .integer(top), .integer(since), Value(run)) {
                (row) throws(SQLiteError) in row.integer(0)
            }
            let range = (max(end ?? 0, since + 1), top - 1)
            return filter.search == nil
                ? try Self.read(&newest, inbox, range, filter, to: end, limit)
                : try Self.read(&newestWithBody, inbox, range, filter, to: end, limit)
        case .after(let version):
            let bottom = max(version, since)
            guard bottom < .max else { return Found() }
            let end = try endAfter.row(Value(inbox), .integer(bottom), Value(run)) { (row) throws(SQLiteError) in
                row.integer(0)
            }
            let range = (bottom + 1, end ?? .max)
            return filter.search == nil
                ? try Self.read(&oldest, inbox, range, filter, to: end, limit)
                : try Self.read(&oldestWithBody, inbox, range, filter, to: end, limit)
        }
    }

    private static func read(
        _ query: inout Statement, _ inbox: UInt32, _ range: (Int64, Int64), _ filter: CellFilter, to end: Int64?,
        _ limit: Int
    ) throws(SQLiteError) -> Found {
        var found = Found()
        var last: Int64?
        var bytes = 0
        let search = filter.search
        let isWhole = try query.visit(
            Value(inbox), .integer(range.0), .integer(range.1), Value(filter.tab),
            Value(filter.isUnread.map { $0 ? 1 : 0 }), Value(filter.kind), Value(prefix(filter.kind)),
            Value(filter.state), Value(prefix(filter.state))
        ) { (row) throws(SQLiteError) in
            last = row.integer(8)
            if let search {
                let texts = (row.requiredText(5), row.requiredText(3), row.requiredText(19))
                bytes += (texts.0.utf8.count + texts.1.utf8.count + texts.2.utf8.count) * search.count
                if search.matches(texts.0, texts.1, texts.2) { found.rows.append(try CellRow(row, keepsBody: false)) }
            } else {
                found.rows.append(try CellRow(row))
            }
            return found.rows.count < limit && bytes < InboxStore.scanBytes
        }
        found.next = isWhole ? end : last
        return found
    }

    /// The beginning that `ci.*` asks for; nil: the whole is meant.
    private static func prefix(_ pattern: String?) -> String? {
        guard let pattern, pattern.utf8.last == UInt8(ascii: "*") else { return nil }
        return String(pattern.dropLast())
    }
}
