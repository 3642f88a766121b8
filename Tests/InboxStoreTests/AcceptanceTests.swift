import InboxStore
import Posix
import Routing
import SQLite
import Testing

/// What becomes of an event, its cell and its history.
@Suite struct AcceptanceTests {
    private let fixture: StoreFixture
    private let me = StoreFixture.me

    init() throws {
        fixture = try StoreFixture()
    }

    private static let full = Event(
        kind: "ci.run", state: "failed", key: "main", id: "id-1", source: "forge", title: "Build failed",
        body: "line\nline\0end",
        params: ["run": .number("18446744073709551616"), "ok": .boolean(false), "b": .text("")],
        priority: .urgent, time: 1_600_000_000_000, expiry: .after(seconds: 60),
        link: .screen(tab: "builds", path: try? ScreenPath(parsing: "runs/7")), arrival: .jump)

    @Test func firstEvent_MakesACell() throws {
        let acceptance = try fixture.send(Self.full)
        let change = try #require(acceptance.change)
        #expect(acceptance.seq == 1)
        #expect(change.before == nil)
        let deadline = Deadline(wall: 1_700_000_060_000, boot: Deadline.Boot(time: 65_000, id: "boot-a"))
        let expected = Cell(
            id: 1, inbox: me, kind: "ci.run", key: "main", state: "failed", title: "Build failed",
            body: "line\nline\0end", params: Self.full.params, priority: .urgent, version: 1, readVersion: 0,
            time: StoreFixture.start.wall, deadline: deadline, link: Self.full.link, arrival: .jump)
        #expect(change.after == StoredCell(cell: expected, tab: "failed", tableVersion: ""))
        #expect(try fixture.cell("ci.run", "main") == change.after)
        #expect(try fixture.store.cell(inbox: me, id: 1) == change.after)
    }

    @Test func laterEvent_ReplacesEverythingButNameAndMarks() throws {
        try fixture.send(Self.full)
        try fixture.store.transaction(.full) { _ = try fixture.store.markRead(inbox: me, cell: 1, version: 1) }
        let later = Moment(wall: StoreFixture.start.wall + 9, boot: 5_009, bootID: "boot-a")
        let change = try #require(
            try fixture.send(Event(kind: "ci.run", state: "running", key: "main"), at: later).change)
        #expect(change.before == CellStanding(tab: "failed", isUnread: false, isListed: true))
        #expect(
            change.after.cell
                == Cell(
                    id: 1, inbox: me, kind: "ci.run", key: "main", state: "running", version: 2, readVersion: 1,
                    time: later.wall))
        #expect(change.after.standing == CellStanding(tab: "running", isUnread: true, isListed: true))
        #expect(try fixture.cell("ci.run", "main") == change.after)
    }

    @Test func sameIdFromTheSameSender_IsADuplicate() throws {
        try fixture.send(Self.full)
        var again = Self.full
        again.title = "other text"
        #expect(try fixture.send(again) == .duplicate(seq: 1))
        #expect(fixture.store.highWater == 1)
        #expect(try fixture.cell("ci.run", "main")?.cell.title == "Build failed")
    }

    @Test func duplicateWithinOneTurn_IsSeen() throws {
        let results = try fixture.store.transaction(.full) {
            [try fixture.accept(Self.full), try fixture.accept(Self.full)]
        }
        #expect(results.map(\.seq) == [1, 1])
        #expect(results[1] == .duplicate(seq: 1))
    }

    @Test func sameIdOfAnotherSenderSourceOrInbox_IsItsOwn() throws {
        try fixture.send(Self.full)
        #expect(try fixture.send(Self.full, sender: 7).seq == 2)
        #expect(try fixture.send(Self.full, inbox: StoreFixture.other).seq == 3)
        var otherSource = Self.full
        otherSource.source = nil
        #expect(try fixture.send(otherSource).seq == 4)
        #expect(try fixture.send(otherSource) == .duplicate(seq: 4))
        otherSource.source = "uid:1000"
        #expect(try fixture.send(otherSource) == .duplicate(seq: 4))
    }

    @Test func eventsWithoutId_AreNeverDuplicates() throws {
        for seq in 1...3 {
            #expect(try fixture.send(Event(kind: "job", key: "k")).seq == Int64(seq))
        }
    }

    @Test func missingKey_IsTheIdElseTheSeq() throws {
        #expect(try fixture.send(Event(kind: "job", id: "abc")).change?.after.cell.key == "abc")
        #expect(try fixture.send(Event(kind: "job")).change?.after.cell.key == "2")
        #expect(try fixture.send(Event(kind: "job", key: "")).change?.after.cell.key == "")
    }

    @Test func routeIsAskedWithTheCellsId() throws {
        try fixture.send(Event(kind: "job", key: "k"))
        var asked: [CellState] = []
        _ = try fixture.store.transaction(.full) {
            try fixture.store.accept(
                Event(kind: "job", state: "done", key: "k", params: ["a": .text("1")]), inbox: me, sender: me,
                at: StoreFixture.start
            ) { state in
                asked.append(state)
                return StoreFixture.route(state)
            }
        }
        #expect(asked == [CellState(cell: 1, kind: "job", state: "done", params: ["a": .text("1")])])
    }

    @Test func notificationViewAsRoute_IsTheEmptyTab() throws {
        #expect(try fixture.send(Event(kind: "job", state: "nowhere")).change?.after.tab == "")
    }

    @Test func history_IsNewestFirstAndWhole() throws {
        try fixture.send(Self.full, sender: 7, unit: "forge.service")
        try fixture.send(Event(kind: "other", key: "x"))
        try fixture.send(Event(kind: "ci.run", state: "passed", key: "main"))
        let history = try fixture.store.history(inbox: me, cell: 1, limit: 10)
        #expect(history.map(\.seq) == [3, 1])
        #expect(history.map(\.cell) == [1, 1])
        #expect(history[0].event.source == "uid:1000")
        var sent = Self.full
        sent.expiry = nil
        #expect(history[1].event == sent)
        #expect(history[1].sender == 7)
        #expect(history[1].unit == "forge.service")
        #expect(history[1].deadline?.wall == 1_700_000_060_000)
        #expect(try fixture.store.history(inbox: me, cell: 1, limit: 1).map(\.seq) == [3])
        #expect(try fixture.store.history(inbox: StoreFixture.other, cell: 1, limit: 10) == [])
    }

    @Test(arguments: [Event.Expiry.after(seconds: 0), .after(seconds: .max), .at(milliseconds: 5)])
    func expiry_BecomesADeadlineThatSurvives(expiry: Event.Expiry) throws {
        let change = try fixture.send(Event(kind: "job", key: "k", expiry: expiry)).change
        let stored = try fixture.cell("job", "k")
        #expect(stored?.cell.deadline == change?.after.cell.deadline)
        switch expiry {
        case .at(let wall): #expect(stored?.cell.deadline == Deadline(wall: wall))
        case .after(let seconds):
            #expect(stored?.cell.deadline?.hasPassed(at: StoreFixture.start) == (seconds == 0))
        }
    }

    @Test func largestEvent_ComesBackWhole() throws {
        var params: [String: ParamValue] = [:]
        for number in 0..<EventLimits.params {
            params["name \(number) \u{1}\""] = .text(String(repeating: "é", count: 100))
        }
        let event = Event(
            kind: "job", key: String(repeating: "k", count: EventLimits.key),
            title: String(repeating: "t", count: EventLimits.title),
            body: String(repeating: "\0", count: EventLimits.body), params: params)
        let change = try #require(try fixture.send(event).change)
        #expect(try fixture.store.cell(inbox: me, id: 1) == change.after)
        #expect(change.after.cell.body.utf8.count == EventLimits.body)
    }
}
