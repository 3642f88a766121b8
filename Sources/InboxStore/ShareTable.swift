// How many events each inbox keeps, and each sender: asked for every event, so they are kept in memory, and written once
// for each turn and pair of uids. A row that falls to 0 goes: the table has never more rows than there are events.
internal import SQLite

/// The counts of stored events by inbox and sender.
struct ShareTable: ~Copyable {
    /// Whose events, and from whom.
    struct Share: Hashable {
        let inbox: UInt32
        let sender: UInt32
    }

    private(set) var ofInbox: [UInt32: Int] = [:]
    private(set) var ofSender: [UInt32: Int] = [:]
    private(set) var ofPair: [Share: Int] = [:]
    /// What the open turn changed.
    private var changes: [Share: Int] = [:]
    private var update: Statement
    private var prune: Statement

    init(in database: Database) throws(SQLiteError) {
        let update = try Statement(
            """
            INSERT INTO shares(inbox, sender, events) VALUES (?1, ?2, ?3)
            ON CONFLICT (inbox, sender) DO UPDATE SET events = events + excluded.events
            """, in: database)
        let prune = try Statement("DELETE FROM shares WHERE inbox = ?1 AND sender = ?2 AND events = 0", in: database)
        var select = try Statement("SELECT inbox, sender, events FROM shares", in: database)
        let shares = try select.rows { (row) throws(SQLiteError) in
            (Share(inbox: row.uid(0), sender: row.uid(1)), Int(row.integer(2)))
        }
        self.update = update
        self.prune = prune
        for (share, count) in shares { add(count, to: share) }
    }

    /// Events of all inboxes.
    var total: Int { ofInbox.values.reduce(0, +) }

    mutating func count(_ share: Share, by change: Int) {
        add(change, to: share)
        changes[share, default: 0] += change
    }

    /// Writes what the turn changed; `forget` follows once it is committed, `undo` when it is not.
    mutating func write() throws(SQLiteError) {
        for (share, change) in changes where change != 0 {
            try update.run(Value(share.inbox), Value(share.sender), Value(change))
            if change < 0 { try prune.run(Value(share.inbox), Value(share.sender)) }
        }
    }

    mutating func forget() {
        changes.removeAll(keepingCapacity: true)
    }

    mutating func undo() {
        for (share, change) in changes { add(-change, to: share) }
        forget()
    }

    private mutating func add(_ change: Int, to share: Share) {
        Self.add(change, to: share.inbox, in: &ofInbox)
        Self.add(change, to: share.sender, in: &ofSender)
        Self.add(change, to: share, in: &ofPair)
    }

    private static func add<Key: Hashable>(_ change: Int, to key: Key, in counts: inout [Key: Int]) {
        let count = counts[key, default: 0] + change
        counts[key] = count == 0 ? nil : count
    }
}
