public import JSON
public import Routing

/// `route.open`, from the daemon: go there. The client's answer is the acknowledgement; the same id may be offered again
/// after a lost connection, and then a client that did show it says so.
public struct OpenOffer: Call, Equatable {
    /// The name on the wire.
    public static let method = "route.open"
    /// Every member that it may have.
    public static let fields = ["open", "route", "cell", "moved"]

    /// The open's id; the same when it is offered again.
    public var open: Int64
    /// Where to go, resolved just now.
    public var route: Route
    /// The cell that is opened; nil for a bare link.
    public var cell: CellSummary?
    /// The cell's state when the open was asked for, if it is another now: "moved on: failed → running".
    public var movedFrom: String?

    /// Makes an offer.
    public init(open: Int64, route: Route, cell: CellSummary?, movedFrom: String? = nil) {
        self.open = open
        self.route = route
        self.cell = cell
        self.movedFrom = movedFrom
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        open = try fields.integer("open")
        route = try Route(wire: fields.object("route"))
        cell = try fields.optionalObject("cell").map { (fields: Fields) throws(WireError) in
            try CellSummary(wire: fields)
        }
        movedFrom = try fields.optionalText("moved")
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("open", open)
        writer.member("route", object: route.writeMembers)
        if let cell { writer.member("cell", object: cell.writeMembers) }
        writer.member("moved", ifPresent: movedFrom)
    }

    /// What the client says to an offer.
    public enum Answer: WireObject, Equatable {
        /// It moved; this is where it stands.
        case shown(tab: String, depth: Int)
        /// It stood there already.
        case already(tab: String, depth: Int)
        /// It waits behind something; what becomes of it follows in `navigation.report`.
        case queued(String)
        /// It did not move, and will not: `moved` when the user went elsewhere meanwhile.
        case refused(String)

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            if let place = try fields.optionalObject("shown") {
                self = .shown(tab: try place.text("tab"), depth: Int(clamping: try place.integer("depth")))
            } else if let place = try fields.optionalObject("already") {
                self = .already(tab: try place.text("tab"), depth: Int(clamping: try place.integer("depth")))
            } else if let reason = try fields.optionalText("queued", maximumBytes: 256) {
                self = .queued(reason)
            } else if let reason = try fields.optionalText("refused", maximumBytes: 256) {
                self = .refused(reason)
            } else {
                throw fields.refusal(
                    "shown", "an answer to an open is shown, already, queued or refused", reason: .missingField)
            }
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            switch self {
            case .shown(let tab, let depth): Self.write(tab, depth, as: "shown", to: &writer)
            case .already(let tab, let depth): Self.write(tab, depth, as: "already", to: &writer)
            case .queued(let reason): writer.member("queued", reason)
            case .refused(let reason): writer.member("refused", reason)
            }
        }

        private static func write(_ tab: String, _ depth: Int, as word: String, to writer: inout JSONWriter) {
            writer.member(
                word,
                object: { place in
                    place.member("tab", tab)
                    place.member("depth", depth)
                })
        }
    }
}
