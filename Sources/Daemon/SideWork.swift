internal import InboxStore
internal import Routing

/// Work on the store that nobody waits for: cursors, expiry, re-routing, the log.
///
/// A failure is no reason to end: it is said in the journal, and everything of this kind rests for a second, so that a
/// full disk is not asked a thousand times. What is due is then tried again. A failed sync still ends the daemon.
final class SideWork {
    private let store: InboxStore
    private let journal: DaemonJournal
    /// When it is tried again, in milliseconds on boot time; nil: the last try went well.
    private(set) var nextDue: Int64?

    init(store: InboxStore, journal: DaemonJournal) {
        self.store = store
        self.journal = journal
    }

    /// Does it; nil: not now.
    func run<Result>(at now: Moment, _ body: () throws -> Result) throws -> Result? {
        if let nextDue, now.boot < nextDue { return nil }
        do {
            let result = try body()
            nextDue = nil
            return result
        } catch let failure as TurnFailure {
            journal.storeFailed(failure, requests: 0, at: now)
            nextDue = now.boot + DaemonLimits.retryWait
            return nil
        }
    }

    /// The same in a transaction of its own that is not synced.
    func transaction<Result>(at now: Moment, _ body: () throws -> Result) throws -> Result? {
        try run(at: now) { try store.transaction(.normal, body) }
    }
}
