// Begin, commit and roll back, prepared once: a turn pays for stepping them, not for parsing them.
//
// After an error the transaction may be gone: SQLite ends it itself on some of them. So a rollback is tried only while
// one is open, and whoever catches the error learns from `Database.isInTransaction` what is left.

/// The outermost unit of writing.
public struct Transaction: ~Copyable {
    private let database: Database
    private var beginning: Statement
    private var committing: Statement
    private var rollingBack: Statement

    /// Prepares the three statements; nothing begins yet.
    public init(in database: Database) throws(SQLiteError) {
        let begin = try Statement("BEGIN IMMEDIATE", in: database)
        let commit = try Statement("COMMIT", in: database)
        let rollback = try Statement("ROLLBACK", in: database)
        self.database = database
        beginning = begin
        committing = commit
        rollingBack = rollback
    }

    /// Takes the write lock. Every `begin` that succeeds is followed by `commit` or `rollback`.
    public mutating func begin() throws(SQLiteError) {
        precondition(!database.isInTransaction, "transactions do not nest: use a savepoint")
        try beginning.run()
    }

    /// Makes it last. If that fails, nothing of the transaction stays.
    public mutating func commit() throws(SQLiteError) {
        do throws(SQLiteError) {
            try committing.run()
        } catch {
            rollback()
            throw error
        }
    }

    /// Undoes it all; nothing to do where an error has done so already.
    public mutating func rollback() {
        if database.isInTransaction {
            try? rollingBack.run()
        }
    }

    /// Runs `body` and commits. If either fails nothing of it stays, and the first error is thrown.
    public mutating func run<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        try begin()
        let result: Result
        do throws(SQLiteError) {
            result = try body()
        } catch {
            rollback()
            throw error
        }
        try commit()
        return result
    }
}

extension Database {
    /// Runs `body` in a transaction of its own, for work done once; a caller that comes often keeps a `Transaction`.
    public func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
        var transaction = try Transaction(in: self)
        return try transaction.run(body)
    }
}
