// Our own way to report an event: one flat JSON object. It is read strictly and in one pass, in the order of the text:
// the first member that is wrong is the one that is refused, by name and byte, and nothing of the event is kept. A field
// that we do not know is refused too, since a typing mistake must not make data vanish.
public import JSON
internal import Routing
internal import Text
public import Wire

/// The native dialect: the object of a bare line, or the `params` of `notify`.
public enum NativeDialect {
    /// The fields of an event, in the order in which they are documented.
    public static let fields = [
        "kind", "state", "key", "id", "source", "title", "body", "params", "priority", "time", "ttl_seconds", "expires",
        "link", "arrive", "to", "dry_run",
    ]

    /// Reads an event. Kind, state, key, id, source and link become NFC; texts and params stay as sent.
    ///
    /// A refusal names the field (`params.branch`) and the byte offset in the document: `unknownField`, `missingField`,
    /// `invalidField`, `tooLarge`, or `duplicateKey` for two params that differ in their encoding only.
    public static func submission(from node: JSONNode) throws(WireError) -> Submission {
        guard let members = node.members else {
            throw WireError(.invalidField, "an event is an object", offset: node.offset)
        }
        var reader = EventReader()
        for member in members {
            try reader.read(Field(member))
        }
        return try reader.submission(of: node)
    }
}

/// An event while its members are read.
private struct EventReader {
    private var kind: String?
    private var event = Event(kind: "")
    private var to: UInt32?
    private var isDryRun = false

    mutating func read(_ field: Field) throws(WireError) {
        switch field.name {
        case "kind":
            kind = try field.name(maximum: EventLimits.kind, rule: EventName.kindRule, EventName.isKind)
        case "state":
            event.state = try field.name(maximum: EventLimits.state, rule: EventName.stateRule, EventName.isState)
        case "key": event.key = try field.identifier(maximum: EventLimits.key)
        case "id": event.id = try field.identifier(maximum: EventLimits.id)
        case "source": event.source = try field.identifier(maximum: EventLimits.source)
        case "title": event.title = try field.text(maximum: EventLimits.title)
        case "body": event.body = try field.text(maximum: EventLimits.body)
        case "params": event.params = try field.params()
        case "priority": event.priority = try field.word(of: Priority.allCases)
        case "time": event.time = try field.time()
        case "ttl_seconds":
            try setExpiry(.after(seconds: field.integer(in: 0...Int64(Int32.max))), by: field)
        case "expires": try setExpiry(.at(milliseconds: field.time()), by: field)
        case "link": event.link = try field.link()
        case "arrive": event.arrival = try field.word(of: [.banner, .jump])
        case "to": to = UInt32(try field.integer(in: 0...Int64(UInt32.max - 1)))
        case "dry_run": isDryRun = try field.boolean()
        default: throw field.unknown(among: NativeDialect.fields)
        }
    }

    private mutating func setExpiry(_ expiry: Event.Expiry, by field: Field) throws(WireError) {
        guard event.expiry == nil else {
            throw field.refusal("ttl_seconds and expires say the same in two ways: send one of them")
        }
        event.expiry = expiry
    }

    func submission(of node: JSONNode) throws(WireError) -> Submission {
        var event = event
        if let kind {
            event.kind = kind
        } else if event.link != nil {
            event.kind = "link"
        } else {
            throw WireError(
                .missingField, "kind is missing: say what happened (or send a link)", field: "kind", offset: node.offset
            )
        }
        return Submission(event: event, to: to, isDryRun: isDryRun)
    }
}
