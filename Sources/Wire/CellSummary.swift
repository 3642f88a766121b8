public import JSON
public import Routing

/// A cell as lists and banners show it: `{id, kind, state, key, title, priority, unread, version, time, route, expires}`.
public struct CellSummary: WireObject, Equatable {
    /// The cell's id: the seq of its first event.
    public var id: Int64
    /// What sort of thing it is.
    public var kind: String
    /// Its condition now.
    public var state: String
    /// Which one of its kind.
    public var key: String
    /// Its last event's title: text from outside, to be made safe before it is shown.
    public var title: String
    /// How loudly it is announced: as its rule says, else as its last event does.
    public var priority: Priority
    /// Whether its owner has not seen its last event.
    public var isUnread: Bool
    /// The seq of its last event.
    public var version: Int64
    /// When its last event arrived: milliseconds since 1970 in UTC; RFC 3339 on the wire.
    public var time: Int64
    /// Where its state leads now.
    public var route: Route
    /// How its last event asked to be shown.
    public var arrival: Arrival
    /// When its last event stops being news: milliseconds since 1970 in UTC, RFC 3339 on the wire; nil: never.
    public var expires: Int64?

    /// Sums up a cell with the route of its state.
    public init(_ cell: Cell, route: Route) {
        id = cell.id
        kind = cell.kind
        state = cell.state
        key = cell.key
        title = cell.title
        priority = route.manner.priority ?? cell.priority
        isUnread = cell.isUnread
        version = cell.version
        time = cell.time
        arrival = cell.arrival
        expires = cell.deadline?.wall
        self.route = route
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        id = try fields.integer("id")
        kind = try fields.text("kind")
        state = try fields.text("state")
        key = try fields.text("key")
        title = try fields.text("title")
        priority = try fields.word("priority", as: Priority.self)
        isUnread = try fields.boolean("unread")
        version = try fields.integer("version")
        time = try fields.time("time")
        route = try Route(wire: fields.object("route"))
        arrival = try fields.optionalWord("arrive", as: Arrival.self) ?? .banner
        expires = try fields.optionalTime("expires")
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("kind", kind)
        writer.member("state", state)
        writer.member("key", key)
        writer.member("title", title)
        writer.member("priority", priority.rawValue)
        writer.member("unread", isUnread)
        writer.member("version", version)
        writer.member("time", Timestamp.text(milliseconds: time))
        writer.member("route", object: route.writeMembers)
        if arrival == .jump { writer.member("arrive", arrival.rawValue) }
        writer.member("expires", ifPresent: expires.map(Timestamp.text(milliseconds:)))
    }
}

/// A cell in full: its summary, its texts, and the states it went through.
public struct CellDetail: WireObject, Equatable {
    /// What lists show of it; its members stand beside the others.
    public var summary: CellSummary
    /// Its last event's body: text from outside, to be made safe before it is shown.
    public var body: String
    /// Its last event's params, as sent.
    public var params: [String: ParamValue]
    /// Whether it is out of the list until its next event.
    public var isDismissed: Bool
    /// The version of the table that routed it last.
    public var table: String
    /// Newest first, bounded.
    public var history: [PastState]
    /// The `history_before` for what came before these; nil: nothing did, or it is kept no more.
    public var historyNext: Int64?

    /// One event of a cell's past.
    public struct PastState: WireObject, Equatable {
        /// The event's seq.
        public var seq: Int64
        /// The state that it brought.
        public var state: String
        /// Its title: text from outside.
        public var title: String
        /// Milliseconds since 1970 in UTC; RFC 3339 on the wire.
        public var time: Int64
        /// Who sent it, by the kernel's word: a uid.
        public var sender: UInt32?
        /// The sender's systemd unit, where it was known: a label only.
        public var unit: String?

        /// Makes an entry.
        public init(
            seq: Int64, state: String, title: String, time: Int64, sender: UInt32? = nil, unit: String? = nil
        ) {
            self.seq = seq
            self.state = state
            self.title = title
            self.time = time
            self.sender = sender
            self.unit = unit
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            seq = try fields.integer("seq")
            state = try fields.text("state")
            title = try fields.text("title")
            time = try fields.time("time")
            sender = try fields.optionalInteger("sender", in: 0...Int64(UInt32.max)).map { UInt32($0) }
            unit = try fields.optionalText("unit")
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("seq", seq)
            writer.member("state", state)
            writer.member("title", title)
            writer.member("time", Timestamp.text(milliseconds: time))
            writer.member("sender", ifPresent: sender.map { Int64($0) })
            writer.member("unit", ifPresent: unit)
        }
    }

    /// Makes a detail.
    public init(
        summary: CellSummary, body: String, params: [String: ParamValue], isDismissed: Bool, table: String,
        history: [PastState], historyNext: Int64? = nil
    ) {
        self.summary = summary
        self.body = body
        self.params = params
        self.isDismissed = isDismissed
        self.table = table
        self.history = history
        self.historyNext = historyNext
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        summary = try CellSummary(wire: fields)
        body = try fields.text("body")
        params = try fields.params("params")
        isDismissed = try fields.boolean("dismissed")
        table = try fields.text("table")
        history = try fields.objects("history", PastState.init(wire:))
        historyNext = try fields.optionalInteger("history_next")
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        summary.writeMembers(to: &writer)
        writer.member("body", body)
        writer.member("params", object: { params.writeMembers(to: &$0) })
        writer.member("dismissed", isDismissed)
        writer.member("table", table)
        writer.member("history", objects: history)
        writer.member("history_next", ifPresent: historyNext)
    }
}
