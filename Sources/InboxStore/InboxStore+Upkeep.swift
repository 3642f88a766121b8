// The log is moved home between turns, never within a commit, so no sender waits for it; it is then written from its
// start again, not cut off: a file that keeps its size is written faster than one that grows (measured).
internal import SQLite

extension InboxStore {
    /// The log's size at which it is moved home at the next chance, busy or not.
    public static let checkpointBytes = 4 << 20

    /// Bytes in the log that are not in the database file yet.
    public var walBytes: Int {
        database.commits == commitsAtCheckpoint ? 0 : database.walPages * (pageSize + 24)
    }

    /// Moves the log home when that is due: at `checkpointBytes`, or with anything in it when `idle`. Call it after the
    /// answers are out. Throws as `transaction` does, but for want of room only makes what can be made.
    public func checkpointIfDue(idle: Bool) throws {
        precondition(turn == nil, "a checkpoint within a turn")
        guard walBytes >= (idle ? 1 : Self.checkpointBytes) else { return }
        do {
            try checkpoint()
        } catch let failure as TurnFailure where failure.reason == .diskFull {
            try makeRoom()
        }
    }

    /// Moves the log home.
    func checkpoint() throws {
        try read { () throws(SQLiteError) in
            if try database.walCheckpoint().isComplete { commitsAtCheckpoint = database.commits }
        }
    }

    /// What `status` tells of the store.
    public struct Statistics: Sendable, Equatable {
        /// Events that are stored.
        public var events: Int
        /// Cells that are stored.
        public var cells: Int
        /// Opens that wait for their end.
        public var pendingOpens: Int
        /// The database file's size.
        public var databaseBytes: Int
        /// What of the log is not in it yet.
        public var walBytes: Int
        /// Commits since the store was opened.
        public var commits: Int
        /// Syncs of its files since it was opened.
        public var syncs: Int
        /// Why no events are taken for now; nil: they are.
        public var shortage: String?
    }

    /// Counts everything; reads one index of cells from end to end.
    public func statistics() throws -> Statistics {
        try read { () throws(SQLiteError) in
            Statistics(
                events: shares.total,
                cells: Int(try database.number("SELECT count(*) FROM cells")),
                pendingOpens: try opens.pendingCount(inbox: nil),
                databaseBytes: Int(try database.number("PRAGMA page_count")) * pageSize, walBytes: walBytes,
                commits: commits, syncs: syncs, shortage: shortage)
        }
    }

    /// Commits since the store was opened.
    public var commits: Int { database.commits }

    /// Syncs of its files since it was opened.
    public var syncs: Int { database.syncs }
}
