// A turn is one transaction. Memory that mirrors the file (the high water mark, the counts, the day) goes back with it.
// SQLite ends a transaction by itself on some errors, and what follows would commit singly (measured): so the first
// error that is not an event's own constraint fails the turn, and every later call in it throws that error again.
internal import SQLite

extension InboxStore {
    /// What a turn's commit waits for.
    public enum Durability: Sendable {
        /// The disk: events, opens asked for, read and dismissed marks.
        case full
        /// Nothing: what a power cut may undo at the price of an offer with the same id (shown, withdrawn, cursors).
        case normal
    }

    /// An open turn.
    struct Turn {
        let highWater: Int64
        let tableNumbers: TableVersions.Numbers
        let today: DayTable.Today
        let due: [UInt32]
        let followersCheckedOn: Int64
        var failure: (any Error)?
    }

    /// Runs `body` as one turn: all of it is stored when this returns, nothing of it when this throws. Throws
    /// `TurnFailure` (retry), `StoreError` (stop), or what `body` threw. Change other memory only after it returned.
    public func transaction<Result>(_ durability: Durability, _ body: () throws -> Result) throws -> Result {
        precondition(turn == nil, "turns do not nest")
        try begin(durability)
        let result: Result
        do {
            result = try body()
            if let failure = turn?.failure { throw failure }
        } catch {
            try abandon()
            throw error
        }
        try commit()
        return result
    }

    /// A call that writes: only within a turn.
    func write<Result>(_ body: () throws(SQLiteError) -> Result) throws -> Result {
        precondition(turn != nil, "writing outside a turn")
        return try read(body)
    }

    /// A call that only reads: anywhere. The funnel from SQLite's errors to the store's.
    func read<Result>(_ body: () throws(SQLiteError) -> Result) throws -> Result {
        if let failure = turn?.failure { throw failure }
        do throws(SQLiteError) {
            return try body()
        } catch {
            let failure = error.storeFailure
            turn?.failure = failure
            throw failure
        }
    }

    private func begin(_ durability: Durability) throws {
        reserve.make()
        try read { () throws(SQLiteError) in
            try database.setDurability(durability == .full ? .full : .normal)
            try transactions.begin()
        }
        turn = Turn(
            highWater: highWater, tableNumbers: tableVersions.numbers, today: days.today, due: due,
            followersCheckedOn: followersCheckedOn, failure: nil)
    }

    private func commit() throws {
        do {
            try read { () throws(SQLiteError) in
                if highWater != turn?.highWater {
                    try meta.setHighWater(highWater)
                    try history.write()
                    try retireWhatIsDue()
                    try shares.write()
                }
                try transactions.commit()
            }
            shares.forget()
            turn = nil
        } catch {
            try abandon()
            throw error
        }
    }

    /// Undoes it all. If there was no room, makes what can be made, for the turns to come.
    private func abandon() throws {
        transactions.rollback()
        shares.undo()
        history.forget()
        let failure = turn?.failure as? TurnFailure
        if let turn {
            highWater = turn.highWater
            tableVersions.numbers = turn.tableNumbers
            days.today = turn.today
            due = turn.due
            followersCheckedOn = turn.followersCheckedOn
        }
        turn = nil
        // While the reserve is missing already, the turn was refused for that.
        if failure?.reason == .diskFull, shortage == nil { try makeRoom() }
    }
}
