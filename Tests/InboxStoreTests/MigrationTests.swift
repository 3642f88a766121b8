import InboxStore
import Posix
import Routing
import SQLite
import Testing

/// Files that earlier versions wrote. `Files/version1.db` was made by the program of that version; later ones are made of
/// it by the steps as they were then, which are written here a second time: a step that was released is never edited.
@Suite struct MigrationTests {
    private static let second = """
        CREATE TABLE history(inbox INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (inbox, seq)) WITHOUT ROWID;
        INSERT INTO history SELECT e.inbox, e.seq FROM events e JOIN cells c ON c.id = e.cell WHERE e.seq != c.version;
        CREATE INDEX cells_settled ON cells(inbox, version) WHERE (version <= read OR version = dismissed);
        CREATE TABLE shares(
            inbox INTEGER NOT NULL, sender INTEGER NOT NULL, events INTEGER NOT NULL,
            PRIMARY KEY (inbox, sender)) WITHOUT ROWID;
        INSERT INTO shares SELECT inbox, sender, count(*) FROM events GROUP BY inbox, sender;
        CREATE TABLE followers(
            inbox INTEGER NOT NULL, name TEXT NOT NULL, seq INTEGER NOT NULL, heard INTEGER NOT NULL,
            PRIMARY KEY (inbox, name)) WITHOUT ROWID;
        CREATE TABLE days(
            day INTEGER PRIMARY KEY, seq INTEGER NOT NULL, wall INTEGER NOT NULL, boot INTEGER NOT NULL,
            boot_id TEXT NOT NULL);
        """
    private static let third = "INSERT INTO meta VALUES ('store', random() & 9223372036854775807);"

    /// Makes a file of a version at a path, with what only that version and later ones keep.
    private func makeFile(version: Int, at path: String) throws {
        let original = "\(Files.directory(of: #filePath))/Files/version1.db"
        try Files.writeAtomically(try Files.read(original, limit: 1 << 20).bytes, to: path)
        guard version > 1 else { return }
        let database = try Database(path: path, mode: .readWrite)
        try database.execute(Self.second)
        try database.execute(
            """
            INSERT INTO days VALUES (100, 3, 1700000000000, 5000, 'boot-a');
            INSERT INTO followers VALUES (1000, 'bridge', 5, 98);
            """)
        if version > 2 {
            try database.execute(Self.third)
            try database.execute(
                """
                UPDATE meta SET value = 1234 WHERE name = 'store';
                INSERT INTO cursors VALUES (1000, 'taken:00000000000000ff', 77);
                """)
        }
        try database.setUserVersion(Int32(version))
    }

    @Test(arguments: [2, 3])
    func laterVersion_KeepsWhatItHad(version: Int) throws {
        let fixture = try StoreFixture()
        let path = "\(fixture.directory)/old.db"
        try makeFile(version: version, at: path)
        let store = try InboxStore(path: path)
        #expect(store.highWater == 14)
        #expect(try store.events(inbox: 1000, after: 0, limit: 100).map(\.seq) == Array(1...13))
        #expect(store.eventCount(sender: 0) == 2)
        #expect(
            try store.followers() == [Follower(inbox: 1000, name: "bridge", position: 5, silentDays: 2)])
        #expect(try store.pendingOpens(inbox: 1000).map(\.asked) == [nil])
        #expect(try store.devices(inbox: 1000).isEmpty)
        if version > 2 {
            #expect(store.identity == "00000000000004d2")
            #expect(try store.takenThrough(inbox: 1000, of: "00000000000000ff") == 77)
        }
        let identity = store.identity
        #expect(identity.utf8.count == 16 && identity.contains { $0 != "0" })
        // What came with the last step is there to be used.
        let deadline = StoreFixture.start.deadline(after: 60_000)
        let target = OpenTarget.cell(2)
        try store.transaction(.full) {
            _ = try store.enrol(
                inbox: 1000, name: "laptop", tokenHash: Array(repeating: 1, count: 32), at: StoreFixture.start)
            _ = try store.addOpen(
                inbox: 1000, target: target, at: StoreFixture.start, deadline: deadline, asked: "wish")
        }
        #expect(try store.devices(inbox: 1000).map(\.name) == ["laptop"])
        #expect(try store.open(asked: "wish", inbox: 1000)?.target == target)
    }

    @Test func version1_IsTakenOver() throws {
        let fixture = try StoreFixture()
        let path = "\(fixture.directory)/old.db"
        try makeFile(version: 1, at: path)
        let store = try InboxStore(path: path, retention: Retention(events: 14))
        #expect(store.highWater == 14)
        #expect(store.eventCount(inbox: 1000) == 13)
        #expect(store.eventCount(inbox: 2000) == 1)
        #expect(store.eventCount(sender: 0) == 2)
        let events = try store.events(inbox: 1000, after: 0, limit: 100)
        #expect(events.map(\.seq) == Array(1...13))
        #expect(events[4].event.body == "body 4")
        #expect(events[4].event.params == ["n": .number("4")])
        #expect(try store.history(inbox: 1000, cell: 1, limit: 10).map(\.seq) == [11, 6, 1])
        #expect(try store.navigatorCursor(inbox: 1000) == 9)
        #expect(try store.pendingOpens(inbox: 1000).map(\.target) == [.cell(2)])
        #expect(try store.pendingOpens(inbox: 1000).map(\.asked) == [nil])
        #expect(try store.cell(inbox: 1000, id: 13)?.isDismissed == true)
        #expect(try store.devices(inbox: 1000).isEmpty)
        let next = Event(kind: "job", key: "0", id: "id 3")
        let accept = { (event: Event) in
            try store.transaction(.full) {
                try store.accept(
                    event, inbox: 1000, sender: 1000, at: StoreFixture.start, route: StoreFixture.route)
            }
        }
        #expect(try accept(next) == .duplicate(seq: 4))
        #expect(try accept(Event(kind: "job", key: "0")).seq == 15)
        #expect(try accept(Event(kind: "job", key: "1")).seq == 16)
        // Two came to an inbox with room for one: the oldest of its history went.
        #expect(try store.events(inbox: 1000, after: 0, limit: 3).map(\.seq) == [2, 3, 4])
    }

    @Test(arguments: [1, 2, 3])
    func migratedFile_HasTheSchemaOfANewOne(version: Int) throws {
        let fixture = try StoreFixture()
        let path = "\(fixture.directory)/old.db"
        try makeFile(version: version, at: path)
        _ = try InboxStore(path: path)
        func schema(_ database: Database) throws -> [String] {
            var query = try Statement("SELECT name, sql FROM sqlite_schema ORDER BY name", in: database)
            return try query.rows { (row) throws(SQLiteError) in "\(row.text(0) ?? ""): \(row.text(1) ?? "")" }
        }
        let migrated = try schema(try Database(path: path, mode: .readOnly))
        var fresh: [String] = []
        try fixture.reopen { fresh = try schema($0) }
        #expect(migrated == fresh)
        #expect(fresh.count > 15)
    }
}
