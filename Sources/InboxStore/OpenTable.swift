internal import Routing
internal import SQLite

/// The opens: the pending ones, and the last finished ones of each inbox.
struct OpenTable: ~Copyable {
    private var insert: Statement
    private var setPhase: Statement
    private var prune: Statement
    private var select: Statement
    private var selectAsked: Statement
    private var selectPending: Statement
    private var selectAllPending: Statement
    private var countPending: Statement

    // Spelled as in the partial index, else SQLite does not use it.
    static let isPending = "phase IN ('held', 'offered')"
    private static let columns = """
        SELECT id, inbox, phase, reason, requested, deadline_wall, deadline_boot, boot, link, cell, seen_version,
            seen_state, seen_tab, asked FROM opens
        """

    init(in database: Database) throws(SQLiteError) {
        let insert = try Statement(
            """
            INSERT INTO opens(inbox, phase, requested, deadline_wall, deadline_boot, boot, link, cell, seen_version,
                seen_state, seen_tab, asked)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) RETURNING id
            """, in: database)
        let setPhase = try Statement(
            """
            UPDATE opens SET phase = ?2, reason = ?3, deadline_wall = ifnull(?4, deadline_wall),
                deadline_boot = iif(?4 IS NULL, deadline_boot, ?5), boot = iif(?4 IS NULL, boot, ?6) WHERE id = ?1
            """, in: database)
        let prune = try Statement(
            """
            DELETE FROM opens WHERE inbox = ?1 AND NOT \(Self.isPending) AND id <= (
                SELECT id FROM opens WHERE inbox = ?1 AND NOT \(Self.isPending) ORDER BY id DESC LIMIT 1 OFFSET ?2)
            """, in: database)
        let select = try Statement("\(Self.columns) WHERE id = ?1", in: database)
        let selectAsked = try Statement("\(Self.columns) WHERE inbox = ?1 AND asked = ?2", in: database)
        let selectPending = try Statement(
            "\(Self.columns) WHERE inbox = ?1 AND \(Self.isPending) ORDER BY id", in: database)
        let selectAllPending = try Statement("\(Self.columns) WHERE \(Self.isPending) ORDER BY id", in: database)
        let countPending = try Statement(
            "SELECT count(*) FROM opens WHERE (?1 IS NULL OR inbox = ?1) AND \(Self.isPending)", in: database)
        self.insert = insert
        self.setPhase = setPhase
        self.prune = prune
        self.select = select
        self.selectAsked = selectAsked
        self.selectPending = selectPending
        self.selectAllPending = selectAllPending
        self.countPending = countPending
    }

    mutating func insert(_ record: OpenRecord) throws(SQLiteError) -> Int64 {
        let target = Columns(record.target)
        let deadline = record.deadline
        let id = try insert.row(
            Value(record.inbox), .text(record.phase.rawValue), .integer(record.requested), .integer(deadline.wall),
            Value(deadline.boot?.time), Value(deadline.boot?.id), Value(target.link), Value(target.cell),
            Value(target.seenVersion), Value(target.seenState), Value(target.seenTab), Value(record.asked)
        ) { (row) throws(SQLiteError) in row.integer(0) }
        guard let id else { throw .damaged("an inserted open has no id") }
        return id
    }

    /// `deadline` nil: it stays.
    mutating func setPhase(_ id: Int64, _ phase: OpenPhase, reason: String?, deadline: Deadline?) throws(SQLiteError) {
        try setPhase.run(
            .integer(id), .text(phase.rawValue), Value(reason), Value(deadline?.wall), Value(deadline?.boot?.time),
            Value(deadline?.boot?.id))
    }

    /// Drops all but the newest finished ones of an inbox.
    mutating func prune(inbox: UInt32, keeping count: Int) throws(SQLiteError) {
        try prune.run(Value(inbox), Value(count))
    }

    mutating func record(_ id: Int64) throws(SQLiteError) -> OpenRecord? {
        try select.row(.integer(id)) { (row) throws(SQLiteError) in try OpenRecord(row) }
    }

    mutating func record(asked: String, inbox: UInt32) throws(SQLiteError) -> OpenRecord? {
        try selectAsked.row(Value(inbox), .text(asked)) { (row) throws(SQLiteError) in try OpenRecord(row) }
    }

    /// Oldest first; nil: of all inboxes.
    mutating func pending(inbox: UInt32?) throws(SQLiteError) -> [OpenRecord] {
        guard let inbox else {
            return try selectAllPending.rows { (row) throws(SQLiteError) in try OpenRecord(row) }
        }
        return try selectPending.rows(Value(inbox)) { (row) throws(SQLiteError) in try OpenRecord(row) }
    }

    mutating func pendingCount(inbox: UInt32?) throws(SQLiteError) -> Int {
        try countPending.row(Value(inbox)) { (row) throws(SQLiteError) in Int(row.integer(0)) } ?? 0
    }
}

/// A target as its columns: a link, or a cell with what was seen of it.
private struct Columns {
    var link: String?
    var cell: Int64?
    var seenVersion: Int64?
    var seenState: String?
    var seenTab: String?

    init(_ target: OpenTarget) {
        switch target {
        case .link(let link): self.link = link.description
        case .cell(let cell, let seenVersion, let seenState, let seenTab):
            self.cell = cell
            self.seenVersion = seenVersion
            self.seenState = seenState
            self.seenTab = seenTab
        }
    }
}

extension OpenRecord {
    fileprivate init(_ row: borrowing Row) throws(SQLiteError) {
        guard let phase = OpenPhase(rawValue: row.requiredText(2)), let deadline = row.deadline(5) else {
            throw .damaged("open \(row.integer(0)) has no phase or no deadline")
        }
        let target: OpenTarget
        if let link = try row.link(8) {
            target = .link(link)
        } else {
            target = .cell(
                row.integer(9), seenVersion: row.optionalInteger(10), seenState: row.text(11), seenTab: row.text(12))
        }
        self.init(
            id: row.integer(0), inbox: row.uid(1), target: target, phase: phase, reason: row.text(3),
            requested: row.integer(4), deadline: deadline, asked: row.text(13))
    }
}
