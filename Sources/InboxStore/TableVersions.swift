// Which route tables gave cells their tabs. A cell keeps a small number, not the table's hash; the last 16 tables are
// remembered, and a cell of an older one simply counts as not routed by any table that is known.
internal import SQLite

/// The route tables that were in use, by number.
struct TableVersions: ~Copyable {
    /// What is kept in memory of the table; a value, so that a failed turn can put the old one back.
    struct Numbers {
        /// The number of the table in use; 0: none was recorded.
        var current: Int64 = 0
        var names: [Int64: String] = [:]
    }

    var numbers: Numbers
    private var insert: Statement
    private var prune: Statement
    private var select: Statement

    static let kept = 16

    init(in database: Database) throws(SQLiteError) {
        let insert = try Statement(
            """
            INSERT INTO table_versions(version, used) VALUES (?1, ?2)
            ON CONFLICT (version) DO UPDATE SET used = excluded.used RETURNING number
            """, in: database)
        let prune = try Statement(
            """
            DELETE FROM table_versions WHERE number != ?1 AND number NOT IN (
                SELECT number FROM table_versions WHERE number != ?1 ORDER BY used DESC, number DESC LIMIT ?2)
            """, in: database)
        var select = try Statement("SELECT number, version FROM table_versions", in: database)
        let names = try Self.names(from: &select)
        self.insert = insert
        self.prune = prune
        self.select = select
        numbers = Numbers(names: names)
    }

    /// The table's name, or "" for one that is no longer known.
    func name(of number: Int64) -> String {
        numbers.names[number] ?? ""
    }

    /// nil for a table that is not known.
    func number(of name: String) -> Int64? {
        numbers.names.first { $0.value == name }?.key
    }

    /// From now on this table routes. A table that was in use before keeps its number.
    mutating func record(_ version: String, at wall: Int64) throws(SQLiteError) {
        let number = try insert.row(.text(version), .integer(wall)) { (row) throws(SQLiteError) in row.integer(0) }
        numbers.current = number ?? 0
        try prune.run(.integer(numbers.current), .integer(Int64(Self.kept - 1)))
        numbers.names = try Self.names(from: &select)
    }

    private static func names(from select: inout Statement) throws(SQLiteError) -> [Int64: String] {
        let pairs = try select.rows { (row) throws(SQLiteError) in (row.integer(0), row.text(1) ?? "") }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}
