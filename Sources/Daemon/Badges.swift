internal import InboxStore
internal import Routing

/// Unread cells per inbox and tab: counted from the store once, then kept in step with what was committed.
///
/// Only for inboxes that somebody is told about: an inbox without a client costs nothing.
struct Badges {
    private var counts: [UInt32: [String: Int]] = [:]

    /// The counts of an inbox, tabs with none left out. Between turns only: what it counts is remembered.
    mutating func unread(in inbox: UInt32, counting store: InboxStore) throws -> [String: Int] {
        if let known = counts[inbox] { return known }
        let counted = try store.unreadCounts(inbox: inbox)
        counts[inbox] = counted
        return counted
    }

    /// The counts as they will be once the changes of a running turn are committed; nil: they were never counted.
    func unread(in inbox: UInt32, after changes: [CellChange]) -> [String: Int]? {
        guard counts[inbox] != nil else { return nil }
        var badges = self
        for change in changes { badges.follow(change) }
        return badges.counts[inbox]
    }

    /// Follows a change that was committed.
    mutating func follow(_ change: CellChange) {
        let inbox = change.after.cell.inbox
        guard counts[inbox] != nil else { return }
        if let before = change.before, before.counts { add(-1, to: before.tab, in: inbox) }
        let after = change.after.standing
        if after.counts { add(1, to: after.tab, in: inbox) }
    }

    private mutating func add(_ difference: Int, to tab: String, in inbox: UInt32) {
        let count = (counts[inbox]?[tab] ?? 0) + difference
        guard count >= 0 else {
            assertionFailure("tab \(tab) of inbox \(inbox) counts less than nothing: a change was not followed")
            // Counted anew when it is next asked about.
            counts[inbox] = nil
            return
        }
        counts[inbox]?[tab] = count > 0 ? count : nil
    }
}
