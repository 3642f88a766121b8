public import JSON
public import Routing

// What the daemon says unasked; none of these has an id, none is answered.

/// `cell.announced`: this cell changed, and leads there. To navigators a banner; to observers a copy.
public struct CellAnnounced: Call, Equatable {
    /// An empty object.
    public typealias Answer = Nothing
    /// The name on the wire.
    public static let method = "cell.announced"
    /// Every member that it may have.
    public static let fields = ["cell"]
    /// The cell as it is now, with its route.
    public var cell: CellSummary

    /// Makes an announcement.
    public init(cell: CellSummary) { self.cell = cell }
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) { cell = try CellSummary(wire: fields.object("cell")) }
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) { writer.member("cell", object: cell.writeMembers) }
}

/// `cells.changed`: what is read, dismissed or counted is another now; lists are stale, badges are these.
public struct CellsChanged: Call, Equatable {
    /// An empty object.
    public typealias Answer = Nothing
    /// The name on the wire.
    public static let method = "cells.changed"
    /// Every member that it may have.
    public static let fields = ["unread", "newest", "handled"]
    /// Unread cells per tab id.
    public var unread: [String: Int]
    /// The inbox's newest seq.
    public var newest: Int64
    /// Cells that were read or dismissed, by whatever client, up to which version: their banners have done their work. At
    /// most `WireLimits.handled`; of more the banners go by themselves.
    public var handled: [Handled]

    /// A cell that needs no banner any more.
    public struct Handled: WireObject, Hashable {
        /// The cell's id.
        public var cell: Int64
        /// The version that was handled; a newer one is news.
        public var version: Int64

        /// Makes an entry.
        public init(cell: Int64, version: Int64) {
            self.cell = cell
            self.version = version
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            cell = try fields.integer("cell")
            version = try fields.integer("version")
        }

        /// Writes its members.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("cell", cell)
            writer.member("version", version)
        }
    }

    /// Makes a message.
    public init(unread: [String: Int], newest: Int64, handled: [Handled] = []) {
        self.unread = unread
        self.newest = newest
        self.handled = handled
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        unread = try fields.counts("unread")
        newest = try fields.integer("newest")
        handled = try fields.objects("handled", Handled.init(wire:))
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("unread", counts: unread)
        writer.member("newest", newest)
        if !handled.isEmpty { writer.member("handled", objects: handled) }
    }
}

/// `table.changed`: the daemon uses another route table now.
public struct TableChanged: Call {
    /// An empty object.
    public typealias Answer = Nothing
    /// The name on the wire.
    public static let method = "table.changed"
    /// Every member that it may have.
    public static let fields = ["table"]
    /// The table that is used from here on.
    public var table: TableSummary

    /// Makes a message.
    public init(table: TableSummary) { self.table = table }
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) { table = try TableSummary(wire: fields.object("table")) }
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) { writer.member("table", object: table.writeMembers) }
}

/// `bye`: the daemon closes this connection, and why.
public struct Bye: Call, Equatable {
    /// An empty object.
    public typealias Answer = Nothing
    /// The name on the wire.
    public static let method = "bye"
    /// Every member that it may have.
    public static let fields = ["reason"]
    /// Why, in a few words for people.
    public var reason: String

    /// Makes a message.
    public init(reason: String) { self.reason = reason }
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) { reason = try fields.text("reason") }
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) { writer.member("reason", reason) }
}

/// A copy of what became of an open, for observers: `open.changed`.
public struct OpenChanged: Call, Equatable {
    /// An empty object.
    public typealias Answer = Nothing
    /// The name on the wire.
    public static let method = "open.changed"
    /// Every member that it may have.
    public static let fields = ["open", "phase", "reason", "route", "cell"]
    /// The open's id.
    public var open: Int64
    /// Where it stands now.
    public var phase: OpenPhase
    /// Why it was refused, withdrawn or queued; nil: nothing to add.
    public var reason: String?
    /// Where it leads; nil where that can no longer be said.
    public var route: Route?
    /// The cell that is opened; nil for a bare link.
    public var cell: Int64?

    /// Makes a message.
    public init(open: Int64, phase: OpenPhase, reason: String? = nil, route: Route? = nil, cell: Int64? = nil) {
        self.open = open
        self.phase = phase
        self.reason = reason
        self.route = route
        self.cell = cell
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        open = try fields.integer("open")
        phase = try fields.word("phase", as: OpenPhase.self)
        reason = try fields.optionalText("reason")
        route = try fields.optionalObject("route").map { (fields: Fields) throws(WireError) in try Route(wire: fields) }
        cell = try fields.optionalInteger("cell")
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("open", open)
        writer.member("phase", phase.rawValue)
        writer.member("reason", ifPresent: reason)
        if let route { writer.member("route", object: route.writeMembers) }
        writer.member("cell", ifPresent: cell)
    }
}
