public import JSON
internal import Routing

/// `cells.list`: a page of cells, newest first. Stable under inserts: the next page begins below `before`.
public struct CellsList: Call, Equatable {
    public static let method = "cells.list"
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

    public init(wire fields: Fields) throws(WireError) {
        tab = try fields.optionalText("tab", maximumBytes: 32)
        isUnread = try fields.optionalBoolean("unread")
        since = try fields.optionalInteger("since", in: 0...Int64.max)
        kind = try fields.optionalText("kind", maximumBytes: EventLimits.kind)
        before = try fields.optionalInteger("before", in: 0...Int64.max)
        limit = Int(try fields.optionalInteger("limit", in: 1...Int64(WireLimits.page)) ?? 100)
    }

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
        public var cells: [CellSummary]
        /// The `before` of the next page; nil: this is the last. A page may hold fewer rows than asked for.
        public var next: Int64?

        /// Makes a page.
        public init(cells: [CellSummary], next: Int64?) {
            self.cells = cells
            self.next = next
        }

        public init(wire fields: Fields) throws(WireError) {
            cells = try fields.objects("cells", CellSummary.init(wire:))
            next = try fields.optionalInteger("next")
        }

        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("cells", objects: cells)
            writer.member("next", ifPresent: next)
        }
    }
}

/// `cells.get`: one cell in full.
public struct CellsGet: Call, Equatable {
    public typealias Answer = CellDetail
    public static let method = "cells.get"
    public static let fields = ["cell"]
    public var cell: Int64

    /// Makes a call.
    public init(cell: Int64) { self.cell = cell }
    public init(wire fields: Fields) throws(WireError) { cell = try fields.integer("cell", in: 1...Int64.max) }
    public func writeMembers(to writer: inout JSONWriter) { writer.member("cell", cell) }
}

/// `cells.read`: the owner has seen this version; without one, the newest.
public struct CellsRead: Call, Equatable {
    public typealias Answer = CellMark
    public static let method = "cells.read"
    public static let fields = ["cell", "version"]
    public var cell: Int64
    public var version: Int64?

    /// Makes a call.
    public init(cell: Int64, version: Int64? = nil) {
        self.cell = cell
        self.version = version
    }

    public init(wire fields: Fields) throws(WireError) {
        cell = try fields.integer("cell", in: 1...Int64.max)
        version = try fields.optionalInteger("version", in: 1...Int64.max)
    }

    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("cell", cell)
        writer.member("version", ifPresent: version)
    }
}

/// `cells.dismiss`: out of the list until its next event. `stale` when it changed after `version`.
public struct CellsDismiss: Call, Equatable {
    public typealias Answer = CellMark
    public static let method = "cells.dismiss"
    public static let fields = ["cell", "version"]
    public var cell: Int64
    public var version: Int64?

    /// Makes a call.
    public init(cell: Int64, version: Int64? = nil) {
        self.cell = cell
        self.version = version
    }

    public init(wire fields: Fields) throws(WireError) {
        cell = try fields.integer("cell", in: 1...Int64.max)
        version = try fields.optionalInteger("version", in: 1...Int64.max)
    }

    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("cell", cell)
        writer.member("version", ifPresent: version)
    }
}

/// `cells.undo`: back into the list, as it was before it was dismissed.
public struct CellsUndo: Call, Equatable {
    public typealias Answer = CellMark
    public static let method = "cells.undo"
    public static let fields = ["cell"]
    public var cell: Int64

    /// Makes a call.
    public init(cell: Int64) { self.cell = cell }
    public init(wire fields: Fields) throws(WireError) { cell = try fields.integer("cell", in: 1...Int64.max) }
    public func writeMembers(to writer: inout JSONWriter) { writer.member("cell", cell) }
}

/// What a mark left behind.
public struct CellMark: WireObject, Equatable {
    public var cell: Int64
    public var isUnread: Bool
    public var isDismissed: Bool

    /// Makes an answer.
    public init(cell: Int64, isUnread: Bool, isDismissed: Bool) {
        self.cell = cell
        self.isUnread = isUnread
        self.isDismissed = isDismissed
    }

    public init(wire fields: Fields) throws(WireError) {
        cell = try fields.integer("cell")
        isUnread = try fields.boolean("unread")
        isDismissed = try fields.boolean("dismissed")
    }

    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("cell", cell)
        writer.member("unread", isUnread)
        writer.member("dismissed", isDismissed)
    }
}
