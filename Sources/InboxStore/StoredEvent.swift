public import Routing

/// One event of a cell's history.
public struct StoredEvent: Sendable, Equatable {
    /// Its number: the order of arrival.
    public var seq: Int64
    /// The cell it belongs to.
    public var cell: Int64
    /// Who sent it, by the kernel's word.
    public var sender: UInt32
    /// The sender's systemd unit, where it was known; a label only.
    public var unit: String?
    /// When it arrived: milliseconds since 1970 in UTC.
    public var arrived: Int64
    /// When it stops being news; nil: never.
    public var deadline: Deadline?
    /// What was sent; `source` is filled in, `key` is the cell's, and `expiry` stands in `deadline`.
    public var event: Event
}

/// What became of an event.
public enum Acceptance: Sendable, Equatable {
    /// It has this seq, and its cell changed.
    case stored(seq: Int64, change: CellChange)
    /// The same sender sent the same source and id before: this is that event's seq, and nothing changed.
    case duplicate(seq: Int64)
    /// The inbox keeps as many events as it may, and none of them may go: nothing changed.
    case quota
    /// It breaks a rule of the schema; the rest of the turn is not touched.
    case refused(String)

    /// The seq to answer with; nil when it was not stored.
    public var seq: Int64? {
        switch self {
        case .stored(let seq, _), .duplicate(let seq): seq
        case .quota, .refused: nil
        }
    }
}

/// What became of a dismissal.
public enum Dismissal: Sendable, Equatable {
    /// The cell is out of the list.
    case dismissed(CellChange)
    /// The cell has changed since the version that was to be dismissed; it stays. Its state now.
    case stale(StoredCell)
}
