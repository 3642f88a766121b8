import InboxStore
import JSON
import Posix
import Routing
import Systemd
import Testing
import Wire

@testable import Daemon

/// Senders: acks, order, bounds, and peers that go away.
@Suite struct SenderTests {
    @Test func bareEvents_AreAckedInOrderWithTheirSeq() throws {
        let harness = try Harness()
        let sender = try harness.sender()
        try sender.send(#"{"kind":"a"}"#, "nonsense", #"{"kind":"b"}"#)
        try harness.settle()
        let lines = try sender.take()
        #expect(lines.map { $0.node["seq"]?.integer } == [1, nil, 2])
        #expect(lines[1].node["error"]?["data"]?["reason"]?.string == "malformed")
    }

    @Test func manySenders_ShareOneCommitAndOneSync() throws {
        let harness = try Harness()
        let senders = try (0..<64).map { _ in try harness.sender() }
        for sender in senders { try sender.send(#"{"kind":"a"}"#) }
        let (commits, syncs) = (harness.daemon.store.commits, harness.daemon.store.syncs)
        try harness.settle()
        #expect(harness.daemon.store.commits == commits + 1)
        #expect(harness.daemon.store.syncs <= syncs + 2)
        for sender in senders { #expect(try sender.take().count == 1) }
    }

    @Test func halfClosedSender_GetsItsAnswerAndTheEnd() throws {
        let harness = try Harness()
        let sender = try harness.sender()
        try sender.send(#"{"kind":"a"}"#)
        try sender.socket.shutdownSending()
        try harness.settle()
        #expect(try sender.take().count == 1)
        #expect(sender.isClosed)
        #expect(!sender.isPeer)
    }

    @Test func lastLineWithoutItsEnd_IsTakenWhenTheSenderEnds() throws {
        let harness = try Harness()
        let sender = try harness.sender()
        try sender.send(bytes: Array(#"{"kind":"a"}"#.utf8))
        try harness.settle()
        #expect(harness.daemon.store.highWater == 0)
        try sender.socket.shutdownSending()
        try harness.settle()
        #expect(harness.daemon.store.highWater == 1)
        #expect(try sender.take().count == 1)
    }

    @Test(arguments: [1, 300, 3000])
    func senderThatHangsUpAtOnce_LosesNoEvent(count: Int) throws {
        let harness = try Harness()
        let sender = try harness.sender()
        for _ in 0..<count { try sender.send(#"{"kind":"a"}"#) }
        sender.close()
        try harness.settle()
        #expect(harness.daemon.store.highWater == Int64(count))
        #expect(harness.daemon.server.peers.isEmpty)
    }

    @Test func senderThatReadsNoAcks_IsNotReadAndStopsNobody() throws {
        let harness = try Harness()
        let deaf = try harness.sender()
        var sent = 0
        let line = Array(#"{"kind":"a","state":"\#(String(repeating: "x", count: 60))"}"#.utf8) + [10]
        // Until neither side takes more.
        var isFull = false
        while !isFull {
            isFull = true
            while try deaf.socket.send(line) == line.count {
                sent += 1
                isFull = false
            }
            try harness.settle()
        }
        #expect(sent > 1000)
        let before = harness.daemon.store.highWater
        #expect(Int64(sent) > before)
        let peer = try #require(harness.daemon.server.peers[deaf.number])
        #expect(peer.waitingOutput <= DaemonLimits.answersPerPeer)
        // Others are served, however many lines wait.
        try harness.notify("b", "new")
        #expect(harness.daemon.store.highWater == before + 1)
    }

    @Test func manyShortLinesOfADeafSender_CostNoMoreThanOneRead() throws {
        let harness = try Harness()
        let deaf = (0..<40).map { _ in try? harness.sender() }
        for sender in deaf {
            _ = try sender?.socket.send(
                [UInt8](repeating: 10, count: 100) + Array(repeating: Array("{}\n".utf8), count: 30_000).joined())
        }
        try harness.settle()
        try harness.notify("b", "new")
        #expect(harness.daemon.store.highWater == 1)
    }

    @Test func busySenders_DoNotStarveTheYoungest() throws {
        let harness = try Harness()
        let busy = try (0..<6).map { _ in try harness.sender() }
        for sender in busy {
            for _ in 0..<1000 { _ = try sender.socket.send(Array("{\"kind\":\"a\"}\n".utf8)) }
        }
        let young = try harness.sender()
        try young.send(#"{"kind":"young"}"#)
        // Six peers with 256 messages each are two turns.
        _ = try harness.daemon.turn.run()
        _ = try harness.daemon.turn.run()
        #expect(try young.take().count == 1)
    }

    @Test func overlongLine_CostsOneErrorAndTheNextIsTaken() throws {
        let harness = try Harness()
        let sender = try harness.sender()
        try sender.send(bytes: [UInt8](repeating: 0x61, count: 200_000) + [10])
        try sender.send(#"{"kind":"a"}"#)
        try harness.settle()
        let lines = try sender.take()
        #expect(lines.count == 2)
        #expect(lines.first?.node["error"]?["data"]?["reason"]?.string == "tooLarge")
        #expect(lines.last?.node["seq"]?.integer == 1)
    }

    @Test func sameID_IsADuplicateWithTheFirstSeq() throws {
        let harness = try Harness()
        let sender = try harness.sender()
        try sender.send(#"{"kind":"a","id":"1"}"#, #"{"kind":"a","id":"1"}"#)
        try harness.settle()
        try sender.send(#"{"kind":"a","id":"1"}"#)
        try harness.settle()
        let lines = try sender.take()
        #expect(lines.map { $0.node["seq"]?.integer } == [1, 1, 1])
        #expect(lines.map { $0.node["duplicate"]?.boolean } == [false, true, true])
    }

    @Test func dryRun_StoresNothingAndSaysWhere() throws {
        let harness = try Harness()
        let sender = try harness.sender()
        try sender.send(#"{"kind":"ci.run","state":"failed","params":{"run":9},"dry_run":true}"#)
        try harness.settle()
        let line = try #require(try sender.take().first)
        #expect(line.node["route"]?["link"]?.string == "deeplink://builds/runs/9/log")
        #expect(line.node["seq"] == nil)
        #expect(harness.daemon.store.highWater == 0)
    }

    @Test func eventForAnotherInbox_IsForRootOnly() throws {
        let harness = try Harness()
        let sender = try harness.sender()
        try sender.send(#"{"kind":"a","to":4242}"#)
        try harness.settle()
        let line = try #require(try sender.take().first)
        if harness.me == 0 {
            #expect(try harness.daemon.store.inboxes() == [4242])
        } else {
            #expect(line.node["error"]?["data"]?["reason"]?.string == "notPermitted")
        }
    }

    @Test func clientsMethods_AreNotForSenders() throws {
        let harness = try Harness()
        let sender = try harness.sender()
        #expect(try sender.refusal(of: Status()).reason == .unknownMethod)
        _ = try sender.ask(Ping())
    }

    @Test func connectionsAboveTheLimit_AreTurnedAwayWithAWord() throws {
        let harness = try Harness()
        var kept: [TestPeer] = []
        for _ in 0..<WireLimits.connections { kept.append(try harness.sender()) }
        let (near, far) = try Socket.pair()
        #expect(try harness.daemon.server.admit(near, at: .notify) == nil)
        let peer = TestPeer(far, number: 0, of: harness)
        #expect(try peer.take().first?.node["error"]?["data"]?["reason"]?.string == "overloaded")
        #expect(peer.isClosed)
        kept.removeLast().close()
        try harness.settle()
        try harness.notify("a", "new")
    }
}
