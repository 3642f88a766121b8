public import JSON
public import Routing

/// `table.diff`: which of the caller's stored cells would lead elsewhere after a reload; nothing changes. In pages, each
/// a slice of the cells by id, so that nobody waits for the whole inbox.
public struct TableDiff: Call, Equatable {
    /// The name on the wire.
    public static let method = "table.diff"
    /// Every member that it may have.
    public static let fields = ["table", "after"]
    /// The table that the first page answered for; nil: the files as they are now. Another one meanwhile: `stale`.
    public var table: String?
    /// `next` of the page before.
    public var after: Int64

    /// Makes a call.
    public init(table: String? = nil, after: Int64 = 0) {
        self.table = table
        self.after = after
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        table = try fields.optionalText("table", maximumBytes: 64)
        after = try fields.optionalInteger("after", in: 0...Int64.max) ?? 0
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("table", ifPresent: table)
        if after > 0 { writer.member("after", after) }
    }

    /// A cell that would lead elsewhere.
    public struct Change: WireObject, Equatable {
        /// The cell's id.
        public var cell: Int64
        /// What sort of thing it is.
        public var kind: String
        /// Its condition now.
        public var state: String
        /// Where it leads.
        public var from: DeepLink
        /// Where it would lead.
        public var to: DeepLink

        /// Makes a change.
        public init(cell: Int64, kind: String, state: String, from: DeepLink, to: DeepLink) {
            self.cell = cell
            self.kind = kind
            self.state = state
            self.from = from
            self.to = to
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            cell = try fields.integer("cell")
            kind = try fields.text("kind")
            state = try fields.text("state")
            from = try fields.link("from")
            to = try fields.link("to")
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("cell", cell)
            writer.member("kind", kind)
            writer.member("state", state)
            writer.member("from", from.description)
            writer.member("to", to.description)
        }
    }

    /// One page.
    public struct Answer: WireObject, Equatable {
        /// The version of the table that a reload would use.
        public var table: String
        /// What lint says of it, on the first page; with an error no cell is looked at, as a reload is refused.
        public var findings: [Finding]
        /// The cells of this slice that would lead elsewhere, by id.
        public var cells: [Change]
        /// How many cells this page looked at.
        public var lookedAt: Int
        /// Where the next page begins; nil: this was the last.
        public var next: Int64?

        /// Makes an answer.
        public init(table: String, findings: [Finding], cells: [Change], lookedAt: Int, next: Int64?) {
            self.table = table
            self.findings = findings
            self.cells = cells
            self.lookedAt = lookedAt
            self.next = next
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            table = try fields.text("table")
            findings = try fields.objects("findings", Finding.init(wire:))
            cells = try fields.objects("cells", Change.init(wire:))
            lookedAt = Int(clamping: try fields.integer("looked_at"))
            next = try fields.optionalInteger("next")
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("table", table)
            writer.member("findings", objects: findings)
            writer.member("cells", objects: cells)
            writer.member("looked_at", Int64(lookedAt))
            writer.member("next", ifPresent: next)
        }
    }
}
