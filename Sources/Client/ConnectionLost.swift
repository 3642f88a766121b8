/// Why a connection is over. Every call that had no answer yet has failed with `unavailable`.
public struct ConnectionLost: Error, Hashable, Sendable {
    /// What happened, in a few words: the daemon's own reason if it said `bye`.
    public let reason: String

    /// Notes an end.
    public init(reason: String) {
        self.reason = reason
    }
}
