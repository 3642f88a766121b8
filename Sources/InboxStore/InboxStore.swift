// The store promises: what a turn stored is there after SIGKILL and, at `.full`, after a power cut; a turn that failed
// left nothing, in the file or in memory; no seq is used twice, also after its row is gone; and a file of a later
// version, or of another program, is refused and not touched.
//
// One connection, one writer, no lock of its own: a `flock` in the state directory guards the file, and the connection
// holds it exclusively, so the log's index lives in our memory and no second process can read half a turn.
internal import SQLite

/// The durable inboxes of all uids: events, cells, opens and cursors in one SQLite file.
public final class InboxStore {
    let database: Database
    let pageSize: Int
    let maximumBytes: Int64
    /// What is kept of an inbox.
    public let retention: Retention
    var reserve: Reserve
    var transactions: Transaction
    var eventPart: Savepoint
    var events: EventTable
    var cells: CellTable
    var lists: CellLists
    var pages: CellPages
    var opens: OpenTable
    var cursors: CursorTable
    var meta: MetaTable
    var tableVersions: TableVersions
    var history: HistoryTable
    var shares: ShareTable
    var followers: FollowerTable
    var days: DayTable
    var devices: DeviceTable
    /// Names this database, as long as it exists: 16 hexadecimal digits. Seqs of another one mean other events.
    public let identity: String
    /// The seq of the newest event that was ever stored; within a turn, also those not yet committed.
    public internal(set) var highWater: Int64
    var turn: Turn?
    var commitsAtCheckpoint = 0
    /// Inboxes that may hold what is over the bounds of retention.
    var due: [UInt32]
    /// The last day on which silent followers were looked for.
    var followersCheckedOn: Int64 = -1

    /// The largest database file by default: 4 GiB. At the bound, turns fail with `diskFull`.
    public static let defaultMaximumBytes: Int64 = 4 << 30

    /// Opens the file at `path`, makes it when missing (0600; its directory must exist), and brings it to our schema.
    /// A reserve file of 6 MiB is kept beside it. Throws `StoreError`, or `TurnFailure` where opening it later may work.
    public convenience init(
        path: String, maximumBytes: Int64 = InboxStore.defaultMaximumBytes, retention: Retention = Retention()
    ) throws {
        let (database, judgement): (Database, Schema.Judgement)
        do throws(SQLiteError) {
            (database, judgement) = try Self.look(path)
        } catch {
            throw error.storeFailure
        }
        let version = try judgement.version(path)
        do throws(SQLiteError) {
            try self.init(database, at: path, version: version, maximumBytes: maximumBytes, retention: retention)
        } catch {
            throw error.storeFailure
        }
    }

    /// Opens the file in a way that leaves every byte of it as it is, also when it is closed again.
    private static func look(_ path: String) throws(SQLiteError) -> (Database, Schema.Judgement) {
        let database = try Database(path: path)
        try database.setKeepsLogOnClose(true)
        try database.execute("PRAGMA locking_mode=EXCLUSIVE")
        return (database, try Schema.judge(database))
    }

    private init(
        _ database: Database, at path: String, version: Int, maximumBytes: Int64, retention: Retention
    ) throws(SQLiteError) {
        try database.setKeepsLogOnClose(false)
        try database.execute("PRAGMA journal_mode=WAL; PRAGMA cache_size=-512; PRAGMA temp_store=MEMORY")
        // A turn may make the log longer than it is in steady state; the next one cuts that off.
        try database.execute("PRAGMA journal_size_limit=\(Reserve.bytes)")
        let pageSize = try database.number("PRAGMA page_size")
        try database.execute("PRAGMA max_page_count=\(max(1, maximumBytes / pageSize))")
        try database.setDurability(.full)
        try Schema.migrate(database, from: version)
        let transactions = try Transaction(in: database)
        let eventPart = try Savepoint(in: database)
        let events = try EventTable(in: database)
        let cells = try CellTable(in: database)
        let lists = try CellLists(in: database)
        let pages = try CellPages(in: database)
        let opens = try OpenTable(in: database)
        let cursors = try CursorTable(in: database)
        let meta = try MetaTable(in: database)
        let tableVersions = try TableVersions(in: database)
        let history = try HistoryTable(in: database)
        let shares = try ShareTable(in: database)
        let followers = try FollowerTable(in: database)
        let days = try DayTable(in: database, keeping: retention.days)
        let devices = try DeviceTable(in: database)
        let highWater = try database.number("SELECT value FROM meta WHERE name = 'seq'")
        let number = try database.number("SELECT value FROM meta WHERE name = 'store'")
        self.database = database
        self.pageSize = Int(pageSize)
        self.transactions = transactions
        self.eventPart = eventPart
        self.events = events
        self.cells = cells
        self.lists = lists
        self.pages = pages
        self.opens = opens
        self.cursors = cursors
        self.meta = meta
        self.tableVersions = tableVersions
        due = Array(shares.ofInbox.keys)
        self.history = history
        self.shares = shares
        self.followers = followers
        self.days = days
        self.devices = devices
        self.highWater = highWater
        let digits = String(number, radix: 16)
        identity = String(repeating: "0", count: 16 - digits.utf8.count) + digits
        self.maximumBytes = maximumBytes
        self.retention = retention
        reserve = Reserve(beside: path)
    }
}

extension Database {
    /// The one number that a query without values answers.
    func number(_ sql: String) throws(SQLiteError) -> Int64 {
        var query = try Statement(sql, in: self)
        return try query.row { (row) throws(SQLiteError) in row.integer(0) } ?? 0
    }
}
