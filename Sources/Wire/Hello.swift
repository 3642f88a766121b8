public import JSON
internal import Routing

/// `hello`: a client says what it is and speaks.
public struct Hello: Call, Equatable {
    /// The name on the wire.
    public static let method = "hello"
    /// Every member that it may have.
    public static let fields = ["protocol", "client", "role", "follower", "inbox"]

    /// What a client is there for.
    public enum Role: String, Sendable, CaseIterable {
        /// It has screens: it is told of cells and is moved by opens.
        case navigator
        /// It gets copies, answers nothing and does not count as attached.
        case observer
        /// It gets every event of its inbox in order, and says how far it has come; the daemon remembers that by its name.
        case follower
    }

    /// The protocol versions that it speaks.
    public var versions: [Int64]
    /// Its name and version, for the journal: `deeplink 0.1`.
    public var client: String
    /// nil: calls only, nothing unasked (the control tool).
    public var role: Role?
    /// What the follower calls itself: letters, digits, `.`, `-` and `_` of ASCII; its cursor is kept under this name.
    public var follower: String?
    /// Another's inbox that it only wants to look into, without a role; nil: its own.
    public var inbox: UInt32?

    /// Makes a hello; a follower has a name, and nobody else has.
    public init(
        versions: [Int64] = WireLimits.versions, client: String, role: Role?, follower: String? = nil,
        inbox: UInt32? = nil
    ) {
        self.inbox = inbox
        self.versions = versions
        self.client = client
        self.role = role
        self.follower = follower
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        var versions: [Int64] = []
        for node in try fields.elements("protocol") {
            guard let version = node.integer else {
                throw fields.refusal("protocol", "protocol must be an array of whole numbers")
            }
            versions.append(version)
        }
        guard !versions.isEmpty else {
            throw fields.refusal(
                "protocol", "protocol must list the versions that the client speaks", reason: .missingField)
        }
        self.versions = versions
        client = try fields.text("client", maximumBytes: 128)
        role = try fields.optionalWord("role", as: Role.self)
        follower = try fields.optionalText("follower", maximumBytes: WireLimits.followerName)
        switch (role, follower) {
        case (.follower, let name?) where Self.isFollowerName(name): break
        case (.follower, .some):
            throw fields.refusal("follower", "follower must be of ASCII letters, digits, '.', '-' and '_'")
        case (.follower, nil):
            throw fields.refusal("follower", "follower is missing: a name to keep its cursor by", reason: .missingField)
        case (_, .some): throw fields.refusal("follower", "only the role follower has a name")
        case (_, nil): break
        }
        inbox = try fields.optionalInteger("inbox", in: 0...Int64(UInt32.max - 1)).map { UInt32($0) }
        guard inbox == nil || role == nil else {
            throw fields.refusal("inbox", "another's inbox is looked into without a role")
        }
    }

    /// Whether this may be a follower's name.
    public static func isFollowerName(_ name: String) -> Bool {
        (1...WireLimits.followerName).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy {
                switch $0 {
                case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": true
                default: false
                }
            }
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("protocol", array: { list in for version in versions { list.value(version) } })
        writer.member("client", client)
        writer.member("role", ifPresent: role?.rawValue)
        writer.member("follower", ifPresent: follower)
        writer.member("inbox", ifPresent: inbox.map(Int64.init))
    }

    /// What the daemon says to a client that came in.
    public struct Answer: WireObject {
        /// The version that both speak from here on.
        public var version: Int64
        /// The daemon's name and version.
        public var server: String
        /// Whose notifications these are: a uid.
        public var inbox: UInt32
        /// The tabs and screens of the table in use.
        public var table: TableSummary
        /// Unread cells per tab id.
        public var unread: [String: Int]
        /// What came while no navigator was attached.
        public var missed: Missed
        /// To a follower: the seq that it acknowledged last; the first event that it gets is newer. 0: none yet.
        public var cursor: Int64?
        /// To a follower: how many events it has not acknowledged.
        public var behind: Int?
        /// To a follower: names the database. Under another name seqs, and so cursors, mean other events.
        public var store: String?
        /// To a follower: the seq of the newest event, whoever's. Less than what it has: an older database was put back.
        public var newest: Int64?
        /// The name of the machine that the daemon runs on.
        public var host: String?
        /// The name of the user whose notifications these are, where there is one.
        public var owner: String?
        /// The device that came in, by the name that it was let in with; nil: no device, the kernel vouched.
        public var device: String?

        /// Makes an answer.
        public init(
            version: Int64, server: String, inbox: UInt32, table: TableSummary, unread: [String: Int], missed: Missed,
            cursor: Int64? = nil, behind: Int? = nil, store: String? = nil, newest: Int64? = nil,
            host: String? = nil, owner: String? = nil, device: String? = nil
        ) {
            self.version = version
            self.server = server
            self.inbox = inbox
            self.table = table
            self.unread = unread
            self.missed = missed
            self.cursor = cursor
            self.behind = behind
            self.store = store
            self.newest = newest
            self.host = host
            self.owner = owner
            self.device = device
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            version = try fields.integer("protocol")
            server = try fields.text("server")
            inbox = UInt32(try fields.integer("inbox", in: 0...Int64(UInt32.max)))
            table = try TableSummary(wire: fields.object("table"))
            unread = try fields.counts("unread")
            missed = try Missed(wire: fields.object("missed"))
            cursor = try fields.optionalInteger("cursor")
            behind = try fields.optionalInteger("behind").map { Int(clamping: $0) }
            store = try fields.optionalText("store")
            newest = try fields.optionalInteger("newest")
            host = try fields.optionalText("host")
            owner = try fields.optionalText("owner")
            device = try fields.optionalText("device")
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("protocol", version)
            writer.member("server", server)
            writer.member("inbox", Int64(inbox))
            writer.member("table", object: table.writeMembers)
            writer.member("unread", counts: unread)
            writer.member("missed", object: missed.writeMembers)
            writer.member("cursor", ifPresent: cursor)
            writer.member("behind", ifPresent: behind.map(Int64.init))
            writer.member("store", ifPresent: store)
            writer.member("newest", ifPresent: newest)
            writer.member("host", ifPresent: host)
            writer.member("owner", ifPresent: owner)
            writer.member("device", ifPresent: device)
        }
    }

    /// Cells that changed since the last one that any navigator of this inbox was told of.
    public struct Missed: WireObject, Equatable {
        /// How many cells.
        public var count: Int
        /// The filter that lists them: `cells.list` with this `since`.
        public var since: Int64

        /// Makes a count.
        public init(count: Int, since: Int64) {
            self.count = count
            self.since = since
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            count = Int(try fields.integer("count"))
            since = try fields.integer("since")
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("count", count)
            writer.member("since", since)
        }
    }
}

extension Fields {
    /// An object of counts by name; empty when it is missing.
    func counts(_ member: String) throws(WireError) -> [String: Int] {
        guard let fields = try optionalObject(member) else { return [:] }
        var counts: [String: Int] = [:]
        for entry in fields.node.members ?? [] {
            guard let count = entry.value.integer else {
                throw refusal(member, "\(name(of: member)) must hold whole numbers")
            }
            counts[entry.name] = Int(clamping: count)
        }
        return counts
    }
}

extension JSONWriter {
    /// Writes an object of counts, by name.
    mutating func member(_ name: String, counts: [String: Int]) {
        member(
            name,
            object: { object in
                for (name, count) in counts.sorted(by: { $0.key < $1.key }) { object.member(name, count) }
            })
    }
}
