import InboxStore
import JSON
import Posix
import Routing
import Systemd
import Testing
import Wire

@testable import Daemon

/// What clients are told unasked: each cell once, in its newest state, and badges as they are.
@Suite struct AnnouncementTests {
    @Test func event_IsAnnouncedOnceWithItsRouteAndBadges() throws {
        let harness = try Harness()
        let client = try harness.client()
        let seq = try harness.notify("ci.run", "failed")
        let told = try client.take(CellAnnounced.self)
        #expect(told.map(\.cell.version) == [seq])
        #expect(told.first?.cell.route.link.description == "deeplink://builds/runs/7/log")
        #expect(try client.take(CellsChanged.self).last?.unread == ["builds": 1])
        try harness.pass(seconds: 1)
        #expect(try client.take(CellAnnounced.self).isEmpty)
    }

    @Test func nothingIsAnnounced_BeforeTheFirstReport() throws {
        let harness = try Harness()
        let client = try harness.connect(.client)
        _ = try client.ask(Hello(client: "test", role: .navigator))
        let seq = try harness.notify("a", "new")
        #expect(try client.take().isEmpty)
        try client.report()
        // What came between hello and the report is neither lost nor told twice, and badges are caught up with.
        #expect(try client.take(CellAnnounced.self).map(\.cell.version) == [seq])
        #expect(try client.take(CellsChanged.self).last?.unread == harness.recount())
    }

    @Test func whatWasMissed_IsACountForTheFirstNavigatorOnly() throws {
        let harness = try Harness()
        for key in ["a", "b", "c"] { try harness.notify("m", "new", key: key) }
        let first = try harness.connect(.client)
        let missed = try first.ask(Hello(client: "test", role: .navigator)).missed
        #expect(missed == Hello.Missed(count: 3, since: 0))
        try first.report()
        #expect(try first.take(CellAnnounced.self).isEmpty)
        first.close()
        try harness.settle()
        try harness.restart()
        let second = try harness.connect(.client)
        #expect(try second.ask(Hello(client: "test", role: .navigator)).missed == Hello.Missed(count: 0, since: 3))
    }

    @Test func cursor_IsStoredWithoutASync() throws {
        let harness = try Harness()
        let client = try harness.client()
        let syncs = harness.daemon.store.syncs
        let commits = harness.daemon.store.commits
        try harness.notify("a", "new")
        #expect(harness.daemon.store.commits == commits + 2)
        #expect(harness.daemon.store.syncs == syncs + 1)
        #expect(client.isPeer)
    }

    @Test func manyCellsOfOneTurn_AreAllAnnouncedWithoutAnotherEvent() throws {
        let harness = try Harness()
        let client = try harness.client()
        let sender = try harness.sender()
        for key in 0..<450 { try sender.send(#"{"kind":"m","key":"\#(key)"}"#) }
        try harness.settle()
        var told: [Int64] = []
        for _ in 0..<20 {
            told += try client.take(CellAnnounced.self).map(\.cell.version)
            try harness.settle()
        }
        #expect(told == Array(1...450))
    }

    @Test func clientThatDoesNotRead_IsBehindInTheTableAndGetsTheNewestStates() throws {
        let harness = try Harness()
        let client = try harness.client()
        let title = String(repeating: "t", count: 900)
        for round in 0..<20 {
            let sender = try harness.sender()
            for key in 0..<50 {
                try sender.send(#"{"kind":"m","state":"s\#(round)","key":"\#(key)","title":"\#(title)"}"#)
            }
            try harness.settle()
            sender.close()
        }
        let peer = try #require(harness.daemon.server.peers[client.number])
        #expect(peer.waitingOutput < 256 * 1024)
        var last: [String: String] = [:]
        var versions: [Int64] = []
        var unread: [String: Int]?
        for _ in 0..<60 {
            for message in try client.take(CellAnnounced.self) {
                last[message.cell.key] = message.cell.state
                versions.append(message.cell.version)
            }
            unread = try client.take(CellsChanged.self).last?.unread ?? unread
            try harness.settle()
        }
        #expect(versions == versions.sorted() && Set(versions).count == versions.count)
        #expect(versions.count < 1000)
        #expect(last.count == 50 && Set(last.values) == ["s19"])
        #expect(unread == (try harness.recount()))
    }

    @Test func expiredCell_IsAnnouncedNoMore() throws {
        let harness = try Harness()
        let client = try harness.client()
        try harness.notify("a", "new", more: #","ttl_seconds":0"#)
        #expect(try client.take(CellAnnounced.self).isEmpty)
        #expect(try client.take(CellsChanged.self).last?.unread == harness.recount())
    }

    @Test func jump_IsForTheOneNavigatorWhoseUserWasThereLast() throws {
        let harness = try Harness()
        let away = try harness.client(idle: 60_000)
        let here = try harness.client(idle: 1000)
        let observer = try harness.client(.observer)
        try harness.notify("alarm", "on", more: #","arrive":"jump""#)
        #expect(try here.take(CellAnnounced.self).map(\.cell.arrival) == [.jump])
        #expect(try away.take(CellAnnounced.self).map(\.cell.arrival) == [.banner])
        #expect(try observer.take(CellAnnounced.self).map(\.cell.arrival) == [.banner])
        try harness.notify("ci.run", "failed", more: #","arrive":"jump""#)
        #expect(try here.take(CellAnnounced.self).map(\.cell.arrival) == [.banner], "the table does not allow it")
    }

    @Test func helloInTheTurnOfAnEvent_CountsItOnce() throws {
        let harness = try Harness()
        let sender = try harness.sender()
        let client = try harness.connect(.client)
        try sender.send(#"{"kind":"m"}"#)
        try client.call(Hello(client: "test", role: .navigator))
        try harness.settle()
        try client.report()
        try harness.notify("m", "new", key: "other")
        #expect(try client.take(CellsChanged.self).last?.unread == harness.recount())
    }

    @Test func marks_AreToldToAllAndKeepBadgesRight() throws {
        let harness = try Harness()
        let one = try harness.client()
        let other = try harness.client(.observer)
        let seq = try harness.notify("ci.run", "failed")
        _ = try (one.take(), other.take())
        #expect(try one.ask(CellsRead(cell: seq)) == CellMark(cell: seq, isUnread: false, isDismissed: false))
        #expect(try other.take(CellsChanged.self).map(\.unread) == [[:]])
        _ = try one.ask(CellsDismiss(cell: seq, version: seq))
        #expect(try one.ask(CellsList()).cells.isEmpty)
        _ = try one.ask(CellsUndo(cell: seq))
        #expect(try one.ask(CellsList()).cells.map(\.id) == [seq])
        let newer = try harness.notify("ci.run", "running")
        #expect(try one.refusal(of: CellsDismiss(cell: seq, version: seq)).reason == .stale)
        #expect(try one.take(CellsChanged.self).last?.unread == ["builds": 1])
        #expect(try one.ask(CellsGet(cell: seq)).history.map(\.seq) == [newer, seq])
    }

    @Test func anothersCells_AreNotFound() throws {
        let harness = try Harness()
        let client = try harness.client(nil)
        #expect(try client.refusal(of: CellsGet(cell: 7)).reason == .notFound)
        #expect(try client.refusal(of: CellsRead(cell: 7)).reason == .notFound)
        #expect(try client.refusal(of: Open(target: .cell(7))).reason == .notFound)
    }
}
