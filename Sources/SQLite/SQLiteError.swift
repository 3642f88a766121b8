// What SQLite said, in the three parts that explain it: the extended code, the message and the SQL. It is built in one
// place (`Database.check`), from the connection and at the call, because the next call changes what the connection says.
internal import CSQLite

/// A refusal or failure of SQLite.
public struct SQLiteError: Error, Equatable, Sendable {
    /// The extended result code, as sqlite3.h numbers them.
    public let code: Int32
    /// The connection's own words, in English.
    public let message: String
    /// The statement, if one was at work; never the values bound to it.
    public let sql: String?

    /// An error in the same three parts, for a caller that has to say no in SQLite's words.
    public init(code: Int32, message: String, sql: String?) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// An error for a row that its own writer cannot read: the file was changed by someone else, or is damaged.
    public static func damaged(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CORRUPT, message: message, sql: nil)
    }

    /// What a caller can do about an error.
    public enum Kind: Sendable {
        /// The values break a rule of the schema; the statement alone was undone.
        case constraint
        /// The disk, or the bound set by `max_page_count`, is full.
        case full
        /// Another connection holds the lock.
        case busy
        /// Reading, writing or syncing failed.
        case inputOutput
        /// No memory was left.
        case noMemory
        /// The file is damaged, or is no database.
        case damaged
        /// The file, or this connection, may not be written.
        case readOnly
        /// The file could not be opened.
        case cannotOpen
        /// Anything else: most likely a mistake in the SQL.
        case other
    }

    /// The code's family.
    public var kind: Kind {
        switch code & 0xff {
        case SQLITE_CONSTRAINT: .constraint
        case SQLITE_FULL: .full
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_IOERR: .inputOutput
        case SQLITE_NOMEM: .noMemory
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
        case SQLITE_READONLY: .readOnly
        case SQLITE_CANTOPEN: .cannotOpen
        default: .other
        }
    }

    /// Whether a sync failed: what is on disk is then unknown, and the connection must not be trusted again.
    public var isFailedSync: Bool {
        csqlite_is_failed_sync(code) != 0
    }
}

extension SQLiteError: CustomStringConvertible {
    /// Code, message and SQL on one line.
    public var description: String {
        let place = sql.map { " in: \($0)" } ?? ""
        return "SQLite \(code): \(message)\(place)"
    }
}
