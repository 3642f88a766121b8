internal import SQLite

/// How far each follower of an inbox has read, by name, and the day it was last heard of.
struct FollowerTable: ~Copyable {
    private var find: Statement
    private var insert: Statement
    private var advance: Statement
    private var hear: Statement
    private var delete: Statement
    private var select: Statement
    private var countInbox: Statement
    private var selectLeast: Statement

    init(in database: Database) throws(SQLiteError) {
        let find = try Statement("SELECT seq, heard FROM followers WHERE inbox = ?1 AND name = ?2", in: database)
        let insert = try Statement(
            "INSERT INTO followers(inbox, name, seq, heard) VALUES (?1, ?2, ?3, ?4)", in: database)
        let advance = try Statement(
            "UPDATE followers SET seq = max(seq, ?3), heard = ?4 WHERE inbox = ?1 AND name = ?2", in: database)
        let hear = try Statement("UPDATE followers SET heard = ?3 WHERE inbox = ?1 AND name = ?2", in: database)
        let delete = try Statement("DELETE FROM followers WHERE inbox = ?1 AND name = ?2", in: database)
        let select = try Statement(
            "SELECT inbox, name, seq, heard FROM followers WHERE ?1 IS NULL OR inbox = ?1 ORDER BY inbox, name",
            in: database)
        let countInbox = try Statement("SELECT count(*) FROM followers WHERE inbox = ?1", in: database)
        let selectLeast = try Statement("SELECT min(seq) FROM followers WHERE inbox = ?1", in: database)
        self.find = find
        self.insert = insert
        self.advance = advance
        self.hear = hear
        self.delete = delete
        self.select = select
        self.countInbox = countInbox
        self.selectLeast = selectLeast
    }

    mutating func position(inbox: UInt32, name: String) throws(SQLiteError) -> Int64? {
        try find.row(Value(inbox), .text(name)) { (row) throws(SQLiteError) in row.integer(0) }
    }

    mutating func insert(_ follower: Follower, on day: Int64) throws(SQLiteError) {
        try insert.run(Value(follower.inbox), .text(follower.name), .integer(follower.position), .integer(day))
    }

    mutating func advance(inbox: UInt32, name: String, to seq: Int64, on day: Int64) throws(SQLiteError) {
        try advance.run(Value(inbox), .text(name), .integer(seq), .integer(day))
    }

    mutating func hear(inbox: UInt32, name: String, on day: Int64) throws(SQLiteError) {
        try hear.run(Value(inbox), .text(name), .integer(day))
    }

    mutating func remove(inbox: UInt32, name: String) throws(SQLiteError) {
        try delete.run(Value(inbox), .text(name))
    }

    /// nil: of all inboxes.
    mutating func all(inbox: UInt32?, on day: Int64) throws(SQLiteError) -> [Follower] {
        try select.rows(Value(inbox)) { (row) throws(SQLiteError) in
            Follower(
                inbox: row.uid(0), name: row.requiredText(1), position: row.integer(2),
                silentDays: Int(day - row.integer(3)))
        }
    }

    mutating func count(inbox: UInt32) throws(SQLiteError) -> Int {
        try countInbox.row(Value(inbox)) { (row) throws(SQLiteError) in Int(row.integer(0)) } ?? 0
    }

    /// Up to where every follower of the inbox has read; without followers, everything.
    mutating func readByAll(inbox: UInt32) throws(SQLiteError) -> Int64 {
        try selectLeast.row(Value(inbox)) { (row) throws(SQLiteError) in row.optionalInteger(0) ?? .max } ?? .max
    }
}
