public import JSON
internal import Routing

/// Which cells are meant: those that meet every member that is given. Dismissed ones never are.
public struct CellsFilter: WireObject, Hashable {
    /// Every member that it may have; they stand beside a call's own.
    public static let fields = ["tab", "unread", "since", "kind", "state", "text"]
    /// The longest `text`, in bytes.
    public static let textBytes = 256

    /// Only cells whose route is this tab.
    public var tab: String?
    /// Only unread ones, or only read ones.
    public var isUnread: Bool?
    /// Only what changed after this seq.
    public var since: Int64?
    /// Only this kind; with a `*` at the end, kinds that begin so.
    public var kind: String?
    /// Only this state; with a `*` at the end, states that begin so.
    public var state: String?
    /// Words, each of which occurs in title, key or body, upper or lower case alike.
    public var text: String?

    /// Makes a filter; without arguments it lets everything pass.
    public init(
        tab: String? = nil, isUnread: Bool? = nil, since: Int64? = nil, kind: String? = nil, state: String? = nil,
        text: String? = nil
    ) {
        self.tab = tab
        self.isUnread = isUnread
        self.since = since
        self.kind = kind
        self.state = state
        self.text = text
    }

    /// Reads its members; throws for the first that is of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        tab = try fields.optionalText("tab", maximumBytes: 32)
        isUnread = try fields.optionalBoolean("unread")
        since = try fields.optionalInteger("since", in: 0...Int64.max)
        kind = try fields.optionalText("kind", maximumBytes: EventLimits.kind)
        state = try fields.optionalText("state", maximumBytes: EventLimits.state)
        text = try fields.optionalText("text", maximumBytes: Self.textBytes)
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("tab", ifPresent: tab)
        writer.member("unread", ifPresent: isUnread)
        writer.member("since", ifPresent: since)
        writer.member("kind", ifPresent: kind)
        writer.member("state", ifPresent: state)
        writer.member("text", ifPresent: text)
    }
}
