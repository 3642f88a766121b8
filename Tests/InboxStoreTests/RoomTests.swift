import InboxStore
import Posix
import Routing
import SQLite
import TestSupport
import Testing

/// A real disk that is full.
@Suite struct RoomTests {
    private let me = StoreFixture.me

    private func event(_ number: Int, bytes: Int = 20_000) -> Event {
        Event(kind: "job", key: "\(number)", id: "\(number)", body: String(repeating: "x", count: bytes))
    }

    private func reserveSize(_ fixture: StoreFixture) throws -> Int64? {
        let path = fixture.file + "-reserve"
        return try Files.exists(path) ? try Files.facts(path).size : nil
    }

    @Test func fullDisk_IsSaidKeepsWhatWasAckedAndPasses() throws {
        try SmallDisk.with(mebibytes: 24) { directory in
            let fixture = try StoreFixture(in: directory)
            var acked: Set<String> = []
            for number in 0..<20 where try fixture.send(event(number)).seq != nil { acked.insert("\(number)") }
            #expect(fixture.store.shortage == nil)
            try SmallDisk.fill(directory, leaving: 1024)
            var failures: [TurnFailure] = []
            for number in 20..<400 {
                do {
                    if try fixture.send(event(number)).seq != nil { acked.insert("\(number)") }
                } catch let failure as TurnFailure { failures.append(failure) }
                try fixture.store.checkpointIfDue(idle: false)
            }
            #expect(failures.count > 100)
            #expect(Set(failures.map(\.reason)) == [.diskFull])
            #expect(acked.count > 30)
            #expect(fixture.store.shortage != nil)
            #expect(try reserveSize(fixture) == nil)
            #expect(fixture.store.walBytes == 0, "the reserve brought the log home")

            // Marks need no new room.
            try fixture.read(1)
            #expect(try fixture.store.cell(inbox: me, id: 1)?.cell.isUnread == false)
            try fixture.turn { try $0.advanceNavigatorCursor(inbox: me, to: 3) }
            #expect(throws: TurnFailure.self) {
                _ = try fixture.turn {
                    try $0.addOpen(
                        inbox: me, target: .cell(1), at: StoreFixture.start, deadline: Deadline(wall: 0))
                }
            }

            try Files.unlink("\(directory)/filler")
            #expect(try fixture.send(event(1000)).seq == Int64(acked.count + 1))
            #expect(fixture.store.shortage == nil)
            #expect(try reserveSize(fixture) == 6 << 20)
            try fixture.reopen()
            var stored: Set<String> = []
            var cursor: Int64 = 0
            while let last = try fixture.store.events(inbox: me, after: cursor, limit: 50).last {
                stored.formUnion(
                    try fixture.store.events(inbox: me, after: cursor, limit: 50).compactMap(\.event.id))
                cursor = last.seq
            }
            #expect(stored == acked.union(["1000"]))
            var faults: [String]?
            try fixture.reopen { faults = try $0.quickCheck() }
            #expect(faults == [])
        }
    }

    @Test func diskThatFillsAgainAndAgain_NeverLosesAnAck() throws {
        try SmallDisk.with(mebibytes: 40) { directory in
            let fixture = try StoreFixture(in: directory, retention: Retention(events: 300))
            var acked: Int64 = 0
            for round in 0..<6 {
                try SmallDisk.fill(directory, leaving: round * 300)
                var failed = 0
                for number in 0..<300 where failed < 5 {
                    do {
                        let key = "\(number % 20)"
                        let event = Event(kind: "job", key: key, body: String(repeating: "y", count: 20_000))
                        acked = try fixture.send(event).seq ?? acked
                    } catch is TurnFailure { failed += 1 }
                    try fixture.store.checkpointIfDue(idle: false)
                }
                #expect(fixture.store.highWater == acked)
                try Files.unlink("\(directory)/filler")
                acked = try #require(try fixture.send(Event(kind: "job", key: "after")).seq)
                #expect(fixture.store.shortage == nil)
            }
            var faults: [String]?
            try fixture.reopen { faults = try $0.quickCheck() }
            #expect(faults == [])
            #expect(fixture.store.highWater == acked)
            #expect(fixture.store.eventCount(inbox: me) <= 300)
        }
    }

    @Test func storeOpenedWithoutRoom_WaitsForIt() throws {
        try SmallDisk.with(mebibytes: 8) { directory in
            try Files.allocate("\(directory)/filler", bytes: 6 << 20)
            let fixture = try StoreFixture(in: directory)
            #expect(fixture.store.shortage?.contains("posix_fallocate") == true)
            let failure = #expect(throws: TurnFailure.self) { try fixture.send(Event(kind: "job")) }
            #expect(failure?.reason == .diskFull)
            try Files.unlink("\(directory)/filler")
            #expect(try fixture.send(Event(kind: "job")).seq == 1)
        }
    }

    @Test func reserve_IsMadeOnceAndKept() throws {
        let fixture = try StoreFixture()
        #expect(try reserveSize(fixture) == 6 << 20)
        let facts = try Files.facts(fixture.file + "-reserve")
        #expect(facts.mode & 0o777 == 0o600)
        try fixture.reopen()
        #expect(try reserveSize(fixture) == 6 << 20)
        #expect(fixture.store.shortage == nil)
    }

    @Test func log_StaysBoundedOverManyTimesItsCap() throws {
        let fixture = try StoreFixture(retention: Retention(events: 200))
        let cap = InboxStore.checkpointBytes
        let body = String(repeating: "z", count: 50_000)
        var written = 0
        var largest: Int64 = 0
        var turns = 0
        while written < 8 * cap {
            try fixture.turn { _ in
                for number in 0..<10 {
                    _ = try fixture.accept(Event(kind: "job", key: "\((turns + number) % 30)", body: body))
                }
            }
            turns += 1
            written += 10 * body.utf8.count
            largest = max(largest, try Files.facts(fixture.file + "-wal").size)
            try fixture.store.checkpointIfDue(idle: false)
            #expect(fixture.store.walBytes < cap)
        }
        #expect(largest < Int64(cap + (2 << 20)))
        #expect(try Files.facts(fixture.file).size < 20 << 20)
    }
}
