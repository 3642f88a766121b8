public import Routing

/// What a sender handed in: an event, and what it wants done with it.
public struct Submission: Sendable, Equatable {
    /// The event, normalised and within all limits.
    public var event: Event
    /// Whose inbox; nil: the sender's own. Whether the sender may is the caller's question.
    public var to: UInt32?
    /// Whether to store nothing and only say where it would lead.
    public var isDryRun: Bool

    /// Makes a submission.
    public init(event: Event, to: UInt32? = nil, isDryRun: Bool = false) {
        self.event = event
        self.to = to
        self.isDryRun = isDryRun
    }
}
