public import Wire

/// What a daemon says unasked, in the order in which it came.
public enum Incoming: Equatable, Sendable {
    /// A cell changed: a banner.
    case announced(CellSummary)
    /// Go there. The answer, by `answer(offer:_:)` with this id, is the acknowledgement.
    case offer(RequestID, OpenOffer)
    /// Marks or counts changed.
    case cellsChanged(CellsChanged)
    /// What became of an open (observers).
    case openChanged(OpenChanged)
    /// Another route table is in use.
    case tableChanged(TableSummary)
    /// The next event (followers); `acknowledge(_:)` says that it is done with.
    case event(FollowedEvent)
    /// An event that cannot be read (followers): of a newer daemon, say. Acknowledge it, or it comes for ever.
    case unreadable(seq: Int64, WireError)
    /// The owner let this device in, by his own key.
    case approved(DeviceGrant)
    /// The owner said no to this device.
    case denied
    /// The daemon is about to close the connection.
    case bye(reason: String)

    /// Tables are compared by their version, which is their content's.
    public static func == (left: Incoming, right: Incoming) -> Bool {
        switch (left, right) {
        case (.announced(let left), .announced(let right)): left == right
        case (.offer(let leftID, let left), .offer(let rightID, let right)): leftID == rightID && left == right
        case (.cellsChanged(let left), .cellsChanged(let right)): left == right
        case (.openChanged(let left), .openChanged(let right)): left == right
        case (.tableChanged(let left), .tableChanged(let right)): left.version == right.version
        case (.event(let left), .event(let right)): left == right
        case (.unreadable(let leftSeq, let left), .unreadable(let rightSeq, let right)):
            leftSeq == rightSeq && left == right
        case (.approved(let left), .approved(let right)): left == right
        case (.denied, .denied): true
        case (.bye(let left), .bye(let right)): left == right
        default: false
        }
    }
}
