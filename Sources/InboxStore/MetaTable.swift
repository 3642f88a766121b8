internal import SQLite

/// Numbers that belong to the file as a whole.
struct MetaTable: ~Copyable {
    private var update: Statement

    init(in database: Database) throws(SQLiteError) {
        update = try Statement("UPDATE meta SET value = ?1 WHERE name = 'seq'", in: database)
    }

    /// Written in the transaction of the events it counts: a seq is never used twice, also after its row is gone.
    mutating func setHighWater(_ seq: Int64) throws(SQLiteError) {
        try update.run(.integer(seq))
    }
}
