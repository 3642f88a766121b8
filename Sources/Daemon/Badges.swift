internal import InboxStore
internal import Routing

/// Unread cells per inbox and tab: counted from the store once, then kept in step with what was committed.
///
/// Only for inboxes that somebody asked about: an inbox without a client costs nothing.
struct Badges {
    private var counts: [UInt32: [String: Int]] = [:]

    /// The counts of an inbox, tabs with none left out.
    mutating func unread(in inbox: UInt32, counting store: InboxStore) throws -> [String: Int] {
        if let known = counts[inbox] { return known }
        let counted = try store.unreadCounts(inbox: inbox)
        counts[inbox] = counted
        return counted
    }

    /// Follows a change that was committed.
    mutating func follow(_ change: CellChange) {
        let inbox = change.after.cell.inbox
        guard counts[inbox] != nil else { return }
        if let before = change.before, before.counts { add(-1, to: before.tab, in: inbox) }
        let after = change.after.standing
        if after.counts { add(1, to: after.tab, in: inbox) }
    }

    /// Counts an inbox anew when it is next asked about.
    mutating func forgetAll() { counts.removeAll() }

    private mutating func add(_ difference: Int, to tab: String, in inbox: UInt32) {
        let count = (counts[inbox]?[tab] ?? 0) + difference
        counts[inbox]?[tab] = count > 0 ? count : nil
    }
}
