internal import Routing
internal import SQLite

/// What was sent, each event once.
struct EventTable: ~Copyable {
    private var findDuplicate: Statement
    private var insert: Statement
    private var selectHistory: Statement
    private var selectOne: Statement

    private static let columns = """
        e.seq, e.cell, e.sender, e.unit, e.arrived, e.deadline_wall, e.deadline_boot, e.boot, c.kind, e.state, c.key,
            e.id, e.source, e.title, e.body, e.params, e.priority, e.time, e.link, e.arrival
        """

    init(in database: Database) throws(SQLiteError) {
        let findDuplicate = try Statement(
            "SELECT seq FROM events WHERE inbox = ?1 AND sender = ?2 AND source = ?3 AND id = ?4", in: database)
        let insert = try Statement(
            """
            INSERT INTO events(seq, inbox, cell, previous, sender, source, id, unit, arrived, time, deadline_wall,
                deadline_boot, boot, priority, arrival, state, link, title, params, body)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)
            """, in: database)
        let selectHistory = try Statement(
            """
            WITH RECURSIVE chain(seq) AS (
                SELECT iif(?4 IS NULL, version,
                    (SELECT previous FROM events WHERE seq = ?4 AND cell = ?2)) FROM cells WHERE id = ?2 AND inbox = ?1
                UNION ALL
                SELECT previous FROM chain JOIN events USING (seq) WHERE previous > 0
                LIMIT ?3)
            SELECT \(Self.columns)
            FROM chain JOIN events e USING (seq) JOIN cells c ON c.id = e.cell
            ORDER BY e.seq DESC
            """, in: database)
        let selectOne = try Statement(
            "SELECT \(Self.columns) FROM events e JOIN cells c ON c.id = e.cell WHERE e.seq = ?1", in: database)
        self.findDuplicate = findDuplicate
        self.insert = insert
        self.selectHistory = selectHistory
        self.selectOne = selectOne
    }

    /// The seq of the event that this sender gave this id before.
    mutating func seq(of id: String, source: String, sender: UInt32, inbox: UInt32) throws(SQLiteError) -> Int64? {
        try findDuplicate.row(Value(inbox), Value(sender), .text(source), .text(id)) { (row) throws(SQLiteError) in
            row.integer(0)
        }
    }

    /// `previous`: the seq of the cell's event before this one; 0: this is its first.
    mutating func insert(_ arriving: ArrivingEvent, seq: Int64, cell: Int64, previous: Int64) throws(SQLiteError) {
        let event = arriving.event
        let deadline = arriving.deadline
        try insert.run(
            .integer(seq), Value(arriving.inbox), .integer(cell), .integer(previous), Value(arriving.sender),
            .text(arriving.source), Value(event.id), Value(arriving.unit), .integer(arriving.now.wall),
            Value(event.time), Value(deadline?.wall), Value(deadline?.boot?.time), Value(deadline?.boot?.id),
            Value(event.priority.rank), Value(event.arrival == .banner ? nil : event.arrival.rawValue),
            .text(event.state), Value(event.link?.description), .text(event.title), StoredParams.value(event.params),
            .text(event.body))
    }

    /// Newest first; `seq`: the event of the cell that they come before.
    mutating func history(inbox: UInt32, cell: Int64, before seq: Int64?, limit: Int) throws(SQLiteError)
        -> [StoredEvent]
    {
        try selectHistory.rows(Value(inbox), .integer(cell), Value(limit), Value(seq)) { (row) throws(SQLiteError) in
            try StoredEvent(row)
        }
    }

    mutating func event(_ seq: Int64) throws(SQLiteError) -> StoredEvent? {
        try selectOne.row(.integer(seq)) { (row) throws(SQLiteError) in try StoredEvent(row) }
    }
}

extension StoredEvent {
    fileprivate init(_ row: borrowing Row) throws(SQLiteError) {
        let sender = row.uid(2)
        let source = row.requiredText(12)
        let event = Event(
            kind: row.requiredText(8), state: row.requiredText(9), key: row.text(10), id: row.text(11),
            source: source.isEmpty ? ArrivingEvent.defaultSource(of: sender) : source,
            title: row.requiredText(13), body: row.requiredText(14), params: try StoredParams.params(row.blob(15)),
            priority: try row.priority(16), time: row.optionalInteger(17), link: try row.link(18),
            arrival: try row.arrival(19))
        self.init(
            seq: row.integer(0), cell: row.integer(1), sender: sender, unit: row.text(3), arrived: row.integer(4),
            deadline: row.deadline(5), event: event)
    }
}

/// An event on its way in, with what the daemon knows of it.
struct ArrivingEvent {
    let event: Event
    let inbox: UInt32
    let sender: UInt32
    let unit: String?
    let now: Moment
    let deadline: Deadline?

    init(_ event: Event, inbox: UInt32, sender: UInt32, unit: String?, at now: Moment) {
        self.event = event
        self.inbox = inbox
        self.sender = sender
        self.unit = unit
        self.now = now
        deadline = event.expiry.map { Deadline($0, arriving: now) }
    }

    /// As it stands in the index: the default source, which most senders use, takes no room.
    var source: String {
        guard let source = event.source, source != Self.defaultSource(of: sender) else { return "" }
        return source
    }

    /// The namespace of ids for a sender that names none.
    static func defaultSource(of sender: UInt32) -> String { "uid:\(sender)" }

    /// Which cell of its kind it belongs to.
    func key(seq: Int64) -> String {
        event.key ?? event.id ?? String(seq)
    }
}
