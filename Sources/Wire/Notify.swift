public import JSON
public import Routing

/// `notify`: an event, from a sender. The daemon reads it with its intake; this is how our own programs write it.
public struct Notify: Sendable {
    /// The name on the wire.
    public static let method = "notify"
    /// What happened.
    public var event: Event
    /// Whether to store nothing and only say where it would lead.
    public var isDryRun: Bool

    /// Makes a call.
    public init(event: Event, isDryRun: Bool = false) {
        self.event = event
        self.isDryRun = isDryRun
    }

    /// The call as a line, its end included.
    public func line(id: RequestID?) -> [UInt8] { Message.line(calling: Self.method, id: id, params: writeMembers) }

    /// Writes the event's members; those at their defaults are left out.
    public func writeMembers(to writer: inout JSONWriter) {
        event.writeMembers(to: &writer)
        if isDryRun { writer.member("dry_run", true) }
    }

    /// What a sender gets after the commit.
    public enum Answer: WireObject, Equatable {
        case stored(seq: Int64, isDuplicate: Bool)
        /// With `dry_run`: nothing was stored; this is what would be.
        case wouldBe(cell: Int64?, route: Route)

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            if let route = try fields.optionalObject("route") {
                self = .wouldBe(cell: try fields.optionalInteger("cell"), route: try Route(wire: route))
            } else {
                self = .stored(
                    seq: try fields.integer("seq"), isDuplicate: try fields.optionalBoolean("duplicate") ?? false)
            }
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            switch self {
            case .stored(let seq, let isDuplicate):
                writer.member("seq", seq)
                writer.member("duplicate", isDuplicate)
            case .wouldBe(let cell, let route):
                writer.member("dry_run", true)
                writer.member("cell", ifPresent: cell)
                writer.member("route", object: route.writeMembers)
                writer.member("why", route.why.text)
            }
        }
    }
}
