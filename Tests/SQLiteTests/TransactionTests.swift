import SQLite
import Testing

/// What stays after an error, and what `isInTransaction` says about it.
@Suite struct TransactionTests {
    private let directory: TemporaryDirectory
    private let database: Database

    init() throws {
        directory = try TemporaryDirectory()
        database = try Database(path: directory.file)
        try database.execute(
            "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL;"
                + "CREATE TABLE words(id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE)")
    }

    private func count() throws -> Int64? {
        var query = try Statement("SELECT count(*) FROM words", in: database)
        return try query.row { (row) throws(SQLiteError) in row.integer(0) }
    }

    @Test func constraintError_LeavesTheTransactionOpen() throws {
        var insert = try Statement("INSERT INTO words(word) VALUES (?1)", in: database)
        try database.transaction { () throws(SQLiteError) in
            try insert.run(.text("a"))
            do throws(SQLiteError) {
                try insert.run(.text("a"))
                Issue.record("the second insert was taken")
            } catch {
                #expect(error.kind == .constraint)
            }
            #expect(database.isInTransaction)
            try insert.run(.text("b"))
        }
        #expect(!database.isInTransaction)
        #expect(try count() == 2)
    }

    @Test func errorInATransaction_UndoesItAll() throws {
        let stop = SQLiteError(code: 1, message: "enough", sql: nil)
        let error = #expect(throws: SQLiteError.self) {
            try database.transaction { () throws(SQLiteError) in
                try database.execute("INSERT INTO words(word) VALUES ('a')")
                throw stop
            }
        }
        #expect(error == stop)
        #expect(!database.isInTransaction)
        #expect(try count() == 0)
    }

    @Test func savepoint_UndoesItsOwnWritesOnly() throws {
        var insert = try Statement("INSERT INTO words(word) VALUES (?1)", in: database)
        var part = try Savepoint(in: database)
        var transaction = try Transaction(in: database)
        try transaction.run { () throws(SQLiteError) in
            try part.run { () throws(SQLiteError) in try insert.run(.text("a")) }
            do throws(SQLiteError) {
                try part.run { () throws(SQLiteError) in
                    try insert.run(.text("b"))
                    try insert.run(.text("a"))
                }
            } catch {
                #expect(error.kind == .constraint)
            }
            #expect(database.isInTransaction)
            try part.run { () throws(SQLiteError) in try insert.run(.text("c")) }
        }
        var query = try Statement("SELECT word FROM words ORDER BY id", in: database)
        #expect(try query.rows { (row) throws(SQLiteError) in row.text(0) } == ["a", "c"])
    }

    @Test func transaction_IsUsedAgainAfterAFailure() throws {
        var transaction = try Transaction(in: database)
        let stop = SQLiteError(code: 1, message: "enough", sql: nil)
        #expect(throws: stop) { try transaction.run { () throws(SQLiteError) in throw stop } }
        try transaction.run { () throws(SQLiteError) in try database.execute("INSERT INTO words(word) VALUES ('a')") }
        #expect(try count() == 1)
    }

    @Test func fullFile_IsReportedAndNothingOfTheTransactionStays() throws {
        try database.execute("PRAGMA max_page_count=12")
        var insert = try Statement("INSERT INTO words(word) VALUES (?1)", in: database)
        var part = try Savepoint(in: database)
        var endedByItself: Bool?
        let error = #expect(throws: SQLiteError.self) {
            try database.transaction { () throws(SQLiteError) in
                try insert.run(.text("small"))
                do throws(SQLiteError) {
                    for number in 0..<100 {
                        try part.run { () throws(SQLiteError) in
                            try insert.run(.text("\(number) " + String(repeating: "x", count: 1_000)))
                        }
                    }
                } catch {
                    endedByItself = !database.isInTransaction
                    throw error
                }
            }
        }
        #expect(error?.kind == .full)
        #expect(endedByItself != nil)
        #expect(!database.isInTransaction)
        #expect(try count() == 0)
        try database.execute("INSERT INTO words(word) VALUES ('fits')")
        #expect(try count() == 1)
    }
}
