import Routing
import Testing
import Wire

@testable import TerminalClient

/// Many of one kind within a moment are one banner.
@Suite struct BannerDigestTests {
    @Test func fiveOfOneKind_AreOneBannerThatLeadsToThem() throws {
        var queue = BannerQueue()
        for id: Int64 in 11...14 { _ = queue.announce(cell(id, kind: "ci"), now: id) }
        #expect(queue.current == .cell(cell(11, kind: "ci")))
        _ = queue.announce(cell(15, kind: "ci"), now: 15)
        let digest = try digest(queue)
        #expect((digest.kind, digest.count, digest.since) == ("ci", "5", 10))
        #expect(queue.others == 0)
        _ = queue.announce(cell(16, kind: "ci"), now: 9_000)
        #expect(try self.digest(queue).count == "6")
    }

    @Test func burstsOfDifferentKinds_StayApart() throws {
        var queue = BannerQueue()
        for id: Int64 in 1...10 { _ = queue.announce(cell(id, kind: id % 2 == 0 ? "a" : "b"), now: id) }
        #expect(queue.others == 1)
        #expect(try digest(queue).kind == "b")
        let taken = queue.take(now: 1_000)
        #expect(taken != nil)
        #expect(try digest(queue).kind == "a")
    }

    @Test func cellsFurtherApart_StandByThemselves() {
        var queue = BannerQueue()
        for id: Int64 in 1...8 { _ = queue.announce(cell(id, .high, kind: "ci"), now: id * 2_500) }
        #expect(queue.others == 7)
    }

    @Test func oneMuchLater_IsABannerOfItsOwn() {
        var queue = BannerQueue()
        for id: Int64 in 1...5 { _ = queue.announce(cell(id, .high, kind: "ci"), now: 0) }
        _ = queue.announce(cell(6, .high, kind: "ci"), now: BannerDigest.time)
        #expect(queue.others == 1)
        _ = queue.announce(cell(3, .high, kind: "ci"), now: BannerDigest.time)
        #expect(queue.others == 1)
    }

    @Test func whatIsUrgent_StandsByItself() {
        var queue = BannerQueue()
        for id: Int64 in 1...6 { _ = queue.announce(cell(id, kind: "ci"), now: 0) }
        let rang = queue.announce(cell(3, .urgent, kind: "ci"), now: 10)
        #expect(rang)
        #expect(queue.current == .cell(cell(3, .urgent, kind: "ci")))
        #expect(queue.others == 1)
    }

    @Test func theSameCellAgain_IsNoBurst() {
        var queue = BannerQueue()
        for time: Int64 in 1...20 { _ = queue.announce(cell(1, kind: "ci"), now: time) }
        #expect(queue.current == .cell(cell(1, kind: "ci")))
    }

    @Test func moreCells_KillNoKey_AsItLeadsToTheSamePlace() {
        var queue = BannerQueue()
        for id: Int64 in 1...5 { _ = queue.announce(cell(id, kind: "ci"), now: 0) }
        _ = queue.announce(cell(6, kind: "ci"), now: 290)
        let taken = queue.take(now: 300)
        #expect(taken != nil)
    }

    @Test func whatWasHandled_CountsNoMore() throws {
        var queue = BannerQueue()
        for id: Int64 in 1...6 { _ = queue.announce(cell(id, kind: "ci"), now: 0) }
        queue.remove(cell: 2, now: 10)
        _ = queue.announce(cell(3, .low, kind: "ci"), now: 20)
        #expect(try digest(queue).count == "4")
        for id: Int64 in [1, 4, 5, 6] { queue.remove(cell: id, now: 30) }
        #expect(queue.current == nil)
    }

    @Test(arguments: [(nil, true), ("ci", true), ("job", false)] as [(String?, Bool)])
    func lookingAtThem_HandlesIt(_ kind: String?, _ isHandled: Bool) {
        var queue = BannerQueue()
        for id: Int64 in 1...5 { _ = queue.announce(cell(id, .high, kind: "ci"), now: 0) }
        queue.removeSummaries(of: kind, now: 10)
        #expect((queue.current == nil) == isHandled)
    }

    @Test func aStorm_IsCountedWithinABound() throws {
        var queue = BannerQueue()
        for id: Int64 in 1...100_000 { _ = queue.announce(cell(id, kind: "ci"), now: id / 100) }
        #expect(try digest(queue).count == "999+")
        #expect(queue.others == 0)
    }

    private func digest(_ queue: BannerQueue) throws -> BannerDigest {
        guard case .digest(let digest) = queue.current else { throw NoDigest() }
        return digest
    }

    private struct NoDigest: Error {}
}
