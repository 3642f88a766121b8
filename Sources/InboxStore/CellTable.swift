internal import Routing
internal import SQLite

/// The cells: a name, marks and a tab each; their text is that of their latest event.
struct CellTable: ~Copyable {
    private var find: Statement
    private var insert: Statement
    private var update: Statement
    private var setMarks: Statement
    private var setRoute: Statement
    private var selectByID: Statement
    private var selectByName: Statement

    /// A cell as an upsert needs it.
    struct Found {
        let id: Int64
        let version: Int64
        let readVersion: Int64
        let standing: CellStanding
    }

    init(in database: Database) throws(SQLiteError) {
        let find = try Statement(
            "SELECT id, version, read, dismissed, tab FROM cells WHERE inbox = ?1 AND kind = ?2 AND key = ?3",
            in: database)
        let insert = try Statement(
            """
            INSERT INTO cells(id, inbox, kind, key, version, read, dismissed, tab, routed_by)
            VALUES (?1, ?2, ?3, ?4, ?1, 0, 0, ?5, ?6)
            """, in: database)
        let update = try Statement(
            "UPDATE cells SET version = ?2, tab = ?3, routed_by = ?4 WHERE id = ?1", in: database)
        let setMarks = try Statement("UPDATE cells SET read = ?2, dismissed = ?3 WHERE id = ?1", in: database)
        let setRoute = try Statement("UPDATE cells SET tab = ?2, routed_by = ?3 WHERE id = ?1", in: database)
        let selectByID = try Statement(
            "\(CellRow.select(body: "e.body")) WHERE c.id = ?2 AND c.inbox = ?1", in: database)
        let selectByName = try Statement(
            "\(CellRow.select(body: "e.body")) WHERE c.inbox = ?1 AND c.kind = ?2 AND c.key = ?3", in: database)
        self.find = find
        self.insert = insert
        self.update = update
        self.setMarks = setMarks
        self.setRoute = setRoute
        self.selectByID = selectByID
        self.selectByName = selectByName
    }

    mutating func find(inbox: UInt32, kind: String, key: String) throws(SQLiteError) -> Found? {
        try find.row(Value(inbox), .text(kind), .text(key)) { (row) throws(SQLiteError) in
            let (version, read) = (row.integer(1), row.integer(2))
            let standing = CellStanding(
                tab: row.requiredText(4), isUnread: version > read, isListed: row.integer(3) != version)
            return Found(id: row.integer(0), version: version, readVersion: read, standing: standing)
        }
    }

    /// A new cell's id is the seq of its first event.
    mutating func insert(_ id: Int64, inbox: UInt32, kind: String, key: String, tab: String, table: Int64)
        throws(SQLiteError)
    {
        try insert.run(.integer(id), Value(inbox), .text(kind), .text(key), .text(tab), .integer(table))
    }

    mutating func update(_ id: Int64, version: Int64, tab: String, table: Int64) throws(SQLiteError) {
        try update.run(.integer(id), .integer(version), .text(tab), .integer(table))
    }

    /// `dismissed` is the version that was dismissed, so that the next event ends it by itself.
    mutating func setMarks(_ id: Int64, readVersion: Int64, dismissed: Int64) throws(SQLiteError) {
        try setMarks.run(.integer(id), .integer(readVersion), .integer(dismissed))
    }

    mutating func setRoute(_ id: Int64, tab: String, table: Int64) throws(SQLiteError) {
        try setRoute.run(.integer(id), .text(tab), .integer(table))
    }

    mutating func row(inbox: UInt32, id: Int64) throws(SQLiteError) -> CellRow? {
        try selectByID.row(Value(inbox), .integer(id)) { (row) throws(SQLiteError) in try CellRow(row) }
    }

    mutating func row(inbox: UInt32, kind: String, key: String) throws(SQLiteError) -> CellRow? {
        try selectByName.row(Value(inbox), .text(kind), .text(key)) { (row) throws(SQLiteError) in try CellRow(row) }
    }
}

/// A cell joined with its latest event.
struct CellRow {
    let cell: Cell
    let tab: String
    let routedBy: Int64
    let dismissed: Int64

    /// The body comes last and may be left out: reading a long one costs pages of its own.
    static func select(body: String) -> String {
        """
        SELECT c.id, c.inbox, c.kind, c.key, e.state, e.title, e.params, e.priority, c.version, c.read, e.arrived,
            e.deadline_wall, e.deadline_boot, e.boot, e.link, e.arrival, c.tab, c.routed_by, c.dismissed, \(body)
        FROM cells c CROSS JOIN events e ON e.seq = c.version
        """
    }

    /// - Parameter keepsBody: false where it was only looked at.
    init(_ row: borrowing Row, keepsBody: Bool = true) throws(SQLiteError) {
        cell = Cell(
            id: row.integer(0), inbox: row.uid(1), kind: row.requiredText(2), key: row.requiredText(3),
            state: row.requiredText(4), title: row.requiredText(5), body: keepsBody ? row.requiredText(19) : "",
            params: try StoredParams.params(row.blob(6)), priority: try row.priority(7), version: row.integer(8),
            readVersion: row.integer(9), time: row.integer(10), deadline: row.deadline(11), link: try row.link(14),
            arrival: try row.arrival(15))
        tab = row.requiredText(16)
        routedBy = row.integer(17)
        dismissed = row.integer(18)
    }

    var isDismissed: Bool { dismissed == cell.version }
}
