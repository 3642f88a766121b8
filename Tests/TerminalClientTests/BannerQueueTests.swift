import Routing
import Testing
import Wire

@testable import TerminalClient

@Suite struct BannerQueueTests {
    @Test func theHighestPriority_ThenTheOldest_Stands() {
        var queue = BannerQueue()
        _ = queue.announce(cell(1, .normal), now: 0)
        _ = queue.announce(cell(2, .high), now: 10)
        _ = queue.announce(cell(3, .high), now: 20)
        #expect(queue.current == .cell(cell(2, .high)))
        #expect(queue.others == 2)
    }

    @Test func low_IsNoBanner() {
        var queue = BannerQueue()
        _ = queue.announce(cell(1, .low), now: 0)
        #expect(queue.current == nil)
    }

    @Test(arguments: [(Priority.low, false), (.normal, false), (.high, false), (.urgent, true)])
    func onlyUrgent_Rings(_ priority: Priority, _ rings: Bool) {
        var queue = BannerQueue()
        let rang = queue.announce(cell(1, priority), now: 0)
        #expect(rang == rings)
    }

    @Test func normal_StandsEightSecondsFromWhenItWasSeen() {
        var queue = BannerQueue()
        _ = queue.announce(cell(1, .normal), now: 1_000)
        _ = queue.announce(cell(2, .normal), now: 2_000)
        #expect(queue.deadline == 9_000)
        let (early, onTime) = (queue.expire(now: 8_999), queue.expire(now: 9_000))
        #expect(!early && onTime)
        #expect(queue.current == .cell(cell(2, .normal)))
        #expect(queue.deadline == 17_000)
    }

    @Test(arguments: [Priority.high, .urgent])
    func high_StandsUntilItIsHandled(_ priority: Priority) {
        var queue = BannerQueue()
        _ = queue.announce(cell(1, priority), now: 0)
        #expect(queue.deadline == nil)
        let taken = queue.take(now: 1_000_000)
        #expect(taken == .cell(cell(1, priority)))
        #expect(queue.current == nil)
    }

    @Test(arguments: [(0, false), (299, false), (300, true)] as [(Int64, Bool)])
    func aKeyTooSoonAfterTheTextChanged_IsDead(_ later: Int64, _ works: Bool) {
        var queue = BannerQueue()
        _ = queue.announce(cell(1, .normal), now: 0)
        _ = queue.announce(cell(1, .normal, title: "another"), now: 5_000)
        let taken = queue.take(now: 5_000 + later)
        #expect((taken != nil) == works)
    }

    @Test func anUpdateOfTheSameText_KillsNoKey() {
        var queue = BannerQueue()
        _ = queue.announce(cell(1, .high), now: 0)
        _ = queue.announce(cell(2, .normal), now: 990)
        let taken = queue.take(now: 1_000)
        #expect(taken == .cell(cell(1, .high)))
    }

    @Test func aCellThatWaits_IsUpdatedWhereItStands() {
        var queue = BannerQueue()
        _ = queue.announce(cell(1, .normal), now: 0)
        _ = queue.announce(cell(2, .normal), now: 1)
        _ = queue.announce(cell(1, .normal, title: "newer"), now: 2)
        #expect(queue.current == .cell(cell(1, .normal, title: "newer")))
        #expect(queue.others == 1)
        _ = queue.announce(cell(1, .low), now: 3)
        #expect(queue.current == .cell(cell(2, .normal)))
    }

    @Test func missedOnes_AreOneBannerUntilHandled() {
        var queue = BannerQueue()
        queue.announceMissed(count: 0, since: 1, now: 0)
        #expect(queue.current == nil)
        queue.announceMissed(count: 3, since: 7, now: 0)
        queue.announceMissed(count: 5, since: 7, now: 1)
        #expect(queue.current == .missed(count: 5, since: 7))
        #expect(queue.others == 0)
        #expect(queue.deadline == nil)
    }

    @Test func whatIsMissedAgain_IsAddedToWhatWaits() {
        var queue = BannerQueue()
        queue.announceMissed(count: 3, since: 7, now: 0)
        queue.announceMissed(count: 2, since: 20, now: 1)
        #expect(queue.current == .missed(count: 5, since: 7))
        #expect(queue.others == 0)
    }

    @Test func aBannerThatGaveWay_HasItsTimeAgain() {
        var queue = BannerQueue()
        _ = queue.announce(cell(1, .normal), now: 0)
        _ = queue.announce(cell(2, .urgent), now: 5_000)
        let taken = queue.take(now: 60_000)
        #expect(taken == .cell(cell(2, .urgent)))
        #expect(queue.current == .cell(cell(1, .normal)))
        #expect(queue.deadline == 68_000)
    }

    @Test func all_AreHiddenByOneKey_OnceTheTextWasRead() {
        var queue = BannerQueue()
        for id in 1...20 { _ = queue.announce(cell(Int64(id), .high, kind: "k\(id)"), now: 0) }
        queue.takeAll(now: 299)
        #expect(queue.others == 19)
        queue.takeAll(now: 300)
        #expect(queue.current == nil)
    }

    @Test func whatHappensNow_GoesBeforeWhatWasMissed() {
        var queue = BannerQueue()
        queue.announceMissed(count: 3, since: 7, now: 0)
        _ = queue.announce(cell(1, .normal), now: 1)
        #expect(queue.current == .missed(count: 3, since: 7))
        _ = queue.announce(cell(2, .high), now: 2)
        #expect(queue.current == .cell(cell(2, .high)))
    }

    @Test func aFlood_IsBounded() {
        var queue = BannerQueue()
        for id in 1...1_000 {
            _ = queue.announce(cell(Int64(id), id == 1 ? .high : .normal, kind: "k\(id)"), now: Int64(id))
        }
        #expect(queue.others == BannerQueue.limit - 1)
        #expect(queue.current == .cell(cell(1, .high, kind: "k1")))
    }
}

/// A cell of the builds tab.
func cell(
    _ id: Int64, _ priority: Priority = .normal, kind: String = "ci.run", state: String = "failed",
    title: String = "build"
) -> CellSummary {
    let path = PushPath(root: testPath("runs"), above: [testPath("runs/\(id)")])
    let route = Route(place: .tab("builds", path), why: Why(source: .rule, text: "rule"))
    let cell = Cell(
        id: id, inbox: 0, kind: kind, key: "k\(id)", state: state, title: title, priority: priority, version: id)
    return CellSummary(cell, route: route)
}

/// A path that a test wrote.
func testPath(_ text: String) -> ScreenPath {
    do throws(PathFailure) { return try ScreenPath(parsing: text) } catch { preconditionFailure("\(text): \(error)") }
}
