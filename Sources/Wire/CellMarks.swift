public import JSON

/// A cell at the version that its owner saw; without one, at its newest.
public struct CellVersion: WireObject, Hashable {
    /// Every member that it may have.
    public static let fields = ["cell", "version"]
    /// The cell's id.
    public var cell: Int64
    /// The seq of its last event then; nil: whatever is newest.
    public var version: Int64?

    /// Names a version.
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

/// A call about one version of a cell.
public protocol CellVersionCall: Call where Answer == CellMark {
    /// What it is about.
    var target: CellVersion { get }
    /// Makes a call.
    init(_ target: CellVersion)
}

extension CellVersionCall {
    /// Every member that it may have.
    public static var fields: [String] { CellVersion.fields }
    /// Makes a call.
    public init(cell: Int64, version: Int64? = nil) { self.init(CellVersion(cell: cell, version: version)) }
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) { self.init(try CellVersion(wire: fields)) }
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) { target.writeMembers(to: &writer) }
}

/// `cells.read`: the owner has seen this version; without one, the newest.
public struct CellsRead: CellVersionCall, Equatable {
    /// The name on the wire.
    public static let method = "cells.read"
    /// What was seen.
    public var target: CellVersion
    /// Makes a call.
    public init(_ target: CellVersion) { self.target = target }
}

/// `cells.dismiss`: out of the list until its next event. `stale` when it changed after the version that was in view.
public struct CellsDismiss: CellVersionCall, Equatable {
    /// The name on the wire.
    public static let method = "cells.dismiss"
    /// What was in view.
    public var target: CellVersion
    /// Makes a call.
    public init(_ target: CellVersion) { self.target = target }
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

/// `cells.readAll`: the owner has seen all cells that a filter lets pass, as they were up to a seq. One call marks a
/// bounded number, all or none of them; where more are left, its answer says where to go on.
public struct CellsReadAll: Call, Equatable {
    /// The name on the wire.
    public static let method = "cells.readAll"
    /// Every member that it may have.
    public static let fields = CellsFilter.fields + ["up_to", "before"]
    /// Which cells.
    public var filter: CellsFilter
    /// Events after this seq were not seen: their cells are left as they are.
    public var upTo: Int64
    /// The `next` of the call before.
    public var before: Int64?

    /// Makes a call.
    public init(_ filter: CellsFilter, upTo: Int64, before: Int64? = nil) {
        self.filter = filter
        self.upTo = upTo
        self.before = before
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        filter = try CellsFilter(wire: fields)
        upTo = try fields.integer("up_to", in: 0...Int64.max)
        before = try fields.optionalInteger("before", in: 0...Int64.max)
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        filter.writeMembers(to: &writer)
        writer.member("up_to", upTo)
        writer.member("before", ifPresent: before)
    }

    /// What one call did.
    public struct Answer: WireObject, Equatable {
        /// The cells that were unread and are read now: what `cells.unread` takes back. At most `WireLimits.page`.
        public var cells: [CellVersion]
        /// The `before` of the call that goes on; nil: all are read.
        public var next: Int64?

        /// Makes an answer.
        public init(cells: [CellVersion], next: Int64?) {
            self.cells = cells
            self.next = next
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            cells = try fields.objects("cells", CellVersion.init(wire:))
            next = try fields.optionalInteger("next")
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("cells", objects: cells)
            writer.member("next", ifPresent: next)
        }
    }
}

/// `cells.unread`: these versions count as not seen again; a cell that has changed since, or is gone, is left as it is.
public struct CellsUnread: Call, Equatable {
    /// The name on the wire.
    public static let method = "cells.unread"
    /// Every member that it may have.
    public static let fields = ["cells"]
    /// What was not seen after all; at most `WireLimits.page`.
    public var cells: [CellVersion]

    /// Makes a call.
    public init(_ cells: [CellVersion]) { self.cells = cells }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        cells = try fields.objects("cells", CellVersion.init(wire:))
        guard cells.count <= WireLimits.page else {
            throw fields.refusal("cells", "at most \(WireLimits.page) cells in one call", reason: .tooLarge)
        }
    }

    /// Writes its members.
    public func writeMembers(to writer: inout JSONWriter) { writer.member("cells", objects: cells) }

    /// How many are unread again.
    public struct Answer: WireObject, Equatable {
        /// The number of cells.
        public var count: Int

        /// Makes an answer.
        public init(count: Int) { self.count = count }
        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) { count = Int(clamping: try fields.integer("count")) }
        /// Writes its members.
        public func writeMembers(to writer: inout JSONWriter) { writer.member("count", count) }
    }
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
