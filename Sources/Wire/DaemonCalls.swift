public import JSON
public import Routing

/// `table.check`: what lint says about the daemon's table files as they are now; nothing changes.
public struct TableCheck: Call, Equatable {
    /// The name on the wire.
    public static let method = "table.check"
    /// Every member that it may have.
    public static let fields: [String] = []

    /// Makes a call.
    public init() {}
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {}
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {}

    /// The findings.
    public struct Answer: WireObject, Equatable {
        /// The version of the table that was looked at.
        public var table: String
        /// What lint says, in the order of files and lines; an error among them: the table is not used.
        public var findings: [Finding]

        /// Makes an answer.
        public init(table: String, findings: [Finding]) {
            self.table = table
            self.findings = findings
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            table = try fields.text("table")
            findings = try fields.objects("findings", Finding.init(wire:))
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("table", table)
            writer.member("findings", objects: findings)
        }
    }
}

/// `table.reload`: use the table files as they are now; on an error the old table stays.
public struct TableReload: Call, Equatable {
    /// As for `table.check`; an error among the findings: the old table stays.
    public typealias Answer = TableCheck.Answer
    /// The name on the wire.
    public static let method = "table.reload"
    /// Every member that it may have.
    public static let fields: [String] = []

    /// Makes a call.
    public init() {}
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {}
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {}
}

extension Finding: WireObject {
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        self.init(
            try fields.word("severity", as: Severity.self),
            at: SourcePosition(
                file: try fields.text("file"), line: Int(clamping: try fields.integer("line")),
                column: Int(clamping: try fields.integer("column"))),
            try fields.text("what"), remedy: try fields.text("remedy"))
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("severity", severity.rawValue)
        writer.member("file", position.file)
        writer.member("line", position.line)
        writer.member("column", position.column)
        writer.member("what", what)
        writer.member("remedy", remedy)
    }
}

/// `status`: the daemon's numbers, for people and monitors.
public struct Status: Call, Equatable {
    /// The name on the wire.
    public static let method = "status"
    /// Every member that it may have.
    public static let fields: [String] = []

    /// Makes a call.
    public init() {}
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {}
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {}

    /// What the daemon says of itself.
    public struct Answer: WireObject, Equatable {
        /// The daemon's name and version: `deeplinkd 0.1.0`.
        public var server: String
        /// Its process id.
        public var pid: Int64
        /// Milliseconds since it started, on boot time.
        public var uptime: Int64
        /// The version of the table in use.
        public var table: String
        /// Where the table's files are; nil: the built-in table.
        public var tableDirectory: String?
        /// The database's path.
        public var database: String
        /// Why no event is taken for now, in the system's words; nil: they are.
        public var shortage: String?
        /// What a user's daemon has to do with the system's, in words; nil: nothing.
        public var system: String?
        /// Counters and sizes by name: `events`, `cells`, `unread`, `peers`, `navigators`, `database_bytes`, `commits`, …
        public var numbers: [String: Int]

        /// Makes an answer.
        public init(
            server: String, pid: Int64, uptime: Int64, table: String, tableDirectory: String?, database: String,
            shortage: String? = nil, system: String? = nil, numbers: [String: Int]
        ) {
            self.server = server
            self.pid = pid
            self.uptime = uptime
            self.table = table
            self.tableDirectory = tableDirectory
            self.database = database
            self.shortage = shortage
            self.system = system
            self.numbers = numbers
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            server = try fields.text("server")
            pid = try fields.integer("pid")
            uptime = try fields.integer("uptime_ms")
            table = try fields.text("table")
            tableDirectory = try fields.optionalText("table_directory")
            database = try fields.text("database")
            shortage = try fields.optionalText("shortage")
            system = try fields.optionalText("system")
            numbers = try fields.counts("numbers")
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("server", server)
            writer.member("pid", pid)
            writer.member("uptime_ms", uptime)
            writer.member("table", table)
            writer.member("table_directory", ifPresent: tableDirectory)
            writer.member("database", database)
            writer.member("shortage", ifPresent: shortage)
            writer.member("system", ifPresent: system)
            writer.member("numbers", counts: numbers)
        }
    }
}

/// `ping`: answered when the daemon's loop turns.
public struct Ping: Call, Equatable {
    /// An empty object.
    public typealias Answer = Nothing
    /// The name on the wire.
    public static let method = "ping"
    /// Every member that it may have.
    public static let fields: [String] = []

    /// Makes a call.
    public init() {}
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {}
    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {}
}
