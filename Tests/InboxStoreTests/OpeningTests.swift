import InboxStore
import Posix
import Routing
import SQLite
import Testing

/// Which files are opened, made, or refused and left alone.
@Suite struct OpeningTests {
    @Test func newFile_IsForItsOwnerOnly() throws {
        let fixture = try StoreFixture()
        try fixture.send(Event(kind: "job"))
        #expect(try Files.facts(fixture.file).mode & 0o777 == 0o600)
        #expect(try Files.facts(fixture.file + "-wal").mode & 0o777 == 0o600)
        #expect(fixture.store.highWater == 1)
    }

    @Test func missingDirectory_IsUnusable() {
        let error = #expect(throws: StoreError.self) { _ = try InboxStore(path: "/nowhere/at/all/inbox.db") }
        guard case .unusable(let text) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains("/nowhere/at/all/inbox.db"))
    }

    @Test func newerSchema_IsRefusedAndNotTouched() throws {
        let fixture = try StoreFixture()
        try fixture.send(Event(kind: "job"))
        try fixture.reopen { try $0.setUserVersion(4) }
        let path = "\(fixture.directory)/newer.db"
        do {
            let database = try Database(path: path)
            try database.execute("PRAGMA journal_mode=WAL; CREATE TABLE later(x); INSERT INTO later VALUES (1)")
            try database.setUserVersion(99)
            try database.setKeepsLogOnClose(true)
        }
        let before = try [path, path + "-wal"].map { try Files.read($0, limit: 1 << 20).bytes }
        #expect(before[1].count > 0)
        let error = #expect(throws: StoreError.self) { _ = try InboxStore(path: path) }
        #expect(error == .newerSchema(found: 99, known: 4))
        #expect("\(try #require(error))".contains("schema 99, this deeplinkd knows 4"))
        #expect(try [path, path + "-wal"].map { try Files.read($0, limit: 1 << 20).bytes } == before)
    }

    @Test func anotherProgramsDatabase_IsRefusedAndNotTouched() throws {
        let fixture = try StoreFixture()
        let path = "\(fixture.directory)/foreign.db"
        do {
            try Database(path: path).execute("CREATE TABLE notes(x); INSERT INTO notes VALUES ('mine')")
        }
        let before = try Files.read(path, limit: 1 << 20).bytes
        #expect(throws: StoreError.foreignFile(path)) { _ = try InboxStore(path: path) }
        #expect(try Files.read(path, limit: 1 << 20).bytes == before)
    }

    @Test func textFile_IsUnusable() throws {
        let fixture = try StoreFixture()
        let path = "\(fixture.directory)/text.db"
        let text = Array(String(repeating: "no database at all\n", count: 100).utf8)
        try Files.writeAtomically(text, to: path)
        #expect(throws: StoreError.self) { _ = try InboxStore(path: path) }
        #expect(try Files.read(path, limit: 1 << 20).bytes == text)
    }

    @Test func secondStoreOnTheFile_IsToldThatItIsBusy() throws {
        let fixture = try StoreFixture()
        try fixture.send(Event(kind: "job"))
        let failure = #expect(throws: TurnFailure.self) { _ = try InboxStore(path: fixture.file) }
        #expect(failure?.reason == .busy)
        #expect(failure?.isRetryable == true)
    }

    @Test func everything_IsThereAfterReopening() throws {
        let fixture = try StoreFixture()
        let event = Event(kind: "job", state: "failed", key: "k", title: "t", body: "b", params: ["n": .number("0.10")])
        try fixture.send(event)
        try fixture.store.transaction(.normal) {
            try fixture.store.advanceNavigatorCursor(inbox: StoreFixture.me, to: 1)
        }
        let before = try fixture.cell("job", "k")
        try fixture.reopen()
        #expect(try fixture.cell("job", "k") == before)
        #expect(before?.cell.params == ["n": .number("0.10")])
        #expect(try fixture.store.navigatorCursor(inbox: StoreFixture.me) == 1)
        #expect(fixture.store.highWater == 1)
    }
}
