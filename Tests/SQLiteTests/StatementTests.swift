import SQLite
import Testing

/// The two verbs, what they leave behind, and what an error says.
@Suite struct StatementTests {
    private let directory: TemporaryDirectory
    private let database: Database

    init() throws {
        directory = try TemporaryDirectory()
        database = try Database(path: directory.file)
        try database.execute("CREATE TABLE words(id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE)")
    }

    private func words() throws -> [String] {
        var query = try Statement("SELECT word FROM words ORDER BY id", in: database)
        return try query.rows { (row) throws(SQLiteError) in row.text(0) ?? "NULL" }
    }

    @Test func statement_IsUsedAgainWithOtherValues() throws {
        var insert = try Statement("INSERT INTO words(word) VALUES (?1)", in: database)
        for word in ["one", "two", "three"] {
            try insert.run(.text(word))
        }
        #expect(try words() == ["one", "two", "three"])
        #expect(database.lastInsertRowID == 3)
        #expect(database.changes == 1)
    }

    @Test func failedRun_LeavesStatementUsable() throws {
        var insert = try Statement("INSERT INTO words(word) VALUES (?1)", in: database)
        try insert.run(.text("one"))
        let error = #expect(throws: SQLiteError.self) { try insert.run(.text("one")) }
        #expect(error?.kind == .constraint)
        #expect(error?.code == 2067)
        #expect(error?.message == "UNIQUE constraint failed: words.word")
        #expect(error?.sql == "INSERT INTO words(word) VALUES (?1)")
        #expect("\(try #require(error))".contains("2067"))
        try insert.run(.text("two"))
        #expect(try words() == ["one", "two"])
    }

    @Test func rows_KeepTheQuerysOrderAndEmptyIsEmpty() throws {
        #expect(try words() == [])
        try database.execute("INSERT INTO words(word) VALUES ('b'), ('a')")
        var query = try Statement("SELECT word FROM words WHERE id >= ?1 ORDER BY word", in: database)
        #expect(try query.rows(.integer(1)) { (row) throws(SQLiteError) in row.text(0) } == ["a", "b"])
    }

    @Test func row_WithoutARow_IsNil() throws {
        var query = try Statement("SELECT word FROM words WHERE id = ?1", in: database)
        #expect(try query.row(.integer(1)) { (row) throws(SQLiteError) in row.text(0) } == nil)
    }

    @Test func returning_GivesTheWrittenRow() throws {
        var insert = try Statement("INSERT INTO words(word) VALUES (?1) RETURNING id", in: database)
        #expect(try insert.row(.text("one")) { (row) throws(SQLiteError) in row.integer(0) } == 1)
        #expect(try insert.row(.text("two")) { (row) throws(SQLiteError) in row.integer(0) } == 2)
        #expect(!database.isInTransaction)
        #expect(try words() == ["one", "two"])
    }

    @Test func errorWhileReading_EndsTheQuery() throws {
        try database.execute("INSERT INTO words(word) VALUES ('a'), ('b')")
        var query = try Statement("SELECT word FROM words", in: database)
        let stop = SQLiteError(code: 1, message: "enough", sql: nil)
        let error = #expect(throws: SQLiteError.self) {
            try query.rows { (_) throws(SQLiteError) in throw stop }
        }
        #expect(error == stop)
        try database.execute("DROP TABLE words")
    }

    @Test func wrongSQL_IsAnErrorAtPrepare() {
        let error = #expect(throws: SQLiteError.self) { _ = try Statement("SELECT colour FROM words", in: database) }
        #expect(error?.kind == .other)
        #expect(error?.message == "no such column: colour")
        #expect(error?.sql == "SELECT colour FROM words")
    }

    @Test func statement_KeepsItsConnectionOpen() throws {
        var query = try Statement("SELECT 7", in: Database(path: directory.file))
        #expect(try query.row { (row) throws(SQLiteError) in row.integer(0) } == 7)
    }
}
