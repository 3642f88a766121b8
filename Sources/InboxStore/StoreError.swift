// The store's doctrine. An *answer* is part of a result and belongs to its caller: duplicate, refused, stale, quota, no
// such cell. A `TurnFailure` is the answer for a whole turn: nothing of it is stored, every sender may try again, and
// the store goes on. A `StoreError` is fatal: it travels to main, because what is on disk is unknown, or not ours.
internal import SQLite

/// Why nothing of a turn was stored. Whoever sent something in it may send it again.
public struct TurnFailure: Error, Equatable, CustomStringConvertible {
    /// What stood in the way.
    public enum Reason: String, Sendable {
        /// No room on the disk, or the database has reached its bound.
        case diskFull
        /// Another process holds the database.
        case busy
        /// Reading or writing failed, before anything was said to be stored.
        case inputOutput
        /// No memory was left.
        case memory
    }

    /// What stood in the way.
    public let reason: Reason
    /// SQLite's own words.
    public let description: String

    /// Always: the same call may succeed later.
    public var isRetryable: Bool { true }
}

/// An end of the store's work: the process that owns it must stop, or never start.
public enum StoreError: Error, Equatable, CustomStringConvertible {
    /// A later version of deeplinkd wrote this file; it was not touched.
    case newerSchema(found: Int, known: Int)
    /// The file is a database of some other program; it was not touched.
    case foreignFile(String)
    /// A sync failed: what is on disk is unknown, and the open file cannot be trusted again.
    case syncFailed(String)
    /// The file is damaged or cannot be used, or SQLite refused our own SQL.
    case unusable(String)

    /// What happened, and where there is one, the way out.
    public var description: String {
        switch self {
        case .newerSchema(let found, let known):
            "the database has schema \(found), this deeplinkd knows \(known): use the newer deeplinkd, or another state directory"
        case .foreignFile(let path): "\(path) is the database of another program"
        case .syncFailed(let text): "a sync failed, what is on disk is unknown: \(text)"
        case .unusable(let text): "the database cannot be used: \(text)"
        }
    }
}

extension SQLiteError {
    /// The one place that decides whether an error ends a turn or the store.
    var storeFailure: any Error {
        let reason: TurnFailure.Reason
        switch kind {
        case .inputOutput where isFailedSync: return StoreError.syncFailed(description)
        case .full: reason = .diskFull
        case .busy: reason = .busy
        case .inputOutput: reason = .inputOutput
        case .noMemory: reason = .memory
        case .constraint, .damaged, .readOnly, .cannotOpen, .other: return StoreError.unusable(description)
        }
        return TurnFailure(reason: reason, description: description)
    }
}
