public import JSON

/// `cells.list`: a page of cells, newest first. Stable under inserts: a page begins below `before`, or above `after`.
public struct CellsList: Call, Equatable {
    /// The name on the wire.
    public static let method = "cells.list"
    /// Every member that it may have.
    public static let fields = CellsFilter.fields + ["before", "after", "limit"]
    /// Which cells.
    public var filter: CellsFilter
    /// Only versions below this: the `next` of the page before.
    public var before: Int64?
    /// The oldest cells whose versions are above this, instead of the newest of all: with 0 the end of the list.
    public var after: Int64?
    /// The most rows, up to `WireLimits.page`.
    public var limit: Int

    /// Makes a call.
    public init(_ filter: CellsFilter, before: Int64? = nil, after: Int64? = nil, limit: Int = 100) {
        self.filter = filter
        self.before = before
        self.after = after
        self.limit = limit
    }

    /// Makes a call for the newest cells, or those before a version.
    public init(
        tab: String? = nil, isUnread: Bool? = nil, since: Int64? = nil, kind: String? = nil, before: Int64? = nil,
        limit: Int = 100
    ) {
        self.init(CellsFilter(tab: tab, isUnread: isUnread, since: since, kind: kind), before: before, limit: limit)
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        filter = try CellsFilter(wire: fields)
        before = try fields.optionalInteger("before", in: 0...Int64.max)
        after = try fields.optionalInteger("after", in: 0...Int64.max)
        limit = Int(try fields.optionalInteger("limit", in: 1...Int64(WireLimits.page)) ?? 100)
        guard before == nil || after == nil else { throw fields.refusal("after", "before or after, not both") }
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        filter.writeMembers(to: &writer)
        writer.member("before", ifPresent: before)
        writer.member("after", ifPresent: after)
        writer.member("limit", limit)
    }

    /// A page.
    public struct Answer: WireObject, Equatable {
        /// The rows, newest version first.
        public var cells: [CellSummary]
        /// The `before` (or `after`) of the next page; nil: this is the last. A page may hold fewer rows than asked for,
        /// even none, where the daemon looked at as many cells as it does for one call and few of them pass.
        public var next: Int64?
        /// The newest seq of the store when this was answered: what came later is not in this page.
        public var newest: Int64?

        /// Makes a page.
        public init(cells: [CellSummary], next: Int64?, newest: Int64? = nil) {
            self.cells = cells
            self.next = next
            self.newest = newest
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            cells = try fields.objects("cells", CellSummary.init(wire:))
            next = try fields.optionalInteger("next")
            newest = try fields.optionalInteger("newest")
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("cells", objects: cells)
            writer.member("next", ifPresent: next)
            writer.member("newest", ifPresent: newest)
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
    public static let fields = ["cell", "history_before"]
    /// The cell's id.
    public var cell: Int64
    /// Only events of its past below this seq: the `history_next` of the answer before.
    public var historyBefore: Int64?

    /// Makes a call.
    public init(cell: Int64, historyBefore: Int64? = nil) {
        self.cell = cell
        self.historyBefore = historyBefore
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        cell = try fields.integer("cell", in: 1...Int64.max)
        historyBefore = try fields.optionalInteger("history_before", in: 1...Int64.max)
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("cell", cell)
        writer.member("history_before", ifPresent: historyBefore)
    }
}
