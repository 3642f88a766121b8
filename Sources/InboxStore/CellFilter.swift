internal import SQLite
internal import Text

/// Which cells a list shows. Dismissed ones never.
public struct CellFilter: Sendable, Equatable {
    /// Only this tab's; "" is the notification view itself.
    public var tab: String?
    /// Only unread, or only read ones.
    public var isUnread: Bool?
    /// Only cells whose version is above this seq.
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

    /// What is looked for in texts; nil: nothing.
    var search: WordSearch? {
        let search = text.map { WordSearch($0) }
        return search?.count == 0 ? nil : search
    }
}

/// Where a page of a list begins.
public enum CellCursor: Sendable, Equatable {
    /// The newest cells below this version; nil: of all.
    case before(Int64?)
    /// The oldest cells above this version.
    case after(Int64)
}

/// A page of a list.
public struct CellPage: Sendable, Equatable {
    /// The cells, newest first, without their bodies.
    public var cells: [StoredCell]
    /// The version to go on from, in the same direction: all between the cursor and it were looked at, and it too. nil:
    /// the list ends here.
    public var next: Int64?
}
