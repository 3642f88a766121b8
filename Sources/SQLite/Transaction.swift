// Begin, commit and roll back, prepared once: a turn pays for stepping them, not for parsing them.
//
// After an error the transaction may be gone: SQLite ends it itself on some of them. So a rollback is tried only while
// one is open, and whoever catches the error learns from `Database.isInTransaction` what is left.

/// The outermost unit of writing.
public struct Transaction: ~Copyable {
    private let database: Database
    private var begin: Statement
    private var commit: Statement
    private var rollback: Statement

    /// Prepares the three statements; nothing begins yet.
    public init(in database: Database) throws(SQLiteError) {
        let begin = try Statement("BEGIN IMMEDIATE", in: database)
        let commit = try Statement("COMMIT", in: database)
        let rollback = try Statement("ROLLBACK", in: database)
        self.database = database
        self.begin = begin
        self.commit = commit
        self.rollback = rollback
    }

    /// Runs `body` and commits. If either fails nothing of it stays, and the first error is thrown.
    public mutating func run<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        try begin.run()
        do throws(SQLiteError) {
            let result = try body()
            try commit.run()
            return result
        } catch {
            if database.isInTransaction {
                try? rollback.run()
            }
            throw error
        }
    }
}

extension Database {
    /// Runs `body` in a transaction of its own, for work done once; a caller that comes often keeps a `Transaction`.
    public func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        var transaction = try Transaction(in: self)
        return try transaction.run(body)
    }
}
