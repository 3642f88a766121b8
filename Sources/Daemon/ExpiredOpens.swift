internal import InboxStore
internal import RouteConfiguration
internal import Routing

/// Tells the user of opens that nobody showed in time: each is a cell of kind `deeplinkd.open`, state `expired`, with the
/// reason, that leads where the open would have led. The same place again is the same cell.
final class ExpiredOpens {
    /// The kind of these cells.
    static let kind = "deeplinkd.open"

    private let keeper: EventKeeper
    private let sender: UInt32

    /// - Parameter sender: the daemon's own uid.
    init(store: InboxStore, tables: TableKeeper, sender: UInt32) {
        keeper = EventKeeper(store: store, tables: tables)
        self.sender = sender
    }

    /// Stores the cell of one; what an inbox has no place for is in the journal only. Called inside a transaction.
    ///
    /// - Parameters:
    ///   - route: where it leads now; nil: nowhere any more.
    ///   - cell: the cell that was to be opened.
    func report(_ record: OpenRecord, to route: Route?, of cell: Cell?, at now: Moment, _ effects: inout Effects) throws
    {
        let event = Self.event(record, to: route, of: cell)
        try keeper.keep(event, inbox: record.inbox, sender: sender, at: now, &effects)
    }

    private static func event(_ record: OpenRecord, to route: Route?, of cell: Cell?) -> Event {
        let reason = record.reason ?? "it is over"
        // One that was told of before and asked for again is told of in its own cell.
        if let cell, cell.kind == kind {
            return Event(
                kind: kind, state: "expired", key: cell.key, title: cell.title, body: reason, params: cell.params,
                link: cell.link)
        }
        let name = name(of: record, cell)
        return Event(
            kind: kind, state: "expired", key: key(of: record), title: "not opened: \(name)", body: reason,
            params: ["reason": .text(reason)], link: route?.link ?? link(of: record))
    }

    private static func key(of record: OpenRecord) -> String {
        switch record.target {
        case .cell(let id, _, _, _): return "cell \(id)"
        case .link(let link):
            let text = link.description
            return text.utf8.count <= EventLimits.key ? text : "open \(record.id)"
        }
    }

    private static func link(of record: OpenRecord) -> DeepLink? {
        if case .link(let link) = record.target { link } else { nil }
    }

    private static func name(of record: OpenRecord, _ cell: Cell?) -> String {
        var name = cell.map { $0.title.isEmpty ? "\($0.kind) \($0.key)" : $0.title } ?? key(of: record)
        while name.utf8.count > EventLimits.title / 2 { name.removeLast() }
        return name
    }
}
