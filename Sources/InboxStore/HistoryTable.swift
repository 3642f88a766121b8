// Every event is either its cell's latest, which `cells` knows in order, or history, and then it has a row here. So the
// events of an inbox in order are two sorted lists merged, at no cost to a cell's first event; and what may go is found
// without looking at what may not: history, and the cells of the index `cells_settled`.
internal import SQLite

/// The events that are no cell's latest any more; the order of all events of an inbox; and their end.
struct HistoryTable: ~Copyable {
    /// What this turn made history, not yet written: in order and at once it costs less than one by one between other
    /// writes, where each savepoint pays for the pages again (0.5 µs for each event, measured).
    private var pending: [(inbox: UInt32, seq: Int64)] = []
    private var insert: Statement
    private var selectSeqs: Statement
    private var selectRemovable: Statement
    private var countAfter: Statement
    private var deleteEvent: Statement
    private var deleteHistory: Statement
    private var deleteCell: Statement

    /// An event that may go; with it its cell, if it is that cell's latest.
    struct Removable {
        let seq: Int64
        let cell: Int64?
    }

    init(in database: Database) throws(SQLiteError) {
        let insert = try Statement("INSERT INTO history(inbox, seq) VALUES (?1, ?2)", in: database)
        let selectSeqs = try Statement(
            """
            SELECT seq FROM history WHERE inbox = ?1 AND seq > ?2
            UNION ALL
            SELECT version FROM cells WHERE inbox = ?1 AND version > ?2
            ORDER BY 1 LIMIT ?3
            """, in: database)
        let selectRemovable = try Statement(
            """
            SELECT seq, NULL FROM history WHERE inbox = ?1 AND seq <= ?2
            UNION ALL
            SELECT version, id FROM cells INDEXED BY cells_settled
            WHERE inbox = ?1 AND version <= ?2 AND \(Schema.isSettled) AND NOT EXISTS (
                SELECT 1 FROM opens o WHERE o.inbox = ?1 AND o.\(OpenTable.isPending) AND o.cell = cells.id)
            ORDER BY 1 LIMIT ?3
            """, in: database)
        let countAfter = try Statement(
            """
            SELECT (SELECT count(*) FROM history WHERE inbox = ?1 AND seq > ?2)
                + (SELECT count(*) FROM cells WHERE inbox = ?1 AND version > ?2)
            """, in: database)
        let deleteEvent = try Statement("DELETE FROM events WHERE seq = ?1 RETURNING sender", in: database)
        let deleteHistory = try Statement("DELETE FROM history WHERE inbox = ?1 AND seq = ?2", in: database)
        let deleteCell = try Statement("DELETE FROM cells WHERE id = ?1", in: database)
        self.insert = insert
        self.selectSeqs = selectSeqs
        self.selectRemovable = selectRemovable
        self.countAfter = countAfter
        self.deleteEvent = deleteEvent
        self.deleteHistory = deleteHistory
        self.deleteCell = deleteCell
    }

    /// Its cell has a newer event.
    mutating func add(_ seq: Int64, inbox: UInt32) {
        pending.append((inbox, seq))
    }

    /// Writes what was added; before a commit, and before each look at the table.
    mutating func write() throws(SQLiteError) {
        guard !pending.isEmpty else { return }
        pending.sort { $0 < $1 }
        for (inbox, seq) in pending { try insert.run(Value(inbox), .integer(seq)) }
        forget()
    }

    /// The turn failed.
    mutating func forget() {
        pending.removeAll(keepingCapacity: true)
    }

    /// The events of an inbox after a seq, in order.
    mutating func seqs(inbox: UInt32, after seq: Int64, limit: Int) throws(SQLiteError) -> [Int64] {
        try write()
        return try selectSeqs.rows(Value(inbox), .integer(seq), Value(limit)) { (row) throws(SQLiteError) in
            row.integer(0)
        }
    }

    /// How many events of an inbox come after a seq.
    mutating func count(inbox: UInt32, after seq: Int64) throws(SQLiteError) -> Int {
        try write()
        return try countAfter.row(Value(inbox), .integer(seq)) { (row) throws(SQLiteError) in Int(row.integer(0)) } ?? 0
    }

    /// The oldest events up to a seq that may go, as far as cells and opens are concerned.
    mutating func removable(inbox: UInt32, upTo seq: Int64, limit: Int) throws(SQLiteError) -> [Removable] {
        try write()
        return try selectRemovable.rows(Value(inbox), .integer(seq), Value(limit)) { (row) throws(SQLiteError) in
            Removable(seq: row.integer(0), cell: row.optionalInteger(1))
        }
    }

    /// Removes an event, and its cell with the last of them. Returns who had sent it. The oldest go first, so a cell
    /// that goes has no history left.
    mutating func remove(_ removable: Removable, inbox: UInt32) throws(SQLiteError) -> UInt32 {
        if let cell = removable.cell {
            try deleteCell.run(.integer(cell))
        } else {
            try deleteHistory.run(Value(inbox), .integer(removable.seq))
        }
        let sender = try deleteEvent.row(.integer(removable.seq)) { (row) throws(SQLiteError) in row.uid(0) }
        guard let sender else { throw .damaged("event \(removable.seq) is missing") }
        return sender
    }
}
