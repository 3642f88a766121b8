// A connection promises: it is closed once, after the last statement that uses it; every failure it reports carries the
// code, the message and the SQL; and checkpoints happen only when asked for, so that no commit pays for one by surprise.
// It is not Sendable: one thread uses it, which is why SQLite's own mutexes are switched off.
internal import CSQLite
internal import Glibc

/// A connection to one SQLite file.
@safe
public final class Database {
    private let raw: OpaquePointer
    private let counts: UnsafeMutablePointer<csqlite_counts>
    /// What commits wait for; changed by `setDurability`.
    public internal(set) var durability: Durability?

    /// How a file is opened.
    public enum Mode: Sendable {
        /// Read and write; when missing it is made, for its owner's eyes only (0600; the log's mode follows the file's).
        case create
        /// Read and write; an error when missing.
        case readWrite
        /// Read only; an error when missing.
        case readOnly

        fileprivate var flags: Int32 {
            switch self {
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readWrite: SQLITE_OPEN_READWRITE
            case .readOnly: SQLITE_OPEN_READONLY
            }
        }
    }

    /// Opens the file at `path`, waiting up to `busyTimeout` milliseconds (0: not at all) for another's lock at each later call.
    public init(path: String, mode: Mode = .create, busyTimeout: Int32 = 0) throws(SQLiteError) {
        if mode == .create {
            Self.makeFile(path)
        }
        guard let counts = unsafe csqlite_counts_new() else {
            throw SQLiteError(code: SQLITE_NOMEM, message: "out of memory", sql: nil)
        }
        var opened: OpaquePointer?
        let flags = mode.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = unsafe sqlite3_open_v2(path, &opened, flags, counts.pointee.vfs.zName)
        guard let raw = unsafe opened, code == SQLITE_OK else {
            let message = unsafe opened.map { unsafe String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            unsafe sqlite3_close_v2(opened)
            unsafe csqlite_counts_free(counts)
            throw SQLiteError(code: code, message: "\(path): \(message)", sql: nil)
        }
        unsafe self.raw = raw
        unsafe self.counts = counts
        unsafe csqlite_counts_attach(counts, raw)
        unsafe sqlite3_busy_timeout(raw, busyTimeout)
    }

    deinit {
        unsafe sqlite3_close_v2(raw)
        unsafe csqlite_counts_free(counts)
    }

    /// SQLite would make the file readable to all. Whatever fails here fails again, and is reported, when it opens the file.
    /// O_EXCL: closing a descriptor of a file that this process has open already would drop SQLite's locks on it.
    private static func makeFile(_ path: String) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        }
    }

    /// Runs SQL without values: one statement or several, separated by semicolons. Rows are dropped.
    public func execute(_ sql: String) throws(SQLiteError) {
        try check(unsafe sqlite3_exec(raw, sql, nil, nil, nil), sql: sql)
    }

    /// Whether a transaction is open. Some errors (full, input/output, memory) end it: look here after each of them.
    public var isInTransaction: Bool {
        unsafe sqlite3_get_autocommit(raw) == 0
    }

    /// Rows that the last INSERT, UPDATE or DELETE changed.
    public var changes: Int {
        Int(unsafe sqlite3_changes64(raw))
    }

    /// The rowid of the last row inserted by this connection.
    public var lastInsertRowID: Int64 {
        unsafe sqlite3_last_insert_rowid(raw)
    }

    /// Syncs of this connection's files since it was opened; those of the directory, when a file is made or removed, are not among them.
    public var syncs: Int {
        unsafe Int(counts.pointee.syncs)
    }

    /// Commits that wrote something since the connection was opened.
    public var commits: Int {
        unsafe Int(counts.pointee.commits)
    }

    /// Pages in the write-ahead log at the last commit; a checkpoint alone does not lower it, the next commit does.
    public var walPages: Int {
        unsafe Int(counts.pointee.wal_pages)
    }
}

// The one place that judges a result code, and the only ones that lend the pointer out.
extension Database {
    func check(_ code: Int32, sql: @autoclosure () -> String?) throws(SQLiteError) {
        if code != SQLITE_OK && code != SQLITE_DONE {
            throw failure(code, sql: sql())
        }
    }

    func failure(_ code: Int32, sql: String?) -> SQLiteError {
        SQLiteError(code: code, message: unsafe String(cString: sqlite3_errmsg(raw)), sql: sql)
    }

    func prepare(_ sql: String) throws(SQLiteError) -> OpaquePointer {
        var prepared: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        try check(unsafe sqlite3_prepare_v3(raw, sql, -1, flags, &prepared, nil), sql: sql)
        guard let statement = unsafe prepared else {
            preconditionFailure("a statement without SQL: \(sql)")
        }
        return unsafe statement
    }

    func keepLog(_ keep: Bool) -> Int32 {
        unsafe csqlite_keep_log_on_close(raw, keep ? 1 : 0)
    }

    func checkpoint(_ logged: inout Int32, _ moved: inout Int32) -> Int32 {
        unsafe sqlite3_wal_checkpoint_v2(raw, nil, SQLITE_CHECKPOINT_PASSIVE, &logged, &moved)
    }
}
