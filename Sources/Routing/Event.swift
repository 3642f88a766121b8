/// One thing a sender reported: immutable, deduplicated by (sender's uid, source, id).
///
/// The values are normalised: kind, state, key, id, source and link are NFC (the daemon's intake does that once), and
/// every limit of `EventLimits` holds. An event knows nothing of sockets, rows or routes.
public struct Event: Sendable, Equatable {
    /// What sort of thing happened: a dotted name, at most `EventLimits.kind` bytes.
    public var kind: String
    /// Its condition now: a name, at most `EventLimits.state` bytes. It decides the tab and the path.
    public var state: String
    /// Which cell of that kind; nil: the event's id, else its seq.
    public var key: String?
    /// The sender's own id, for deduplication; nil: none.
    public var id: String?
    /// The namespace of `id` within the sender's uid; nil: `uid:N`.
    public var source: String?
    /// One line of plain text.
    public var title: String
    /// Plain text, may have many lines.
    public var body: String
    /// What fills a rule's path; as sent, never normalised.
    public var params: [String: ParamValue]
    /// How loudly it arrives.
    public var priority: Priority
    /// When it happened by the sender's clock: milliseconds since 1970 in UTC; nil: on arrival. Order is arrival, never this.
    public var time: Int64?
    /// When it stops being news.
    public var expiry: Expiry?
    /// Where it leads instead of the table's answer.
    public var link: DeepLink?
    /// How it asks to be shown.
    public var arrival: Arrival

    /// Makes an event; the defaults are those of the protocol.
    public init(
        kind: String, state: String = "new", key: String? = nil, id: String? = nil, source: String? = nil,
        title: String = "", body: String = "", params: [String: ParamValue] = [:], priority: Priority = .normal,
        time: Int64? = nil, expiry: Expiry? = nil, link: DeepLink? = nil, arrival: Arrival = .banner
    ) {
        self.kind = kind
        self.state = state
        self.key = key
        self.id = id
        self.source = source
        self.title = title
        self.body = body
        self.params = params
        self.priority = priority
        self.time = time
        self.expiry = expiry
        self.link = link
        self.arrival = arrival
    }

    /// When an event stops being news: afterwards it stays in the history and is announced no more.
    public enum Expiry: Sendable, Equatable {
        /// Seconds after arrival (`ttl_seconds`), never negative.
        case after(seconds: Int64)
        /// A moment of the wall clock (`expires`): milliseconds since 1970 in UTC.
        case at(milliseconds: Int64)
    }
}

/// The limits of an event's fields, in bytes of UTF-8 (entries for `params`).
public enum EventLimits {
    /// Bytes of a kind.
    public static let kind = 128
    /// Bytes of a state.
    public static let state = 64
    /// Bytes of a key.
    public static let key = 255
    /// Bytes of a sender's id.
    public static let id = 255
    /// Bytes of a source.
    public static let source = 255
    /// Bytes of a title: 1 KiB.
    public static let title = 1024
    /// Bytes of a body: 32 KiB.
    public static let body = 32 * 1024
    /// Entries of `params`.
    public static let params = 64
    /// Bytes of a param's name.
    public static let paramName = 64
    /// Bytes of a link: 4 KiB.
    public static let link = 4096
}
