public import JSON
internal import Routing

/// `cells.list`: a page of cells, newest first. Stable under inserts: the next page begins below `before`.
public struct CellsList: Call, Equatable {
    /// The name on the wire.
    public static let method = "cells.list"
    /// Every member that it may have.
    public static let fields = ["tab", "unread", "since", "kind", "before", "limit"]
    /// Only cells whose route is this tab.
    public var tab: String?
    /// Only unread ones, or only read ones.
    public var isUnread: Bool?
    /// Only what changed after this seq.
    public var since: Int64?
    /// Only this kind.
    public var kind: String?
    /// Only versions below this: the `next` of the page before.
    public var before: Int64?
    /// The most rows, up to `WireLimits.page`.
    public var limit: Int

    /// Makes a call.
    public init(
        tab: String? = nil, isUnread: Bool? = nil, since: Int64? = nil, kind: String? = nil, before: Int64? = nil,
        limit: Int = 100
    ) {
        self.tab = tab
        self.isUnread = isUnread
        self.since = since
        self.kind = kind
        self.before = before
        self.limit = limit
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        tab = try fields.optionalText("tab", maximumBytes: 32)
        isUnread = try fields.optionalBoolean("unread")
        since = try fields.optionalInteger("since", in: 0...Int64.max)
        kind = try fields.optionalText("kind", maximumBytes: EventLimits.kind)
        before = try fields.optionalInteger("before", in: 0...Int64.max)
        limit = Int(try fields.optionalInteger("limit", in: 1...Int64(WireLimits.page)) ?? 100)
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("tab", ifPresent: tab)
        writer.member("unread", ifPresent: isUnread)
        writer.member("since", ifPresent: since)
        writer.member("kind", ifPresent: kind)
        writer.member("before", ifPresent: before)
        writer.member("limit", limit)
    }

    /// A page.
    public struct Answer: WireObject, Equatable {
        /// The rows, newest version first.
        public var cells: [CellSummary]
        /// The `before` of the next page; nil: this is the last. A page may hold fewer rows than asked for.
        public var next: Int64?

        /// Makes a page.
        public init(cells: [CellSummary], next: Int64?) {
            self.cells = cells
            self.next = next
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            cells = try fields.objects("cells", CellSummary.init(wire:))
            next = try fields.optionalInteger("next")
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("cells", objects: cells)
            writer.member("next", ifPresent: next)
        }
    }
}

/// `cells.get`: one cell in full.
public struct CellsGet: Call, Equatable {
    /// The whole cell.
    public typealias Answer = CellDetail
    /// The name on the wire.
    public static let method = "cells.get"
    /// Every member that it may have.
    public static let fields = ["cell"]
    /// The cell's id.
    public var cell: Int64

    /// Makes a call.
    public init(cell: Int64) { self.cell = cell }
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) { cell = try fields.integer("cell", in: 1...Int64.max) }
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) { writer.member("cell", cell) }
}

/// `cells.read`: the owner has seen this version; without one, the newest.
public struct CellsRead: Call, Equatable {
    /// How the cell stands afterwards.
    public typealias Answer = CellMark
    /// The name on the wire.
    public static let method = "cells.read"
    /// Every member that it may have.
    public static let fields = ["cell", "version"]
    /// The cell's id.
    public var cell: Int64
    /// The version that was seen; nil: the newest.
    public var version: Int64?

    /// Makes a call.
    public init(cell: Int64, version: Int64? = nil) {
        self.cell = cell
        self.version = version
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        cell = try fields.integer("cell", in: 1...Int64.max)
        version = try fields.optionalInteger("version", in: 1...Int64.max)
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("cell", cell)
        writer.member("version", ifPresent: version)
    }
}

/// `cells.dismiss`: out of the list until its next event. `stale` when it changed after `version`.
public struct CellsDismiss: Call, Equatable {
    /// How the cell stands afterwards.
    public typealias Answer = CellMark
    /// The name on the wire.
    public static let method = "cells.dismiss"
    /// Every member that it may have.
    public static let fields = ["cell", "version"]
    /// The cell's id.
    public var cell: Int64
    /// The version that was in view; nil: whatever is newest.
    public var version: Int64?

    /// Makes a call.
    public init(cell: Int64, version: Int64? = nil) {
        self.cell = cell
        self.version = version
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        cell = try fields.integer("cell", in: 1...Int64.max)
        version = try fields.optionalInteger("version", in: 1...Int64.max)
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("cell", cell)
        writer.member("version", ifPresent: version)
    }
}

/// `cells.undo`: back into the list, as it was before it was dismissed.
public struct CellsUndo: Call, Equatable {
    /// How the cell stands afterwards.
    public typealias Answer = CellMark
    /// The name on the wire.
    public static let method = "cells.undo"
    /// Every member that it may have.
    public static let fields = ["cell"]
    /// The cell's id.
    public var cell: Int64

    /// Makes a call.
    public init(cell: Int64) { self.cell = cell }
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) { cell = try fields.integer("cell", in: 1...Int64.max) }
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) { writer.member("cell", cell) }
}

/// What a mark left behind.
public struct CellMark: WireObject, Equatable {
    /// The cell's id.
    public var cell: Int64
    /// Whether its last event is still unseen.
    public var isUnread: Bool
    /// Whether it is out of the list.
    public var isDismissed: Bool

    /// Makes an answer.
    public init(cell: Int64, isUnread: Bool, isDismissed: Bool) {
        self.cell = cell
        self.isUnread = isUnread
        self.isDismissed = isDismissed
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        cell = try fields.integer("cell")
        isUnread = try fields.boolean("unread")
        isDismissed = try fields.boolean("dismissed")
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("cell", cell)
        writer.member("unread", isUnread)
        writer.member("dismissed", isDismissed)
    }
}
