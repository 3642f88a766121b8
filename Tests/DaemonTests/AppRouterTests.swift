import InboxStore
import Routing
import Testing
import Wire

@testable import Daemon

/// The app router's decisions, as values.
@Suite struct AppRouterTests {
    private static let inbox: UInt32 = 1000
    private static func moment(_ boot: Int64) -> Moment {
        Moment(wall: 1_700_000_000_000 + boot, boot: boot, bootID: "b")
    }

    private static func open(_ id: Int64, inbox: UInt32 = inbox, lasts: Int64 = 100_000) -> OpenRecord {
        OpenRecord(
            id: id, inbox: inbox, target: .cell(1), phase: .held, requested: 0,
            deadline: moment(0).deadline(after: lasts))
    }

    /// Navigators by number, each with how long ago its user pressed a key.
    private static func router(_ idle: [UInt64: Int64], pending: [OpenRecord] = []) -> AppRouter {
        let router = AppRouter(pending: pending)
        for (id, idle) in idle {
            router.attach(id, inbox: inbox, role: .navigator, announced: 0)
            router.report(id, scene: .main, idle: idle, at: moment(1000))
        }
        return router
    }

    @Test(
        arguments: [
            ([1: 10, 2: 20], 1), ([1: 20, 2: 10], 2), ([1: 10, 2: 10], 2), ([7: 0], 7),
        ] as [([UInt64: Int64], UInt64)])
    func leader_IsWhoseUserWasThereLastAndOfEqualsTheNewest(idle: [UInt64: Int64], leader: UInt64) {
        #expect(Self.router(idle).leader(of: Self.inbox) == leader)
    }

    @Test func offers_GoOldestFirstAndOneAtATime() {
        let router = Self.router([1: 0], pending: [Self.open(3), Self.open(2)])
        #expect(router.nextOffers(at: Self.moment(1000)).map(\.open.id) == [2])
        #expect(router.nextOffers(at: Self.moment(1000)).isEmpty)
        router.settle(2)
        #expect(router.nextOffers(at: Self.moment(1000)).map(\.open.id) == [3])
    }

    @Test func busyAsker_IsWaitedFor() {
        let router = Self.router([1: 60_000, 2: 0])
        router.add(Self.open(1), askedBy: 1)
        router.add(Self.open(2), askedBy: 1)
        #expect(router.nextOffers(at: Self.moment(1000)).map(\.client) == [1])
        router.detach(1)
        let offers = router.nextOffers(at: Self.moment(1000))
        #expect(offers.map(\.client) == [2] && offers.map(\.open.id) == [1])
    }

    @Test func strangersInbox_IsNeverMoved() {
        let router = Self.router([1: 0], pending: [Self.open(1, inbox: 7)])
        #expect(router.nextOffers(at: Self.moment(1000)).isEmpty)
        #expect(!router.mayAnswer(1, 1, inbox: Self.inbox))
        #expect(router.phase(forOpenIn: 7) == .held)
    }

    @Test func openWhoseTimeIsOver_IsNotOffered() {
        let router = Self.router([1: 0], pending: [Self.open(1, lasts: 500)])
        #expect(router.nextOffers(at: Self.moment(1000)).isEmpty)
        #expect(router.overdue(at: Self.moment(1000)).expired.map(\.open) == [1])
        #expect(router.nextDue(at: Self.moment(100)) == 500)
    }

    @Test func silence_IsOverdueAfterTenSecondsAndAnsweredOrQueuedIsNot() {
        let router = Self.router([1: 0, 2: 5], pending: [Self.open(1)])
        _ = router.nextOffers(at: Self.moment(1000))
        #expect(router.nextDue(at: Self.moment(1000)) == 11_000)
        #expect(router.overdue(at: Self.moment(10_999)).silent.isEmpty)
        #expect(router.overdue(at: Self.moment(11_000)).silent == [1])
        router.setQueued(1, by: 2, at: Self.moment(10_000))
        #expect(router.nextDue(at: Self.moment(1000)) == 11_000, "only the client that has it may queue it")
        router.setQueued(1, by: 1, at: Self.moment(10_000))
        router.setQueued(1, by: 1, at: Self.moment(60_000))
        #expect(router.overdue(at: Self.moment(69_999)).expired.isEmpty)
        #expect(router.overdue(at: Self.moment(70_000)).expired.map(\.open) == [1])
        router.setAnswered(1, by: 1)
        #expect(router.nextDue(at: Self.moment(70_000)) == nil)
        router.detach(1)
        #expect(router.nextOffers(at: Self.moment(70_000)).isEmpty, "it was shown, whatever can be stored of that")
        #expect(router.mayAnswer(1, 1, inbox: Self.inbox) && !router.mayAnswer(1, 2, inbox: Self.inbox))
    }

    @Test func observers_AreToldAndNeverMoved() {
        let router = AppRouter(pending: [Self.open(1)])
        router.attach(1, inbox: Self.inbox, role: .observer, announced: 5)
        #expect(router.audience(of: Self.inbox).map(\.id) == [1])
        #expect(router.nextOffers(at: Self.moment(1000)).isEmpty)
        #expect(router.navigatorCursor(of: Self.inbox) == nil)
    }

    @Test func cursor_IsTheFurthestNavigatorThatReported() {
        let router = Self.router([1: 0])
        router.setAnnounced(1, through: 5)
        router.attach(2, inbox: Self.inbox, role: .navigator, announced: 9)
        #expect(router.navigatorCursor(of: Self.inbox) == 5)
        router.report(2, scene: .connecting, idle: 0, at: Self.moment(2000))
        #expect(router.navigatorCursor(of: Self.inbox) == 9)
        #expect(router.leader(of: Self.inbox) == 1, "another scene than main takes no opens")
    }
}
