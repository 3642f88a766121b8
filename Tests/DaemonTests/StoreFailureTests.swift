import InboxStore
import JSON
import JournalReader
import Posix
import RouteConfiguration
import Routing
import Systemd
import TestSupport
import Testing
import Wire

@testable import Daemon

/// A store that cannot keep what it is given: nothing of the turn stays, nobody is lied to, and the daemon goes on.
@Suite struct StoreFailureTests {
    private static let shown = OpenOffer.Answer.shown(tab: "builds", depth: 2)

    @Test func fullDatabase_AnswersRetryAndStillServesReaders() throws {
        let harness = try Harness(maximumBytes: 400 << 10)
        let client = try harness.client()
        let acked = try harness.fill()
        #expect(acked > 3)
        #expect(harness.daemon.store.highWater == acked)
        // The same turn: an event that fails, and calls that need no disk.
        let sender = try harness.sender()
        try sender.send(#"{"kind":"m","body":"\#(String(repeating: "b", count: 30_000))"}"#)
        try client.call(Ping())
        let list = try client.ask(CellsList())
        #expect(list.cells.count == Int(acked))
        #expect(try sender.take().first?.node["error"]?["data"]?["retry"]?.boolean == true)
        #expect(harness.daemon.store.highWater == acked)
        #expect(try client.take(CellsChanged.self).last?.unread == harness.recount())
        try harness.restart()
        #expect(harness.daemon.store.highWater == acked)
    }

    @Test func everyRequestOfAFailedTurn_IsAnsweredInOrder() throws {
        let harness = try Harness(maximumBytes: 400 << 10)
        _ = try harness.fill()
        let sender = try harness.sender()
        let body = String(repeating: "b", count: 30_000)
        try sender.send(
            #"{"kind":"m","body":"\#(body)"}"#, "nonsense", #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
        try harness.settle()
        let lines = try sender.take()
        #expect(lines.map { $0.node["error"]?["data"]?["reason"]?.string } == ["diskFull", "malformed", nil])
        #expect(lines.last?.node["id"]?.integer == 1)
    }

    @Test func wordOnAnOfferOverAFullDatabase_FencesNobodyAndMovesNobodyElse() throws {
        let harness = try Harness(maximumBytes: 400 << 10)
        let client = try harness.client()
        let other = try harness.client(idle: 60_000)
        let cell = try harness.notify("m", "new")
        let open = try client.ask(Open(target: .cell(cell)))
        let offer = try #require(try client.offers().first)
        _ = try harness.fill()
        try client.answer(offer, Self.shown)
        try harness.pass(seconds: 60)
        #expect(client.isPeer, "it has answered: it is not silent")
        client.close()
        try harness.settle()
        try harness.pass(seconds: 60)
        #expect(try other.offers().isEmpty && other.isPeer)
        #expect(try harness.daemon.store.open(open.open)?.phase == .shown)
    }

    /// Its cell has no room, so it cannot end: it is tried again each second, and not at each millisecond.
    @Test func openThatIsOverOnAFullDisk_IsNotLookedForWithoutPause() throws {
        try SmallDisk.with(mebibytes: 24) { directory in
            let harness = try Harness(in: directory)
            let cell = try harness.notify("m", "new", more: #","ttl_seconds":60"#)
            let open = try harness.client(nil).ask(Open(target: .cell(cell)))
            let filler = try SmallDisk.fill(directory, leaving: 1024)
            _ = try harness.fill()
            try harness.pass(seconds: 61)
            #expect(try harness.daemon.store.open(open.open)?.phase == .held)
            let wait = try #require(harness.daemon.nextDue) - harness.daemon.now.boot
            #expect(wait > 1, "\(wait) ms")
            try Files.unlink(filler)
            try harness.pass(seconds: 2)
            try harness.pass(seconds: 2)
            #expect(try harness.daemon.store.open(open.open)?.phase == .expired)
        }
    }

    @Test func fullDisk_IsWrittenDownWhenItBeginsAndWhenItEnds() throws {
        try SmallDisk.with(mebibytes: 24) { directory in
            let harness = try Harness(in: directory)
            let client = try harness.client()
            let filler = try SmallDisk.fill(directory, leaving: 1024)
            #expect(try client.ask(Status()).shortage == nil)
            _ = try harness.fill()
            _ = try harness.fill()
            let full = harness.journal.entries()
            let began = full.filter { $0.contains("MESSAGE_ID=\(JournalMessages.shortageBegan)\n") }
            #expect(began.count == 1, "said once, however many events are refused")
            let cause = try #require(try client.ask(Status()).shortage)
            #expect(began.first?.contains("DEEPLINKD_REASON=\(cause)\n") == true)
            #expect(cause.contains("No space left"))
            #expect(harness.daemon.statusLine.contains(cause))

            try Files.unlink(filler)
            try harness.notify("m", "again")
            let ended = harness.journal.entries().filter {
                $0.contains("MESSAGE_ID=\(JournalMessages.shortageEnded)\n")
            }
            #expect(ended.count == 1)
            #expect(try client.ask(Status()).shortage == nil)
            #expect(harness.daemon.statusLine.hasSuffix("table \(harness.daemon.tables.loaded.version)"))
        }
    }
}
