/// A device that its owner let into an inbox. Of its token only the hash is kept.
public struct StoredDevice: Sendable, Equatable {
    /// Whose inbox.
    public var inbox: UInt32
    /// What it is called; unique in its inbox.
    public var name: String
    /// The hash of its token.
    public var tokenHash: [UInt8]
    /// When it was let in first: milliseconds since 1970 in UTC.
    public var since: Int64
    /// When it came in last; nil: not since it was let in.
    public var seen: Int64?
    /// The tabs that it follows; nil: all.
    public var follows: [String]?

    /// Makes a device.
    public init(
        inbox: UInt32, name: String, tokenHash: [UInt8], since: Int64, seen: Int64? = nil, follows: [String]? = nil
    ) {
        self.inbox = inbox
        self.name = name
        self.tokenHash = tokenHash
        self.since = since
        self.seen = seen
        self.follows = follows
    }
}

/// What became of letting a device in.
public enum DeviceAcceptance: Sendable, Equatable {
    /// It is new.
    case added
    /// It was known; its old token is worth nothing any more.
    case renewed
    /// The inbox has as many devices as it may (`InboxStore.maximumDevices`).
    case quota
}
