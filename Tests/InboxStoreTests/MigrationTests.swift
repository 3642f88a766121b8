import InboxStore
import Posix
import Routing
import SQLite
import Testing

/// Files that earlier versions wrote. `Files/versionN.db` was made by the program of that version.
@Suite struct MigrationTests {
    @Test func version1_IsTakenOver() throws {
        let fixture = try StoreFixture()
        let path = "\(fixture.directory)/old.db"
        let original = "\(Files.directory(of: #filePath))/Files/version1.db"
        try Files.writeAtomically(try Files.read(original, limit: 1 << 20).bytes, to: path)
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

    @Test func migratedFile_HasTheSchemaOfANewOne() throws {
        let fixture = try StoreFixture()
        let path = "\(fixture.directory)/old.db"
        let original = "\(Files.directory(of: #filePath))/Files/version1.db"
        try Files.writeAtomically(try Files.read(original, limit: 1 << 20).bytes, to: path)
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
