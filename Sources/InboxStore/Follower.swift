/// A reader that wants every event of an inbox, in order, and says how far it has come.
public struct Follower: Sendable, Equatable {
    /// Whose events it reads.
    public var inbox: UInt32
    /// What it calls itself; unique in its inbox.
    public var name: String
    /// The last event that it said it has; 0: none.
    public var position: Int64
    /// Days since it was last heard of, as the store counts them.
    public var silentDays: Int

    /// Makes a follower.
    public init(inbox: UInt32, name: String, position: Int64 = 0, silentDays: Int = 0) {
        self.inbox = inbox
        self.name = name
        self.position = position
        self.silentDays = silentDays
    }
}

/// What became of a wish to follow.
public enum FollowerAcceptance: Sendable, Equatable {
    /// It was known, and goes on where it stood.
    case known(Follower)
    /// It is new.
    case added(Follower)
    /// The inbox has as many followers as it may (`InboxStore.maximumFollowers`).
    case quota
}
