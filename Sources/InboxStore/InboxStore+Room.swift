// No room. The turn that met it has failed and left nothing; its senders try again. The reserve is given up, the log goes
// home in the room that it leaves, retention does its part, and the reserve is made again. Until that works, no event and
// no open is taken: what room there is must not go to them. Each turn tries, so the store recovers by itself when room
// returns. Marks and cursors are taken meanwhile: they fit in the log's own file, which keeps its size.
internal import SQLite

extension InboxStore {
    /// What one turn may add to the log of pages that are new to the file.
    static let turnBytes = 2 << 20

    /// Why no events are taken for now, in the system's words; nil: they are.
    public var shortage: String? { reserve.shortage }

    /// Lets a turn that wants room go on only while the reserve stands.
    func demandRoom() throws {
        guard let shortage = reserve.shortage, turn?.failure == nil else { return }
        let failure = TurnFailure(reason: .diskFull, description: "no room: \(shortage)")
        turn?.failure = failure
        throw failure
    }

    /// What follows a turn or checkpoint that found no room. Throws only `StoreError`: what fails for want of room is
    /// tried again by the next turn.
    func makeRoom() throws {
        reserve.release()
        try unlessFull { try checkpoint() }
        try unlessFull { try retireForRoom() }
        reserve.make()
    }

    /// The file's own bound looks like a full disk, but only fewer rows help: so then the oldest that may go do, whatever
    /// their age. Otherwise rows that are not due yet would be lost for nothing.
    private func retireForRoom() throws {
        try read { () throws(SQLiteError) in
            let used = try database.number("PRAGMA page_count") - database.number("PRAGMA freelist_count")
            let isAtBound = used * Int64(pageSize) + Int64(Self.turnBytes) > maximumBytes
            guard isAtBound || !due.isEmpty else { return }
            try transactions.run { () throws(SQLiteError) in
                if isAtBound { try retireOldest() } else { try retireWhatIsDue() }
                try shares.write()
            }
            shares.forget()
        }
    }

    private func unlessFull(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch is TurnFailure {
            shares.undo()
            due = Array(shares.ofInbox.keys)
        }
    }
}
