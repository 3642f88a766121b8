import SQLite
import Testing

/// Opening, WAL, checkpoints and counters, on real files.
@Suite struct DatabaseTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func writer() throws -> Database {
        let database = try Database(path: directory.file)
        try database.execute("PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL")
        try database.setDurability(.full)
        try database.execute("CREATE TABLE IF NOT EXISTS words(id INTEGER PRIMARY KEY, word TEXT)")
        return database
    }

    private func text(_ sql: String, in database: Database) throws -> String? {
        var query = try Statement(sql, in: database)
        return try query.row { (row) throws(SQLiteError) in row.text(0) } ?? nil
    }

    @Test func missingFile_IsAnErrorThatNamesIt() throws {
        for mode in [Database.Mode.readOnly, .readWrite] {
            let error = #expect(throws: SQLiteError.self) { _ = try Database(path: directory.file, mode: mode) }
            #expect(error?.kind == .cannotOpen)
            #expect(error?.message.contains(directory.file) == true)
        }
    }

    @Test func writtenRows_AreThereAfterReopening() throws {
        do {
            let database = try writer()
            try database.execute("INSERT INTO words(word) VALUES ('kept')")
        }
        let again = try Database(path: directory.file, mode: .readWrite)
        #expect(try text("PRAGMA journal_mode", in: again) == "wal")
        #expect(try text("SELECT word FROM words", in: again) == "kept")
    }

    @Test func readOnlyConnection_ReadsAndRefusesToWrite() throws {
        do {
            let database = try writer()
            try database.execute("INSERT INTO words(word) VALUES ('kept')")
        }
        let reader = try Database(path: directory.file, mode: .readOnly)
        #expect(try text("SELECT word FROM words", in: reader) == "kept")
        let error = #expect(throws: SQLiteError.self) { try reader.execute("DELETE FROM words") }
        #expect(error?.kind == .readOnly)
    }

    @Test func exclusiveWriter_KeepsOthersOut() throws {
        let first = try writer()
        try first.execute("INSERT INTO words(word) VALUES ('mine')")
        let second = try Database(path: directory.file, mode: .readWrite, busyTimeout: 1)
        let error = #expect(throws: SQLiteError.self) { try second.execute("INSERT INTO words(word) VALUES ('yours')") }
        #expect(error?.kind == .busy)
    }

    @Test func textFile_IsReportedAsDamaged() throws {
        do {
            let database = try Database(path: directory.file)
            try database.execute("PRAGMA journal_mode=DELETE; CREATE TABLE words(word); PRAGMA writable_schema=ON")
            try database.execute("UPDATE sqlite_schema SET sql = 'CREATE TABLE words(('")
        }
        let again = try Database(path: directory.file)
        let error = #expect(throws: SQLiteError.self) { _ = try Statement("SELECT * FROM words", in: again) }
        #expect(error?.kind == .damaged)
    }

    @Test func fullDurability_SyncsOncePerCommit() throws {
        let database = try writer()
        try database.execute("INSERT INTO words(word) VALUES ('first, which may sync the new log too')")
        let (syncs, commits) = (database.syncs, database.commits)
        for _ in 0..<10 {
            try database.execute("INSERT INTO words(word) VALUES ('x')")
        }
        #expect(database.syncs - syncs == 10)
        #expect(database.commits - commits == 10)
    }

    @Test func oneTransaction_SyncsOnceForAllItsRows() throws {
        let database = try writer()
        try database.execute("INSERT INTO words(word) VALUES ('first')")
        let (syncs, commits) = (database.syncs, database.commits)
        try database.transaction { () throws(SQLiteError) in
            for _ in 0..<64 {
                try database.execute("INSERT INTO words(word) VALUES ('x')")
            }
        }
        #expect(database.syncs - syncs == 1)
        #expect(database.commits - commits == 1)
    }

    @Test func normalDurability_DoesNotSync() throws {
        let database = try writer()
        try database.execute("INSERT INTO words(word) VALUES ('first')")
        try database.setDurability(.normal)
        let syncs = database.syncs
        for _ in 0..<10 {
            try database.execute("INSERT INTO words(word) VALUES ('x')")
        }
        #expect(database.syncs == syncs)
        #expect(database.durability == .normal)
        try database.setDurability(.full)
        try database.execute("INSERT INTO words(word) VALUES ('x')")
        #expect(database.syncs == syncs + 1)
    }

    @Test func counters_BelongToOneConnection() throws {
        let database = try writer()
        let other = try Database(path: directory.file + "-journal")
        let commits = database.commits
        try other.execute("CREATE TABLE words(word)")
        #expect(other.commits == 1)
        #expect(other.syncs > 0)
        #expect(database.commits == commits)
    }

    @Test func log_GrowsUntilAskedAndIsUsedAgain() throws {
        let database = try writer()
        let long = String(repeating: "x", count: 3_000)
        var insert = try Statement("INSERT INTO words(word) VALUES (?1)", in: database)
        for _ in 0..<1_500 {
            try insert.run(.text(long))
        }
        #expect(database.walPages > 1_500)
        let checkpoint = try database.walCheckpoint()
        #expect(checkpoint.isComplete)
        #expect(checkpoint.logged == database.walPages)
        try insert.run(.text(long))
        #expect(database.walPages < 10)
    }

    @Test func checkpointWithoutLog_DoesNothing() throws {
        let database = try Database(path: directory.file)
        #expect(try database.walCheckpoint() == Database.Checkpoint(logged: 0, moved: 0))
    }

    @Test func userVersion_IsPartOfTheTransaction() throws {
        let database = try writer()
        #expect(try database.userVersion() == 0)
        try database.setUserVersion(3)
        let stop = SQLiteError(code: 1, message: "enough", sql: nil)
        #expect(throws: stop) {
            try database.transaction { () throws(SQLiteError) in
                try database.setUserVersion(4)
                throw stop
            }
        }
        #expect(try database.userVersion() == 3)
    }

    @Test func soundFile_PassesTheQuickCheck() throws {
        let database = try writer()
        try database.execute("INSERT INTO words(word) VALUES ('x')")
        #expect(try database.quickCheck() == [])
    }

    @Test func brokenRule_FailsTheQuickCheck() throws {
        let database = try writer()
        try database.execute(
            "CREATE TABLE few(n INTEGER CHECK (n < 3)); PRAGMA ignore_check_constraints=ON;"
                + "INSERT INTO few VALUES (9); PRAGMA ignore_check_constraints=OFF")
        let faults = try database.quickCheck(limit: 5)
        #expect(faults == ["CHECK constraint failed in few"])
    }

    @Test func logKeptOnClose_IsThereForTheNext() throws {
        do {
            let database = try Database(path: directory.file)
            try database.execute("PRAGMA journal_mode=WAL; CREATE TABLE words(word); INSERT INTO words VALUES ('kept')")
            try database.setKeepsLogOnClose(true)
        }
        let log = try Database(path: directory.file + "-wal", mode: .readOnly)
        let error = #expect(throws: SQLiteError.self) { try log.userVersion() }
        #expect(error?.kind == .damaged, "a log is there, and it is no database")
        #expect(try text("SELECT word FROM words", in: Database(path: directory.file)) == "kept")
    }
}
