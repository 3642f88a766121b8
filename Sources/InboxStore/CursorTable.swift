internal import SQLite

/// How far each reader of an inbox has come, by name.
struct CursorTable: ~Copyable {
    private var select: Statement
    private var advance: Statement
    private var forget: Statement

    init(in database: Database) throws(SQLiteError) {
        let select = try Statement("SELECT seq FROM cursors WHERE inbox = ?1 AND name = ?2", in: database)
        let advance = try Statement(
            """
            INSERT INTO cursors(inbox, name, seq) VALUES (?1, ?2, ?3)
            ON CONFLICT (inbox, name) DO UPDATE SET seq = excluded.seq WHERE excluded.seq > seq
            """, in: database)
        let forget = try Statement(
            "DELETE FROM cursors WHERE inbox = ?1 AND name GLOB ?2 AND name != ?3", in: database)
        self.forget = forget
        self.select = select
        self.advance = advance
    }

    /// 0: it has read nothing.
    mutating func position(inbox: UInt32, name: String) throws(SQLiteError) -> Int64 {
        try select.row(Value(inbox), .text(name)) { (row) throws(SQLiteError) in row.integer(0) } ?? 0
    }

    /// A cursor never goes back.
    mutating func advance(inbox: UInt32, name: String, to seq: Int64) throws(SQLiteError) {
        try advance.run(Value(inbox), .text(name), .integer(seq))
    }

    /// Removes the readers whose names match a pattern of GLOB, but for one.
    mutating func forget(inbox: UInt32, matching pattern: String, except name: String) throws(SQLiteError) {
        try forget.run(Value(inbox), .text(pattern), .text(name))
    }
}
