import InboxStore
import Routing
import Testing
import Wire

@testable import Daemon

/// Lists that are filtered, and marks of many cells, over the wire.
@Suite struct ListTests {
    @Test func aFilter_IsAnsweredInBoundedPages_InBothDirections() throws {
        let harness = try Harness()
        let client = try harness.client()
        for run in 1...12 { try harness.notify(run % 3 == 0 ? "ci.run" : "m", "new", key: "\(run)") }
        let page = try client.ask(CellsList(CellsFilter(kind: "ci*", state: "n*", text: "9"), limit: 2))
        #expect(page.cells.map(\.key) == ["9"])
        #expect(page.next == nil)
        #expect(page.newest == 12)
        let oldest = try client.ask(CellsList(CellsFilter(kind: "m"), after: 0, limit: 3))
        #expect(oldest.cells.map(\.key) == ["4", "2", "1"])
        let next = try #require(oldest.next)
        let above = try client.ask(CellsList(CellsFilter(kind: "m"), after: next, limit: 3))
        #expect(above.cells.map(\.key) == ["8", "7", "5"])
    }

    @Test func allOfAFilter_IsReadInOneCommit_ChangesBadges_AndIsTakenBack() throws {
        let harness = try Harness()
        let client = try harness.client()
        for run in 1...6 { try harness.notify(run % 2 == 0 ? "a" : "b", "new", key: "\(run)") }
        _ = try client.take()
        let syncs = harness.daemon.store.syncs
        let marked = try client.ask(CellsReadAll(CellsFilter(kind: "a"), upTo: 4))
        #expect(harness.daemon.store.syncs == syncs + 1)
        #expect(marked.cells == [CellVersion(cell: 4, version: 4), CellVersion(cell: 2, version: 2)])
        #expect(marked.next == nil)
        try harness.settle()
        #expect(try client.take(CellsChanged.self).last?.unread == harness.recount())
        #expect(try client.ask(CellsList(isUnread: true)).cells.map(\.id) == [6, 5, 3, 1])
        try harness.notify("a", "again", key: "2")
        #expect(try client.ask(CellsUnread(marked.cells)).count == 1)
        #expect(try client.ask(CellsList(isUnread: true)).cells.count == 6)
        try harness.settle()
        #expect(try client.take(CellsChanged.self).last?.unread == harness.recount())
    }

    @Test func whatCannotBe_IsRefused() throws {
        let harness = try Harness()
        let client = try harness.client()
        var both = CellsList()
        (both.before, both.after) = (1, 1)
        #expect(try client.refusal(of: both).reason == .invalidField)
        let many = CellsUnread(Array(repeating: CellVersion(cell: 1), count: WireLimits.page + 1))
        #expect(try client.refusal(of: many).reason == .tooLarge)
        let long = CellsList(CellsFilter(text: String(repeating: "x", count: CellsFilter.textBytes + 1)))
        #expect(try client.refusal(of: long).reason == .tooLarge)
    }

    @Test func history_IsPagedOverTheWire() throws {
        let harness = try Harness()
        let client = try harness.client()
        for state in 1...(DaemonLimits.history + 5) { try harness.notify("m", "s\(state)", key: "k") }
        let first = try client.ask(CellsGet(cell: 1))
        #expect(first.history.count == DaemonLimits.history)
        #expect(first.history.allSatisfy { $0.sender != nil })
        let rest = try client.ask(CellsGet(cell: 1, historyBefore: first.historyNext))
        #expect(rest.history.map(\.state) == ["s5", "s4", "s3", "s2", "s1"])
        #expect(rest.historyNext == nil)
    }
}
