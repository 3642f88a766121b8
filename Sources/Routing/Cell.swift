/// A row of the notification view: (inbox, kind, key) with its current state. Many events, one cell.
public struct Cell: Sendable, Equatable {
    /// Its address: the seq of its first event. Never used twice.
    public var id: Int64
    /// The uid whose notifications these are.
    public var inbox: UInt32
    /// What sort of thing it is: a dotted name, NFC.
    public var kind: String
    /// Which one of that kind and inbox: the sender's name for it, NFC.
    public var key: String
    /// Its condition now: that of its last event.
    public var state: String
    /// Its last event's title: one line of plain text, may be empty.
    public var title: String
    /// Its last event's body: plain text, may be empty.
    public var body: String
    /// Its last event's params, which fill a rule's path.
    public var params: [String: ParamValue]
    /// How loudly its last event arrived.
    public var priority: Priority
    /// The seq of its last event.
    public var version: Int64
    /// The newest version that its owner has seen; 0: none.
    public var readVersion: Int64
    /// When its last event arrived: milliseconds since 1970 in UTC.
    public var time: Int64
    /// When it stops being news; nil: never.
    public var deadline: Deadline?
    /// Where its last event said that it leads, instead of the table's answer; nil: the table decides.
    public var link: DeepLink?
    /// How its last event asked to be shown.
    public var arrival: Arrival

    /// Makes a cell from what is stored of it.
    public init(
        id: Int64, inbox: UInt32, kind: String, key: String, state: String, title: String = "", body: String = "",
        params: [String: ParamValue] = [:], priority: Priority = .normal, version: Int64, readVersion: Int64 = 0,
        time: Int64 = 0, deadline: Deadline? = nil, link: DeepLink? = nil, arrival: Arrival = .banner
    ) {
        self.id = id
        self.inbox = inbox
        self.kind = kind
        self.key = key
        self.state = state
        self.title = title
        self.body = body
        self.params = params
        self.priority = priority
        self.version = version
        self.readVersion = readVersion
        self.time = time
        self.deadline = deadline
        self.link = link
        self.arrival = arrival
    }

    /// Whether its last event is newer than what its owner has seen.
    public var isUnread: Bool { version > readVersion }

    /// What decides its tab and path.
    public var cellState: CellState {
        CellState(cell: id, kind: kind, state: state, params: params, link: link)
    }
}

/// What decides a tab and a push path: all that the route resolver looks at.
public struct CellState: Sendable, Equatable {
    /// The cell's id; nil for a question about a kind and a state that no cell has yet.
    public var cell: Int64?
    /// A kind; any text is answered.
    public var kind: String
    /// A state; any text is answered.
    public var state: String
    /// What fills a rule's path.
    public var params: [String: ParamValue]
    /// Where it leads whatever the rules say; nil: they decide.
    public var link: DeepLink?

    /// Makes a state to resolve.
    public init(
        cell: Int64? = nil, kind: String, state: String, params: [String: ParamValue] = [:], link: DeepLink? = nil
    ) {
        self.cell = cell
        self.kind = kind
        self.state = state
        self.params = params
        self.link = link
    }
}
