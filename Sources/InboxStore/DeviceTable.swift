internal import SQLite

/// The devices that were let into each inbox, by name.
struct DeviceTable: ~Copyable {
    private var find: Statement
    private var upsert: Statement
    private var see: Statement
    private var setFollows: Statement
    private var delete: Statement
    private var select: Statement
    private var countInbox: Statement

    private static let columns = "SELECT inbox, name, token, since, seen, follows FROM devices"

    init(in database: Database) throws(SQLiteError) {
        let find = try Statement("\(Self.columns) WHERE inbox = ?1 AND name = ?2", in: database)
        let upsert = try Statement(
            """
            INSERT INTO devices(inbox, name, token, since) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (inbox, name) DO UPDATE SET token = excluded.token
            """, in: database)
        let see = try Statement("UPDATE devices SET seen = ?3 WHERE inbox = ?1 AND name = ?2", in: database)
        let setFollows = try Statement("UPDATE devices SET follows = ?3 WHERE inbox = ?1 AND name = ?2", in: database)
        let delete = try Statement(
            "DELETE FROM devices WHERE inbox = ?1 AND name = ?2 RETURNING 1", in: database)
        let select = try Statement("\(Self.columns) WHERE inbox = ?1 ORDER BY name", in: database)
        let countInbox = try Statement("SELECT count(*) FROM devices WHERE inbox = ?1", in: database)
        self.find = find
        self.upsert = upsert
        self.see = see
        self.setFollows = setFollows
        self.delete = delete
        self.select = select
        self.countInbox = countInbox
    }

    mutating func device(inbox: UInt32, name: String) throws(SQLiteError) -> StoredDevice? {
        try find.row(Value(inbox), .text(name)) { (row) throws(SQLiteError) in StoredDevice(row) }
    }

    /// A known one keeps all but its token.
    mutating func put(_ device: StoredDevice) throws(SQLiteError) {
        try upsert.run(Value(device.inbox), .text(device.name), .blob(device.tokenHash), .integer(device.since))
    }

    mutating func see(inbox: UInt32, name: String, at wall: Int64) throws(SQLiteError) {
        try see.run(Value(inbox), .text(name), .integer(wall))
    }

    mutating func setFollows(inbox: UInt32, name: String, _ tabs: [String]?) throws(SQLiteError) {
        try setFollows.run(Value(inbox), .text(name), Value(tabs.map { $0.joined(separator: ",") }))
    }

    /// Whether there was one.
    mutating func remove(inbox: UInt32, name: String) throws(SQLiteError) -> Bool {
        try delete.row(Value(inbox), .text(name)) { (_) throws(SQLiteError) in true } ?? false
    }

    mutating func all(inbox: UInt32) throws(SQLiteError) -> [StoredDevice] {
        try select.rows(Value(inbox)) { (row) throws(SQLiteError) in StoredDevice(row) }
    }

    mutating func count(inbox: UInt32) throws(SQLiteError) -> Int {
        try countInbox.row(Value(inbox)) { (row) throws(SQLiteError) in Int(row.integer(0)) } ?? 0
    }
}

extension StoredDevice {
    fileprivate init(_ row: borrowing Row) {
        self.init(
            inbox: row.uid(0), name: row.requiredText(1), tokenHash: row.blob(2) ?? [], since: row.integer(3),
            seen: row.optionalInteger(4), follows: row.text(5).map { $0.split(separator: ",").map(String.init) })
    }
}
