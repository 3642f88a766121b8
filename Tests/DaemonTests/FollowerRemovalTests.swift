import JSON
import JournalReader
import Posix
import Testing
import Wire

@testable import Daemon

/// What the owner of an inbox sees of its followers, and how one is ended.
@Suite struct FollowerRemovalTests {
    let harness: Harness

    init() throws { harness = try Harness() }

    private func follower(_ name: String, as peer: Peer? = nil) throws -> TestPeer {
        let follower = try harness.connect(.client, as: peer)
        _ = try follower.ask(Hello(client: "t", role: .follower, follower: name))
        return follower
    }

    @Test func list_SaysHowFarEachIs() throws {
        for _ in 0..<3 { try harness.notify("ci.run", "failed") }
        let here = try follower("a")
        _ = try here.ask(CursorAck(seq: 2))
        let gone = try follower("b")
        gone.close()
        try harness.settle()
        let owner = try harness.client(nil)
        #expect(
            try owner.ask(FollowersList()).followers == [
                FollowerSummary(name: "a", cursor: 2, behind: 1, isAttached: true, silentDays: 0),
                FollowerSummary(name: "b", cursor: 0, behind: 3, isAttached: false, silentDays: 0),
            ])
    }

    @Test func removedWhileAttached_IsToldAndNothingIsKept() throws {
        try harness.notify("ci.run", "failed")
        let (first, second) = (try follower("a"), try follower("b"))
        let owner = try harness.client(nil)
        _ = try owner.ask(FollowersRemove(follower: "a"))
        #expect(try first.take(Bye.self).map(\.reason) == ["the owner removed this follower"])
        #expect(!first.isPeer && second.isPeer)
        #expect(try owner.ask(FollowersList()).followers.map(\.name) == ["b"])
        #expect(
            harness.journal.entries().count { $0.contains("MESSAGE_ID=\(JournalMessages.followerRemoved)\n") } == 1)
        let again = try follower("a")
        #expect(try again.take(FollowedEvent.self).map(\.seq) == [1], "it is a new one")
    }

    @Test func oneThatRemovesItself_IsAnsweredFirst() throws {
        let follower = try follower("a")
        _ = try follower.ask(FollowersRemove(follower: "a"))
        #expect(try follower.take(Bye.self).count == 1)
        #expect(!follower.isPeer)
    }

    /// One turn holds both, in either order: who came before the removal goes, who comes after it stays.
    @Test(arguments: [true, false]) func comingInTheTurnOfTheRemoval_IsJudgedByItsOrder(isFirst: Bool) throws {
        let owner = try harness.client(nil)
        if !isFirst { _ = try follower("a") }
        let coming = try harness.connect(.client)
        // The turn begins with the peer after the one that was served last.
        _ = try (isFirst ? owner : coming).ask(Ping())
        let hello = Hello(client: "t", role: .follower, follower: "a")
        try owner.call(FollowersRemove(follower: "a"))
        try coming.call(hello)
        try harness.settle()
        #expect(coming.isPeer == !isFirst)
        #expect(try owner.ask(FollowersList()).followers.map(\.isAttached) == (isFirst ? [] : [true]))
    }

    @Test func acknowledgementInTheTurnOfTheRemoval_IsRefused() throws {
        try harness.notify("ci.run", "failed")
        let owner = try harness.client(nil)
        let follower = try follower("a")
        try owner.call(FollowersRemove(follower: "a"))
        let ack = try follower.call(CursorAck(seq: 1))
        #expect(try follower.response(to: ack).node["error"] != nil)
        #expect(try owner.ask(FollowersList()).followers == [])
    }

    @Test func othersAndUnknown_AreNotFound() throws {
        _ = try follower("a")
        let stranger = try harness.connect(.client, as: Peer(uid: 4242, gid: 4242, pid: 1))
        #expect(try stranger.ask(FollowersList()).followers == [])
        #expect(try stranger.refusal(of: FollowersRemove(follower: "a")).reason == .notFound)
        let owner = try harness.client(nil)
        #expect(try owner.refusal(of: FollowersRemove(follower: "b")).reason == .notFound)
        #expect(try owner.ask(FollowersList()).followers.map(\.name) == ["a"])
    }

    @Test func name_IsJudgedAsInHello() throws {
        let owner = try harness.client(nil)
        for name in ["", "a b", String(repeating: "x", count: 65)] {
            #expect(try owner.refusal(of: FollowersRemove(follower: name)).field == "follower", "\(name)")
        }
    }

    @Test func device_ListsAndRemovesNone() throws {
        _ = try follower("a")
        let device = try harness.connect(.remote, as: Peer(uid: 4242, gid: 4242, pid: 1))
        _ = try device.ask(DeviceRequest(device: "laptop", owner: nil))
        let owner = try harness.client(nil)
        let code = try #require(try owner.ask(DevicesList()).requests.first).code
        _ = try device.ask(DeviceConfirm(code: code))
        #expect(try device.ask(FollowersList()).followers.map(\.name) == ["a"])
        #expect(try device.refusal(of: FollowersRemove(follower: "a")).reason == .notPermitted)
    }
}
