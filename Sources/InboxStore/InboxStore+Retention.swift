// Retention rides on the commits of events: no timer, no sweep of its own. An event that comes to a full inbox takes the
// place of the oldest that may go, one for one. What is too old, or too much since the bound was lowered, goes at most 200
// rows at each commit, from the inboxes that are due: all of them when the store is opened and when a day begins.
internal import Routing
internal import SQLite

extension InboxStore {
    /// How many rows a commit removes beyond those that its own events replace.
    static let retiredAtOnce = 200

    /// How many events of an inbox are stored.
    public func eventCount(inbox: UInt32) -> Int { shares.ofInbox[inbox] ?? 0 }

    /// How many stored events a uid has sent, to all inboxes.
    public func eventCount(sender: UInt32) -> Int { shares.ofSender[sender] ?? 0 }

    /// The events of one sender that are stored in one inbox.
    public func eventCount(inbox: UInt32, sender: UInt32) -> Int {
        shares.ofPair[ShareTable.Share(inbox: inbox, sender: sender)] ?? 0
    }

    /// Begins a new day if `now` is in one.
    func reachDay(of now: Moment) throws(SQLiteError) {
        if days.isOver(at: now), try days.reach(now, after: highWater) { due = Array(shares.ofInbox.keys) }
    }

    func isFull(_ inbox: UInt32) -> Bool {
        eventCount(inbox: inbox) >= retention.events
    }

    /// Whether the inbox can take one more event for the cell `found` (nil: for a new one): it is not full, or something
    /// may go; at the least what this event makes history.
    func hasPlace(in inbox: UInt32, for found: CellTable.Found?) throws(SQLiteError) -> Bool {
        guard isFull(inbox) else { return true }
        let readByAll = try followers.readByAll(inbox: inbox)
        if let found, found.version <= readByAll { return true }
        return try !history.removable(inbox: inbox, upTo: readByAll, limit: 1).isEmpty
    }

    /// Removes the oldest events that may go, up to a seq. Their cells are read or dismissed, so no badge counts them.
    /// Returns who had sent them: the caller counts them once it is certain that they are gone.
    func retire(from inbox: UInt32, upTo seq: Int64, limit: Int) throws(SQLiteError) -> [UInt32] {
        let bound = min(seq, try followers.readByAll(inbox: inbox))
        var senders: [UInt32] = []
        for removable in try history.removable(inbox: inbox, upTo: bound, limit: limit) {
            senders.append(try history.remove(removable, inbox: inbox))
        }
        return senders
    }

    /// Counts what `retire` removed.
    func uncount(_ senders: [UInt32], in inbox: UInt32) {
        for sender in senders { shares.count(ShareTable.Share(inbox: inbox, sender: sender), by: -1) }
    }

    /// Removes what is over the bounds, as far as one commit may. Looking at an inbox costs as much as a row of it.
    func retireWhatIsDue() throws(SQLiteError) {
        var left = Self.retiredAtOnce
        while left > 0, let inbox = due.last {
            let excess = eventCount(inbox: inbox) - retention.events
            var count = 0
            if excess > 0 { count += try retireAndCount(from: inbox, upTo: .max, limit: min(excess, left)) }
            if count < left { count += try retireAndCount(from: inbox, upTo: days.today.oldest, limit: left - count) }
            if count < left { due.removeLast() }
            left -= count + 1
        }
    }

    /// Removes the oldest that may go of all inboxes, whatever their age: the file itself has no room left.
    func retireOldest() throws(SQLiteError) {
        var left = Self.retiredAtOnce
        for (inbox, _) in shares.ofInbox.sorted(by: { $0.value > $1.value }) where left > 0 {
            left -= try retireAndCount(from: inbox, upTo: .max, limit: left)
        }
    }

    private func retireAndCount(from inbox: UInt32, upTo seq: Int64, limit: Int) throws(SQLiteError) -> Int {
        let senders = try retire(from: inbox, upTo: seq, limit: limit)
        uncount(senders, in: inbox)
        return senders.count
    }
}
