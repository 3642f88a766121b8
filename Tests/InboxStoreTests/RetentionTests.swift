import InboxStore
import Routing
import SQLite
import Testing

/// What goes when an inbox is full, and what never does.
@Suite struct RetentionTests {
    private let me = StoreFixture.me

    private func job(_ key: String, _ state: String = "new") -> Event { Event(kind: "job", state: state, key: key) }

    private func fixture(events: Int) throws -> StoreFixture {
        try StoreFixture(retention: Retention(events: events))
    }

    @Test func history_GoesOldestFirst() throws {
        let fixture = try fixture(events: 3)
        for key in ["a", "b", "a", "b", "a"] { try fixture.send(job(key)) }
        #expect(try fixture.seqs() == [3, 4, 5])
        #expect(try fixture.store.history(inbox: me, cell: 1, limit: 10).map(\.seq) == [5, 3])
        #expect(try fixture.store.history(inbox: me, cell: 2, limit: 10).map(\.seq) == [4])
        #expect(fixture.store.eventCount(inbox: me) == 3)
    }

    @Test func inboxOfUnreadCells_AnswersQuota() throws {
        let fixture = try fixture(events: 3)
        for key in ["a", "b", "c"] { try fixture.send(job(key)) }
        #expect(try fixture.send(job("d")) == .quota)
        #expect(fixture.store.highWater == 3)
        #expect(try fixture.seqs() == [1, 2, 3])
        #expect(try fixture.cell("job", "d") == nil)
        #expect(try fixture.send(job("d"), inbox: StoreFixture.other).seq == 4)
    }

    @Test func updateOfAFullInboxesCell_ReplacesItsOwnEvent() throws {
        let fixture = try fixture(events: 2)
        for key in ["a", "b", "a", "a"] { #expect(try fixture.send(job(key)).seq != nil) }
        #expect(try fixture.seqs() == [2, 4])
        #expect(try fixture.store.history(inbox: me, cell: 1, limit: 10).map(\.seq) == [4])
    }

    @Test func quota_IsOneEventsAnswerInItsTurn() throws {
        let fixture = try fixture(events: 2)
        let results = try fixture.turn { _ in try ["a", "b", "c", "a"].map { try fixture.accept(job($0)) } }
        #expect(results.map(\.seq) == [1, 2, nil, 3])
        #expect(results[2] == .quota)
        #expect(try fixture.seqs() == [2, 3])
    }

    @Test(arguments: [true, false])
    func readOrDismissedCell_GoesWithItsLatestEvent(isRead: Bool) throws {
        let fixture = try fixture(events: 3)
        for key in ["a", "b", "a"] { try fixture.send(job(key)) }
        try fixture.turn {
            if isRead {
                _ = try $0.markRead(inbox: me, cell: 1, version: 3)
            } else {
                _ = try $0.dismiss(inbox: me, cell: 1, version: 3)
            }
        }
        try fixture.send(job("c"))
        #expect(try fixture.seqs() == [2, 3, 4])
        #expect(try fixture.cell("job", "a") != nil)
        try fixture.send(job("d"))
        #expect(try fixture.seqs() == [2, 4, 5])
        #expect(try fixture.cell("job", "a") == nil)
        #expect(try fixture.send(job("e")) == .quota)
        try fixture.read(2)
        #expect(try fixture.send(job("a")).change?.before == nil)
        #expect(try fixture.cell("job", "a")?.cell.id == 6)
    }

    @Test func cellOfAWaitingOpen_Stays() throws {
        let fixture = try fixture(events: 2)
        for key in ["a", "b"] { try fixture.send(job(key)) }
        try fixture.read(1)
        let now = StoreFixture.start
        try fixture.turn { store in
            for inbox in [me, StoreFixture.other] {
                _ = try store.addOpen(
                    inbox: inbox, target: .cell(1), at: now, deadline: now.deadline(after: 1000))
            }
        }
        #expect(try fixture.send(job("c")) == .quota)
        try fixture.turn { _ = try $0.setOpenPhase(1, .shown) }
        #expect(try fixture.send(job("c")).seq == 3)
        #expect(try fixture.seqs() == [2, 3])
    }

    @Test func whatAFollowerHasNotRead_Stays() throws {
        let fixture = try fixture(events: 3)
        for key in ["a", "a", "a"] { try fixture.send(job(key)) }
        try fixture.turn { _ = try $0.follower(inbox: me, name: "slow", at: StoreFixture.start) }
        #expect(try fixture.send(job("a")) == .quota)
        try fixture.turn { try $0.advanceFollower(inbox: me, name: "slow", to: 1, at: StoreFixture.start) }
        #expect(try fixture.send(job("a")).seq == 4)
        #expect(try fixture.send(job("a")) == .quota)
        #expect(try fixture.seqs() == [2, 3, 4])
        try fixture.turn { try $0.removeFollower(inbox: me, name: "slow") }
        #expect(try fixture.send(job("a")).seq == 5)
    }

    @Test func loweredBound_GoesInSlices() throws {
        let fixture = try StoreFixture()
        try fixture.turn { _ in for number in 0..<500 { _ = try fixture.accept(job("\(number % 2)")) } }
        try fixture.reopen(retention: Retention(events: 10))
        var counts: [Int] = []
        for _ in 0..<4 {
            try fixture.send(job("0"))
            counts.append(fixture.store.eventCount(inbox: me))
        }
        // One goes for the event that came, 200 for the commit.
        #expect(counts == [300, 100, 10, 10])
        #expect(try fixture.store.statistics().cells == 2)
    }

    @Test func idOfAnEventThatWent_IsNewAgain() throws {
        let fixture = try fixture(events: 1)
        let event = Event(kind: "job", key: "a", id: "one")
        #expect(try fixture.send(event).seq == 1)
        #expect(try fixture.send(event) == .duplicate(seq: 1))
        try fixture.send(job("a"))
        #expect(try fixture.send(event).seq == 3)
    }

    @Test func failedTurn_PutsBackWhatItRemoved() throws {
        struct Stop: Error {}
        let fixture = try fixture(events: 2)
        for key in ["a", "a"] { try fixture.send(job(key)) }
        #expect(throws: Stop.self) {
            try fixture.turn { _ in
                for _ in 0..<5 { _ = try fixture.accept(job("a"), sender: 7) }
                throw Stop()
            }
        }
        #expect(try fixture.seqs() == [1, 2])
        #expect(fixture.store.eventCount(inbox: me) == 2)
        #expect(fixture.store.eventCount(sender: 7) == 0)
        #expect(try fixture.snapshot().eventCount(sender: me) == 2)
    }

    @Test func fileAtItsBound_TakesTheOldestThatMayGo() throws {
        let fixture = try StoreFixture(maximumBytes: 1 << 20)
        let body = String(repeating: "x", count: 4000)
        var failures = 0
        for number in 0..<1000 {
            do {
                try fixture.send(Event(kind: "job", key: "\(number % 3)", body: body))
            } catch let failure as TurnFailure {
                #expect(failure.reason == .diskFull)
                failures += 1
            }
        }
        #expect((1...20).contains(failures))
        #expect(fixture.store.shortage == nil)
        #expect(fixture.store.eventCount(inbox: me) > 20)
        #expect(try fixture.cell("job", "0")?.cell.body == body)
    }
}
