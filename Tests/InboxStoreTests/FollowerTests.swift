import InboxStore
import Routing
import SQLite
import Testing

/// Every event, in order, from where a follower stood.
@Suite struct FollowerTests {
    private let fixture: StoreFixture
    private let me = StoreFixture.me
    private let now = StoreFixture.start
    private var store: InboxStore { fixture.store }

    init() throws {
        fixture = try StoreFixture()
    }

    private func follow(
        _ name: String, inbox: UInt32 = StoreFixture.me, startingAfter seq: Int64 = 0, at now: Moment? = nil
    ) throws -> FollowerAcceptance {
        try fixture.turn {
            try $0.follower(inbox: inbox, name: name, startingAfter: seq, at: now ?? self.now)
        }
    }

    private func advance(_ name: String, to seq: Int64, at now: Moment? = nil) throws -> Int64? {
        try store.transaction(.normal) {
            try store.advanceFollower(inbox: me, name: name, to: seq, at: now ?? self.now)
        }
    }

    private func later(days: Int64) -> Moment {
        Moment(wall: now.wall, boot: now.boot + days * 86_400_000, bootID: now.bootID)
    }

    @Test func events_ComeInOrderAndWhole() throws {
        let sent = Event(
            kind: "ci.run", state: "failed", key: "main", id: "1", source: "forge", title: "t", body: "the body",
            params: ["a": .number("1.0")], priority: .high, time: 5, arrival: .jump)
        try fixture.send(sent, sender: 7, unit: "forge.service")
        for key in ["a", "main", "a", "b"] { try fixture.send(Event(kind: "ci.run", key: key)) }
        try fixture.send(Event(kind: "ci.run", key: "x"), inbox: StoreFixture.other)
        let all = try store.events(inbox: me, after: 0, limit: 500)
        #expect(all.map(\.seq) == [1, 2, 3, 4, 5])
        #expect(all[0].event == sent)
        #expect(all[0].sender == 7)
        #expect(all[0].unit == "forge.service")
        #expect(all.map(\.cell) == [1, 2, 1, 2, 5])
        #expect(try store.events(inbox: me, after: 2, limit: 2).map(\.seq) == [3, 4])
        #expect(try store.events(inbox: me, after: 5, limit: 2) == [])
        #expect(try store.events(inbox: StoreFixture.other, after: 0, limit: 2).map(\.seq) == [6])
    }

    @Test func eventsOfAnOpenTurn_AreSeenInIt() throws {
        try fixture.turn { store in
            for key in ["a", "a", "b", "a"] { _ = try fixture.accept(Event(kind: "job", key: key)) }
            #expect(try store.events(inbox: me, after: 0, limit: 10).map(\.seq) == [1, 2, 3, 4])
        }
    }

    @Test func cursor_SurvivesRestartAndNeverGoesBack() throws {
        for _ in 0..<5 { try fixture.send(Event(kind: "job", key: "a")) }
        #expect(try follow("x") == .added(Follower(inbox: me, name: "x")))
        #expect(try advance("x", to: 3) == 3)
        #expect(try advance("x", to: 2) == 3)
        #expect(try advance("x", to: .max) == 5)
        #expect(try advance("nobody", to: 1) == nil)
        try fixture.reopen()
        #expect(try follow("x") == .known(Follower(inbox: me, name: "x", position: 5)))
        #expect(try follow("y", startingAfter: 4) == .added(Follower(inbox: me, name: "y", position: 4)))
        #expect(try store.followers(inbox: me).map(\.position) == [5, 4])
        #expect(try store.followers(inbox: StoreFixture.other) == [])
    }

    @Test func names_AreOfOneInboxAndBounded() throws {
        for number in 0..<InboxStore.maximumFollowers { _ = try follow("\(number)") }
        #expect(try follow("one more") == .quota)
        #expect(try follow("3") == .known(Follower(inbox: me, name: "3")))
        #expect(try follow("3", inbox: StoreFixture.other) == .added(Follower(inbox: StoreFixture.other, name: "3")))
        try fixture.turn { try $0.removeFollower(inbox: me, name: "5") }
        #expect(try follow("one more") != .quota)
        #expect(try store.followers().count == InboxStore.maximumFollowers + 1)
    }

    @Test func advancing_DoesNotSync() throws {
        try fixture.send(Event(kind: "job"))
        _ = try follow("x")
        let syncs = store.syncs
        _ = try advance("x", to: 1)
        #expect(store.syncs == syncs)
    }

    @Test func silentFollower_IsDroppedAfterItsDays() throws {
        for name in ["attached", "heard", "silent"] { _ = try follow(name) }
        let drop = { (now: Moment) in
            try self.fixture.turn { try $0.dropSilentFollowers(at: now) { $0.name == "attached" } }
        }
        #expect(try advance("heard", to: 0, at: later(days: 10)) == 0)
        #expect(try drop(later(days: 30)) == [])
        #expect(try store.followers().map(\.silentDays) == [0, 20, 30])
        #expect(try drop(later(days: 31)).map(\.name) == ["silent"])
        #expect(try drop(later(days: 31)) == [])
        try fixture.reopen()
        #expect(try drop(later(days: 41)).map(\.name) == ["heard"])
        #expect(try store.followers().map(\.name) == ["attached"])
    }

    @Test func clockThatWasSet_MakesNobodySilent() throws {
        _ = try follow("x")
        let jumped = Moment(wall: now.wall + 400 * 86_400_000, boot: now.boot, bootID: now.bootID)
        #expect(try fixture.turn { try $0.dropSilentFollowers(at: jumped) } == [])
        let rebooted = Moment(wall: jumped.wall * 2, boot: 1, bootID: "boot-b")
        #expect(try fixture.turn { try $0.dropSilentFollowers(at: rebooted) } == [])
        #expect(try store.followers().map(\.silentDays) == [1])
    }
}
