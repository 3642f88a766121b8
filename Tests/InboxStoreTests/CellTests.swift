import InboxStore
import Routing
import Testing

/// Marks, lists and counts.
@Suite struct CellTests {
    private let fixture: StoreFixture
    private let me = StoreFixture.me
    private var store: InboxStore { fixture.store }

    init() throws {
        fixture = try StoreFixture()
    }

    private func turn<Result>(_ body: () throws -> Result) throws -> Result {
        try store.transaction(.full, body)
    }

    private func keys(_ filter: CellFilter = CellFilter(), before: Int64? = nil, limit: Int = 100) throws -> [String] {
        try store.page(inbox: me, filter, from: .before(before), limit: limit).cells.map(\.cell.key)
    }

    // MARK: Read

    @Test func reading_GoesUpToTheVersionSeenAndNeverBack() throws {
        for _ in 1...3 { try fixture.send(Event(kind: "job", key: "k")) }
        let first = try #require(try turn { try store.markRead(inbox: me, cell: 1, version: 2) })
        #expect(first.before?.isUnread == true)
        #expect(first.after.cell.readVersion == 2)
        #expect(first.after.cell.isUnread)
        let second = try #require(try turn { try store.markRead(inbox: me, cell: 1, version: 1) })
        #expect(second.after.cell.readVersion == 2)
        let third = try #require(try turn { try store.markRead(inbox: me, cell: 1, version: 99) })
        #expect(third.after.cell.readVersion == 3)
        #expect(try store.cell(inbox: me, id: 1) == third.after)
        try fixture.send(Event(kind: "job", key: "k"))
        #expect(try fixture.cell("job", "k")?.cell.isUnread == true)
    }

    @Test func anotherInboxesCell_IsNotThere() throws {
        try fixture.send(Event(kind: "job", key: "k"))
        let other = StoreFixture.other
        #expect(try turn { try store.markRead(inbox: other, cell: 1, version: 1) } == nil)
        #expect(try turn { try store.dismiss(inbox: other, cell: 1, version: 1) } == nil)
        #expect(try turn { try store.undoDismiss(inbox: other, cell: 1) } == nil)
        #expect(try store.cell(inbox: other, id: 1) == nil)
        #expect(try store.page(inbox: other, limit: 10).cells == [])
        #expect(try fixture.cell("job", "k")?.standing == CellStanding(tab: "new", isUnread: true, isListed: true))
    }

    // MARK: Dismissed

    @Test func dismissedCell_LeavesListsUntilItsNextEvent() throws {
        try fixture.send(Event(kind: "job", key: "a"))
        try fixture.send(Event(kind: "job", key: "b"))
        guard case .dismissed(let change) = try turn({ try store.dismiss(inbox: me, cell: 1, version: 1) }) else {
            Issue.record("not dismissed")
            return
        }
        #expect(change.before == CellStanding(tab: "new", isUnread: true, isListed: true))
        #expect(change.after.standing == CellStanding(tab: "new", isUnread: true, isListed: false))
        #expect(try keys() == ["b"])
        #expect(try store.unreadCounts(inbox: me) == ["new": 1])
        #expect(try store.changed(since: 0, inbox: me) == (1, 2))
        #expect(try store.cell(inbox: me, id: 1)?.isDismissed == true)
        let back = try #require(try fixture.send(Event(kind: "job", key: "a")).change)
        #expect(back.before == CellStanding(tab: "new", isUnread: true, isListed: false))
        #expect(!back.after.isDismissed)
        #expect(try keys() == ["a", "b"])
    }

    @Test func undo_PutsItBack() throws {
        try fixture.send(Event(kind: "job", key: "a"))
        _ = try turn { try store.dismiss(inbox: me, cell: 1, version: 1) }
        let change = try #require(try turn { try store.undoDismiss(inbox: me, cell: 1) })
        #expect(change.before?.isListed == false)
        #expect(!change.after.isDismissed)
        #expect(try keys() == ["a"])
        let again = try #require(try turn { try store.undoDismiss(inbox: me, cell: 1) })
        #expect(again.before == again.after.standing)
    }

    @Test func dismissalOfAnOlderVersion_IsStale() throws {
        try fixture.send(Event(kind: "job", key: "a"))
        let newest = try #require(try fixture.send(Event(kind: "job", state: "done", key: "a")).change).after
        #expect(try turn { try store.dismiss(inbox: me, cell: 1, version: 1) } == .stale(newest))
        #expect(try keys() == ["a"])
    }

    // MARK: Lists

    @Test func pages_AreStableUnderInsertsAndNewestFirst() throws {
        for number in 0..<25 { try fixture.send(Event(kind: "job", key: "\(number)")) }
        var seen: [String] = []
        var cursor: Int64?
        while true {
            let page = try store.page(inbox: me, from: .before(cursor), limit: 10).cells
            guard let last = page.last else { break }
            seen += page.map(\.cell.key)
            cursor = last.cell.version
            try fixture.send(Event(kind: "job", key: "0"))
            try fixture.send(Event(kind: "job", key: "late \(seen.count)"))
        }
        #expect(seen == (1..<25).reversed().map { "\($0)" })
        #expect(try keys(limit: 1) == ["late 24"])
    }

    @Test(arguments: [
        (CellFilter(), ["d", "c", "b", "a"]),
        (CellFilter(tab: "failed"), ["c", "a"]),
        (CellFilter(tab: ""), ["d"]),
        (CellFilter(isUnread: true), ["d", "b"]),
        (CellFilter(isUnread: false), ["c", "a"]),
        (CellFilter(since: 2), ["d", "c"]),
        (CellFilter(kind: "job"), ["b", "a"]),
        (CellFilter(state: "failed"), ["c", "a"]),
        (CellFilter(tab: "failed", isUnread: false, since: 1, kind: "unit", state: "failed"), ["c"]),
        (CellFilter(kind: "jo"), []),
    ])
    func filter_LetsPass(filter: CellFilter, expected: [String]) throws {
        try fixture.send(Event(kind: "job", state: "failed", key: "a"))
        try fixture.send(Event(kind: "job", state: "done", key: "b"))
        try fixture.send(Event(kind: "unit", state: "failed", key: "c"))
        try fixture.send(Event(kind: "unit", state: "nowhere", key: "d"))
        try turn { for cell: Int64 in [1, 3] { _ = try store.markRead(inbox: me, cell: cell, version: cell) } }
        #expect(try keys(filter) == expected)
    }

    @Test func lists_LeaveBodiesOut() throws {
        try fixture.send(Event(kind: "job", key: "a", title: "t", body: "long"))
        let listed = try #require(try store.page(inbox: me, limit: 1).cells.first)
        var whole = try #require(try fixture.cell("job", "a"))
        #expect(whole.cell.body == "long")
        whole.cell.body = ""
        #expect(listed == whole)
    }

    @Test func counts_AndInboxes() throws {
        #expect(try store.inboxes() == [])
        #expect(try store.changed(since: 0, inbox: me) == (0, nil))
        for (inbox, state) in [(me, "x"), (me, "y"), (me, "y"), (0, "x"), (UInt32.max - 1, "x")] {
            try fixture.send(Event(kind: "job", state: state), inbox: inbox)
        }
        #expect(try store.inboxes() == [0, me, UInt32.max - 1])
        #expect(try store.unreadCounts(inbox: me) == ["x": 1, "y": 2])
        #expect(try store.changed(since: 1, inbox: me) == (2, 3))
        #expect(try store.changed(since: 3, inbox: me) == (0, nil))
    }
}
