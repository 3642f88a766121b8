public import Routing
internal import SQLite

extension InboxStore {
    /// Stores an event and brings its cell up to date, within a turn. `route` says where a state leads; it is asked at
    /// most once. `sender` is the kernel's word, `unit` a label. What the event's own constraint refuses fails alone, and
    /// so does an event for which a full inbox has no place.
    public func accept(
        _ event: Event, inbox: UInt32, sender: UInt32, unit: String? = nil, at now: Moment,
        route: (CellState) -> Route
    ) throws -> Acceptance {
        let arriving = ArrivingEvent(event, inbox: inbox, sender: sender, unit: unit, at: now)
        try demandRoom()
        return try write { () throws(SQLiteError) in
            try reachDay(of: now)
            if let id = event.id,
                let seq = try events.seq(of: id, source: arriving.source, sender: sender, inbox: inbox)
            {
                return .duplicate(seq: seq)
            }
            return try insert(arriving, seq: highWater + 1, route: route)
        }
    }

    private func insert(_ arriving: ArrivingEvent, seq: Int64, route: (CellState) -> Route) throws(SQLiteError)
        -> Acceptance
    {
        let inbox = arriving.inbox
        let key = arriving.key(seq: seq)
        let found = try cells.find(inbox: inbox, kind: arriving.event.kind, key: key)
        guard try hasPlace(in: inbox, for: found) else { return .quota }
        do throws(SQLiteError) {
            var replaced: [UInt32] = []
            let change = try eventPart.run { () throws(SQLiteError) in
                let change = try upsert(arriving, into: found, key: key, seq: seq, route: route)
                if isFull(inbox) { replaced = try retire(from: inbox, upTo: .max, limit: 1) }
                return change
            }
            highWater = seq
            shares.count(ShareTable.Share(inbox: inbox, sender: arriving.sender), by: 1)
            uncount(replaced, in: inbox)
            return .stored(seq: seq, change: change)
        } catch {
            guard error.kind == .constraint, database.isInTransaction else { throw error }
            return .refused(error.message)
        }
    }

    private func upsert(
        _ arriving: ArrivingEvent, into found: CellTable.Found?, key: String, seq: Int64, route: (CellState) -> Route
    ) throws(SQLiteError) -> CellChange {
        let event = arriving.event
        let cell = Cell(
            id: found?.id ?? seq, inbox: arriving.inbox, kind: event.kind, key: key, state: event.state,
            title: event.title, body: event.body, params: event.params, priority: event.priority, version: seq,
            readVersion: found?.readVersion ?? 0, time: arriving.now.wall, deadline: arriving.deadline,
            link: event.link, arrival: event.arrival)
        let tab = route(cell.cellState).tab ?? ""
        let table = tableVersions.numbers.current
        try events.insert(arriving, seq: seq, cell: cell.id, previous: found?.version ?? 0)
        if let found {
            try cells.update(cell.id, version: seq, tab: tab, table: table)
            history.add(found.version, inbox: cell.inbox)
        } else {
            try cells.insert(seq, inbox: cell.inbox, kind: cell.kind, key: key, tab: tab, table: table)
        }
        let stored = StoredCell(cell: cell, tab: tab, tableVersion: tableVersions.name(of: table))
        return CellChange(before: found?.standing, after: stored)
    }

    /// A cell's events, newest first, at most `limit` (1…500): all, or those before one of them. None for a cell that the
    /// inbox does not have, or where the event is not the cell's or is kept no more.
    public func history(inbox: UInt32, cell: Int64, before seq: Int64? = nil, limit: Int) throws -> [StoredEvent] {
        precondition(Self.listLimits.contains(limit), "a page of \(limit) events")
        return try read { () throws(SQLiteError) in
            try events.history(inbox: inbox, cell: cell, before: seq, limit: limit)
        }
    }

    /// How many rows one call may ask for.
    public static let listLimits = 1...500
}
