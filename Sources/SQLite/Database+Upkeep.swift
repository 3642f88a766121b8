// What an owner does to the file as a whole: how safe commits are, moving the log home, the schema's number, its health.
internal import CSQLite

extension Database {
    /// What a commit waits for in WAL mode.
    public enum Durability: String, Sendable {
        /// The log is synced: the commit survives a power cut.
        case full = "FULL"
        /// Nothing: the commit survives a killed process, and a power cut may undo the newest ones.
        case normal = "NORMAL"
    }

    /// Sets what commits wait for from now on; free when nothing changes. Must not be called within a transaction.
    public func setDurability(_ wanted: Durability) throws(SQLiteError) {
        precondition(!isInTransaction, "SQLite ignores a change of durability within a transaction")
        if durability != wanted {
            try execute("PRAGMA synchronous=\(wanted.rawValue)")
            durability = wanted
        }
    }

    /// How far a checkpoint came, in pages.
    public struct Checkpoint: Equatable, Sendable {
        /// Pages in the log.
        public let logged: Int
        /// Those of them that are in the database file by now.
        public let moved: Int

        /// A checkpoint that moved `moved` of `logged` pages.
        public init(logged: Int, moved: Int) {
            self.logged = logged
            self.moved = moved
        }

        /// Whether the log can be written from its start again.
        public var isComplete: Bool { logged == moved }
    }

    /// Copies what it can of the write-ahead log into the file, waiting for nobody. Nothing to do outside WAL mode.
    @discardableResult
    public func walCheckpoint() throws(SQLiteError) -> Checkpoint {
        var logged: Int32 = 0
        var moved: Int32 = 0
        try check(checkpoint(&logged, &moved), sql: "PRAGMA wal_checkpoint")
        return Checkpoint(logged: Int(max(0, logged)), moved: Int(max(0, moved)))
    }

    /// Whether closing leaves the write-ahead log beside the file, so that opening and closing changes no byte of either.
    /// Otherwise the last connection to close moves the log home and removes it.
    public func setKeepsLogOnClose(_ keeps: Bool) throws(SQLiteError) {
        try check(keepLog(keeps), sql: nil)
    }

    /// The number that the schema's owner keeps in the file's header; 0 in a new file.
    public func userVersion() throws(SQLiteError) -> Int {
        var query = try Statement("PRAGMA user_version", in: self)
        return try query.row { (row) throws(SQLiteError) in Int(row.integer(0)) } ?? 0
    }

    /// Writes `userVersion`, as part of the transaction if one is open.
    public func setUserVersion(_ version: Int32) throws(SQLiteError) {
        try execute("PRAGMA user_version=\(version)")
    }

    /// Reads the whole file and reports up to `limit` faults of its structure; none: an empty list.
    public func quickCheck(limit: Int = 1) throws(SQLiteError) -> [String] {
        var query = try Statement("PRAGMA quick_check(\(limit))", in: self)
        let lines = try query.rows { (row) throws(SQLiteError) in row.text(0) ?? "" }
        return lines == ["ok"] ? [] : lines
    }
}
