public import JSON

// What the owner of an inbox asks about its followers, on client.sock.

/// `followers.list`: the followers of an inbox, attached or not.
public struct FollowersList: Call, Equatable {
    /// The name on the wire.
    public static let method = "followers.list"
    /// Every member that it may have.
    public static let fields: [String] = []

    /// Makes a call.
    public init() {}
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {}
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {}

    /// All of them.
    public struct Answer: WireObject, Equatable {
        /// By name.
        public var followers: [FollowerSummary]

        /// Makes an answer.
        public init(followers: [FollowerSummary]) { self.followers = followers }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            followers = try fields.objects("followers", FollowerSummary.init(wire:))
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) { writer.member("followers", objects: followers) }
    }
}

/// A follower, and how far it has come.
public struct FollowerSummary: WireObject, Equatable {
    /// Its name.
    public var name: String
    /// The seq that it acknowledged last; 0: none yet.
    public var cursor: Int64
    /// How many events it has not acknowledged; they are kept for it.
    public var behind: Int
    /// Whether it is connected now.
    public var isAttached: Bool
    /// Days since it was last heard of, as the daemon counts them.
    public var silentDays: Int

    /// Makes a summary.
    public init(name: String, cursor: Int64, behind: Int, isAttached: Bool, silentDays: Int) {
        self.name = name
        self.cursor = cursor
        self.behind = behind
        self.isAttached = isAttached
        self.silentDays = silentDays
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        name = try fields.text("follower")
        cursor = try fields.integer("cursor")
        behind = Int(clamping: try fields.integer("behind"))
        isAttached = try fields.boolean("attached")
        silentDays = Int(clamping: try fields.integer("silent_days"))
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("follower", name)
        writer.member("cursor", cursor)
        writer.member("behind", behind)
        writer.member("attached", isAttached)
        writer.member("silent_days", silentDays)
    }
}

/// `followers.remove`: it is a follower no more; events need not be kept for it, and its connection is closed.
public struct FollowersRemove: Call, Equatable {
    /// An empty object.
    public typealias Answer = Nothing
    /// The name on the wire.
    public static let method = "followers.remove"
    /// Every member that it may have.
    public static let fields = ["follower"]
    /// Its name.
    public var follower: String

    /// Makes a call.
    public init(follower: String) { self.follower = follower }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        follower = try fields.text("follower", maximumBytes: WireLimits.followerName)
        guard Hello.isFollowerName(follower) else {
            throw fields.refusal("follower", "follower must be of ASCII letters, digits, '.', '-' and '_'")
        }
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) { writer.member("follower", follower) }
}
