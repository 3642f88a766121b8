// A follower gets every event of its inbox, each once, in order, and says how far it has come. What it has said it has is
// never sent again; what it got and did not acknowledge comes again after a lost connection, so its work must bear that.
public import JSON
public import Routing

/// `event`, to a follower: the next event of its inbox.
public struct FollowedEvent: Call, Equatable {
    /// An empty object.
    public typealias Answer = Nothing
    /// The name on the wire.
    public static let method = "event"
    /// Every member that it may have.
    public static let fields = ["seq", "cell", "sender", "unit", "arrived", "event", "cut", "route"]

    /// The event's number: each is greater than the one before.
    public var seq: Int64
    /// The cell that it changed.
    public var cell: Int64
    /// The uid that sent it, by the kernel's word.
    public var sender: UInt32
    /// The sender's systemd unit, where it was known; a label only.
    public var unit: String?
    /// When it arrived: milliseconds since 1970 in UTC; RFC 3339 on the wire.
    public var arrived: Int64
    /// What was sent, with its key and source, and with a moment for its expiry: `notify` takes it as it is.
    public var event: Event
    /// The members of the event that are left out, as the line would be too long with them.
    public var cut: [String]
    /// Where its state leads by the table in use now.
    public var route: Route

    /// Makes a message.
    public init(
        seq: Int64, cell: Int64, sender: UInt32, unit: String?, arrived: Int64, event: Event, cut: [String] = [],
        route: Route
    ) {
        self.seq = seq
        self.cell = cell
        self.sender = sender
        self.unit = unit
        self.arrived = arrived
        self.event = event
        self.cut = cut
        self.route = route
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        seq = try fields.integer("seq")
        cell = try fields.integer("cell")
        sender = UInt32(try fields.integer("sender", in: 0...Int64(UInt32.max)))
        unit = try fields.optionalText("unit")
        arrived = try fields.time("arrived")
        event = try Event(wire: fields.object("event"))
        cut = try fields.texts("cut")
        route = try Route(wire: fields.object("route"))
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("seq", seq)
        writer.member("cell", cell)
        writer.member("sender", Int64(sender))
        writer.member("unit", ifPresent: unit)
        writer.member("arrived", Timestamp.text(milliseconds: arrived))
        writer.member("event", object: event.writeMembers)
        if !cut.isEmpty { writer.member("cut", array: { list in for name in cut { list.value(name) } }) }
        writer.member("route", object: route.writeMembers)
    }

    /// The message as a line that a client reads. Escapes can make a line six times as long as the one that brought the
    /// event; rather than end there for ever, the follower gets it without its long parts.
    public func boundedLine() -> [UInt8] {
        let whole = line(id: nil)
        guard whole.count > WireLimits.lineFromDaemon + 1 else { return whole }
        var rest = self
        rest.event.body = ""
        rest.event.params = [:]
        rest.cut = ["body", "params"]
        return rest.line(id: nil)
    }
}

/// `cursor.ack`, from a follower: it has every event up to this one.
public struct CursorAck: Call, Equatable {
    /// An empty object; from then on nothing up to `seq` is sent under this name again.
    public typealias Answer = Nothing
    /// The name on the wire.
    public static let method = "cursor.ack"
    /// Every member that it may have.
    public static let fields = ["seq"]
    /// The newest event that it has; all before it count as acknowledged too.
    public var seq: Int64

    /// Makes a call.
    public init(seq: Int64) { self.seq = seq }
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) { seq = try fields.integer("seq", in: 1...Int64.max) }
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) { writer.member("seq", seq) }
}
