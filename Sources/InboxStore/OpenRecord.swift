public import Routing

/// Somebody asked to go somewhere: a durable row that moves one client exactly once.
public struct OpenRecord: Sendable, Equatable {
    /// Its number, never used twice.
    public var id: Int64
    /// Whose client is to move.
    public var inbox: UInt32
    /// Where to.
    public var target: OpenTarget
    /// How far it has come.
    public var phase: OpenPhase
    /// Why it ended so, in words.
    public var reason: String?
    /// When it was asked for: milliseconds since 1970 in UTC.
    public var requested: Int64
    /// When it expires.
    public var deadline: Deadline
    /// The caller's own name for it, unique in its inbox; nil: it gave none.
    public var asked: String?

    /// Makes a record of what is stored.
    public init(
        id: Int64, inbox: UInt32, target: OpenTarget, phase: OpenPhase, reason: String? = nil, requested: Int64,
        deadline: Deadline, asked: String? = nil
    ) {
        self.id = id
        self.inbox = inbox
        self.target = target
        self.phase = phase
        self.reason = reason
        self.requested = requested
        self.deadline = deadline
        self.asked = asked
    }
}

/// What an open leads to; the route is resolved when it is opened.
public enum OpenTarget: Sendable, Equatable {
    /// A cell, and what the user saw of it when asking (nil: nothing, as from a command line).
    case cell(Int64, seenVersion: Int64? = nil, seenState: String? = nil, seenTab: String? = nil)
    /// A link.
    case link(DeepLink)
}

/// What became of a wish to open something.
public enum OpenAcceptance: Sendable, Equatable {
    /// It is a row now.
    case added(OpenRecord)
    /// The inbox has as many pending opens as it may (`InboxStore.maximumPendingOpens`).
    case quota
}
