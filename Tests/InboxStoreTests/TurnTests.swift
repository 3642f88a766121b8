import InboxStore
import Posix
import Routing
import SQLite
import Testing

/// All of a turn or nothing of it, and what it costs.
@Suite struct TurnTests {
    private struct Stop: Error {}

    @Test func thrownError_LeavesNothing() throws {
        let fixture = try StoreFixture()
        try fixture.send(Event(kind: "job", key: "a"))
        #expect(throws: Stop.self) {
            try fixture.store.transaction(.full) {
                _ = try fixture.accept(Event(kind: "job", key: "b"))
                try fixture.store.record(table: "t1", at: StoreFixture.start)
                throw Stop()
            }
        }
        #expect(fixture.store.highWater == 1)
        #expect(try fixture.cell("job", "b") == nil)
        #expect(try fixture.send(Event(kind: "job", key: "c")).seq == 2)
        #expect(try fixture.cell("job", "c")?.tableVersion == "")
    }

    @Test func constraint_FailsItsEventAlone() throws {
        let fixture = try StoreFixture()
        try fixture.reopen {
            try $0.execute(
                """
                CREATE TRIGGER late AFTER INSERT ON cells WHEN NEW.tab = 'bad'
                BEGIN SELECT RAISE(ABORT, 'the rule'); END
                """)
        }
        let results = try fixture.store.transaction(.full) {
            try ["good", "bad", "fine"].map { try fixture.accept(Event(kind: "job", state: $0, key: $0)) }
        }
        #expect(results.map(\.seq) == [1, nil, 2])
        #expect(results[1] == .refused("the rule"))
        #expect(try fixture.store.statistics().events == 2)
        #expect(try fixture.cell("job", "bad") == nil)
        #expect(try fixture.store.history(inbox: StoreFixture.me, cell: 2, limit: 5).map(\.event.state) == ["fine"])
    }

    @Test func fullDatabase_FailsTheWholeTurn() throws {
        let fixture = try StoreFixture(maximumBytes: 300 << 10)
        try fixture.send(Event(kind: "job", key: "kept"))
        var accepted = 0
        let failure = #expect(throws: TurnFailure.self) {
            try fixture.store.transaction(.full) {
                for number in 0..<1000 {
                    let event = Event(kind: "job", key: "\(number)", body: String(repeating: "x", count: 1000))
                    accepted += try fixture.accept(event).seq == nil ? 0 : 1
                }
            }
        }
        #expect(failure?.reason == .diskFull)
        #expect(accepted > 50)
        #expect(fixture.store.highWater == 1)
        #expect(try fixture.store.statistics().events == 1)
        #expect(try fixture.send(Event(kind: "job", key: "next")).seq == 2)
        #expect(try fixture.snapshot().statistics().events == 2)
    }

    @Test func errorThatTheCallerSwallows_StillFailsTheTurn() throws {
        let fixture = try StoreFixture(maximumBytes: 200 << 10)
        var failures = 0
        #expect(throws: TurnFailure.self) {
            try fixture.store.transaction(.full) {
                for number in 0..<500 {
                    do {
                        let event = Event(kind: "job", key: "\(number)", body: String(repeating: "x", count: 2000))
                        _ = try fixture.accept(event)
                    } catch is TurnFailure {
                        failures += 1
                    }
                }
            }
        }
        #expect(failures > 300)
        #expect(try fixture.store.statistics().events == 0)
    }

    @Test func turnOfManySenders_IsOneCommitAndOneSync() throws {
        let fixture = try StoreFixture()
        try fixture.send(Event(kind: "job", key: "first"))
        let (commits, syncs) = (fixture.store.commits, fixture.store.syncs)
        try fixture.store.transaction(.full) {
            for number in 0..<64 {
                _ = try fixture.accept(Event(kind: "job", key: "\(number)"), sender: UInt32(number))
            }
        }
        #expect(fixture.store.commits - commits == 1)
        #expect(fixture.store.syncs - syncs == 1)
    }

    @Test func normalTurn_DoesNotSync() throws {
        let fixture = try StoreFixture()
        try fixture.send(Event(kind: "job", key: "first"))
        let syncs = fixture.store.syncs
        for seq in 1...5 {
            try fixture.store.transaction(.normal) {
                try fixture.store.advanceNavigatorCursor(inbox: StoreFixture.me, to: Int64(seq))
            }
        }
        #expect(fixture.store.syncs == syncs)
        try fixture.send(Event(kind: "job", key: "second"))
        #expect(fixture.store.syncs == syncs + 1)
    }

    @Test func seqOfADeletedNewestRow_IsNotUsedAgain() throws {
        let fixture = try StoreFixture()
        for key in ["a", "b", "c"] {
            try fixture.send(Event(kind: "job", key: key))
        }
        try fixture.reopen { try $0.execute("DELETE FROM events WHERE seq = 3; DELETE FROM cells WHERE id = 3") }
        #expect(fixture.store.highWater == 3)
        #expect(try fixture.send(Event(kind: "job", key: "d")).seq == 4)
    }

    @Test func log_IsMovedHomeWhenDueAndUsedAgain() throws {
        let fixture = try StoreFixture()
        try fixture.send(Event(kind: "job", key: "a"))
        #expect(fixture.store.walBytes > 0)
        try fixture.store.checkpointIfDue(idle: false)
        #expect(fixture.store.walBytes > 0)
        try fixture.store.checkpointIfDue(idle: true)
        #expect(fixture.store.walBytes == 0)
        let syncs = fixture.store.syncs
        try fixture.store.checkpointIfDue(idle: true)
        #expect(fixture.store.syncs == syncs)
        while fixture.store.walBytes < InboxStore.checkpointBytes {
            try fixture.send(Event(kind: "job", body: String(repeating: "x", count: 30_000)))
        }
        let size = try Files.facts(fixture.file + "-wal").size
        try fixture.store.checkpointIfDue(idle: false)
        #expect(fixture.store.walBytes == 0)
        try fixture.send(Event(kind: "job", key: "b"))
        #expect(try Files.facts(fixture.file + "-wal").size == size)
        #expect(fixture.store.walBytes < 100_000)
    }
}
