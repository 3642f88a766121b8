public import Routing

/// A cell and what the store alone knows of it.
public struct StoredCell: Sendable, Equatable {
    /// The cell, with the text of its latest event; lists leave `body` empty.
    public var cell: Cell
    /// The tab that its route led to; "" for the notification view.
    public var tab: String
    /// The route table that said so; "" when that table is no longer known.
    public var tableVersion: String
    /// Whether its owner took it out of the list, until its next event.
    public var isDismissed: Bool

    /// Makes a cell from what is stored of it.
    public init(cell: Cell, tab: String, tableVersion: String, isDismissed: Bool = false) {
        self.cell = cell
        self.tab = tab
        self.tableVersion = tableVersion
        self.isDismissed = isDismissed
    }

    /// What it counts for.
    public var standing: CellStanding {
        CellStanding(tab: tab, isUnread: cell.isUnread, isListed: !isDismissed)
    }
}

/// What a badge needs to know of a cell.
public struct CellStanding: Sendable, Equatable {
    /// Its tab; "" for the notification view.
    public var tab: String
    /// Whether its last event is newer than what its owner saw.
    public var isUnread: Bool
    /// Whether it stands in lists: it is not dismissed.
    public var isListed: Bool

    /// Makes a standing.
    public init(tab: String, isUnread: Bool, isListed: Bool) {
        self.tab = tab
        self.isUnread = isUnread
        self.isListed = isListed
    }

    /// Whether its tab's badge counts it.
    public var counts: Bool { isUnread && isListed }
}

/// A cell before and after a call.
public struct CellChange: Sendable, Equatable {
    /// What it counted for; nil: it did not exist.
    public var before: CellStanding?
    /// What it is now.
    public var after: StoredCell

    /// Makes a change.
    public init(before: CellStanding?, after: StoredCell) {
        self.before = before
        self.after = after
    }
}
