public import Routing

/// What `deeplinkd.toml` says: who may send to whom and read what, what goes to several people, and how much is kept.
///
/// Without a rule there is no access: everybody has their own inbox and no other. Root may send to anybody.
public struct ServiceConfiguration: Sendable, Equatable {
    /// A `[[allow]]`: what some people may do besides using their own inbox.
    public struct Allowance: Sendable, Equatable {
        /// Who may.
        public var who: People
        /// Whose inboxes they may send to.
        public var send: People
        /// Whose inboxes they may read.
        public var read: People
    }

    /// A `[[deliver]]`: events that go to several inboxes instead of the sender's own.
    public struct Delivery: Sendable, Equatable {
        /// Which events.
        public var kind: KindPattern
        /// Whose events.
        public var from: People
        /// The inboxes, in order, at most `maximumRecipients`.
        public var recipients: [UInt32]
    }

    /// Bounds on what one uid takes of a system service.
    public struct Limits: Sendable, Equatable {
        /// Connections of one uid at a time.
        public var connections = 64
        /// Events of one uid that are taken at once, after a rest.
        public var burst = 1_000
        /// Events of one uid a second, in the long run.
        public var rate = 100
        /// Events of one uid that are kept in an inbox that is not its own.
        public var strangersEvents = 10_000
    }

    /// What is kept of an inbox.
    public struct Retention: Sendable, Equatable {
        /// Days.
        public var days = 90
        /// Events.
        public var events = 100_000
    }

    /// Inboxes that one event goes to, at most.
    public static let maximumRecipients = 32
    /// Rules of each sort, at most.
    public static let maximumRules = 256

    /// In the order of the file.
    public var allowances: [Allowance] = []
    /// In the order of the file; the first that fits decides.
    public var deliveries: [Delivery] = []
    /// Bounds for each uid.
    public var limits = Limits()
    /// Bounds for each inbox.
    public var retention = Retention()
    /// The user that the system's daemon runs as, by name: whom clients believe besides root.
    public var serviceUser = "deeplinkd"

    /// Whether a user's own daemon takes in what the system's has for its user.
    public var followsSystem = true

    /// The least: nobody may do anything but use their own inbox.
    public init() {}
}

extension ServiceConfiguration {
    /// Whether somebody may send to an inbox.
    public func maySend(uid: UInt32, gids: [UInt32], to inbox: UInt32) -> Bool {
        uid == inbox || uid == 0
            || allowances.contains { $0.send.include(inbox: inbox) && $0.who.include(uid: uid, gids: gids) }
    }

    /// Whether somebody may read an inbox. Root, too, reads another's only where a rule says so.
    public func mayRead(uid: UInt32, gids: [UInt32], inbox: UInt32) -> Bool {
        uid == inbox || allowances.contains { $0.read.include(inbox: inbox) && $0.who.include(uid: uid, gids: gids) }
    }

    /// The inboxes that an event goes to when it names none; nil: its sender's own.
    public func recipients(ofKind kind: String, uid: UInt32, gids: [UInt32]) -> [UInt32]? {
        guard
            let rule = deliveries.first(where: { $0.kind.matches(kind) && $0.from.include(uid: uid, gids: gids) }),
            !rule.recipients.isEmpty
        else { return nil }
        return rule.recipients
    }
}
