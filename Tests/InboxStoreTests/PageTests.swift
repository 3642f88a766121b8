import InboxStore
import Routing
import Testing

/// Pages in both directions, of a filter that few cells pass, and marks of many cells.
@Suite struct PageTests {
    private let fixture: StoreFixture
    private let me = StoreFixture.me
    private var store: InboxStore { fixture.store }

    init() throws {
        fixture = try StoreFixture()
    }

    private func fill(_ count: Int, _ make: (Int) -> Event) throws {
        try fixture.turn { _ in
            for number in 1...count { _ = try fixture.accept(make(number)) }
        }
    }

    @Test func pagesUp_AreThePagesDownReversed() throws {
        try fill(25) { Event(kind: "job", key: "\($0)") }
        var up: [[Int64]] = []
        var cursor: Int64? = 0
        while let after = cursor {
            let page = try store.page(inbox: me, from: .after(after), limit: 10)
            #expect(page.cells.map(\.cell.version) == page.cells.map(\.cell.version).sorted(by: >))
            up.append(page.cells.map(\.cell.version))
            cursor = page.next
        }
        #expect(up.reversed().joined().map { $0 } == (1...25).reversed())
        #expect(try store.page(inbox: me, CellFilter(since: 20), from: .after(0), limit: 10).cells.count == 5)
    }

    @Test func onePage_LooksAtABoundedNumberOfCells_AndSaysWhereToGoOn() throws {
        try fill(InboxStore.scanRows * 2 + 10) { Event(kind: $0 == 1 ? "rare" : "job", key: "\($0)") }
        for filter in [CellFilter(kind: "rare"), CellFilter(kind: "ra*"), CellFilter(isUnread: false)] {
            var pages = 0
            var found: [Int64] = []
            var next: Int64? = .max
            while let before = next {
                let page = try store.page(inbox: me, filter, from: .before(before), limit: 10)
                (pages, found, next) = (pages + 1, found + page.cells.map(\.cell.id), page.next)
            }
            #expect(pages == 3)
            #expect(found == (filter.isUnread == false ? [] : [1]))
        }
    }

    @Test func textsAreLookedAtUpToABound() throws {
        let body = String(repeating: "x", count: 32 << 10)
        try fill(100) { Event(kind: "job", key: "\($0)", title: $0 == 1 ? "Größe" : "", body: body) }
        let first = try store.page(inbox: me, CellFilter(text: "GRÖSSE"), limit: 10)
        #expect(first.cells.isEmpty)
        let next = try #require(first.next)
        #expect((60...70).contains(next))
        var page = first
        while let next = page.next {
            page = try store.page(inbox: me, CellFilter(text: "GRÖSSE"), from: .before(next), limit: 10)
        }
        #expect(page.cells.map(\.cell.id) == [1])
        #expect(page.cells.first?.cell.body == "")
    }

    @Test(
        arguments: [
            (CellFilter(kind: "ci.*"), [3, 2]), (CellFilter(kind: "*"), [4, 3, 2, 1]),
            (CellFilter(state: "fail*"), [3, 1]),
            (CellFilter(kind: "c_*"), []), (CellFilter(kind: "ci.%"), []), (CellFilter(text: "Main BROKEN"), [3]),
            (CellFilter(text: "k4"), [4]), (CellFilter(text: "body"), [1]), (CellFilter(text: "  "), [4, 3, 2, 1]),
            (CellFilter(kind: "job", text: "main"), []), (CellFilter(kind: ""), []),
        ] as [(CellFilter, [Int64])])
    func filters_LetPass(_ filter: CellFilter, _ expected: [Int64]) throws {
        for event in [
            Event(kind: "job", state: "failed", key: "k1", body: "a Body"),
            Event(kind: "ci.run", state: "passed", key: "k2", title: "main"),
            Event(kind: "ci.check", state: "failing", key: "k3", title: "broken", body: "on main"),
            Event(kind: "unit", state: "done", key: "k4"),
        ] { try fixture.send(event) }
        #expect(try store.page(inbox: me, filter, limit: 10).cells.map(\.cell.id) == expected)
        #expect(try store.page(inbox: me, filter, from: .after(0), limit: 10).cells.map(\.cell.id) == expected)
    }

    @Test func cellsOfAKind_AreCountedAndListedHoweverManyOthersThereAre() throws {
        try fill(3) { Event(kind: "rare", key: "\(4 - $0)") }
        try fill(InboxStore.scanRows + 1) { Event(kind: "job", key: "\($0)") }
        try fixture.read(1)
        _ = try fixture.turn { try $0.dismiss(inbox: me, cell: 2, version: 2) }
        #expect(try store.cells(inbox: me, newestOfKind: "rare", limit: 5).map(\.cell.id) == [3, 1])
        #expect(try store.cells(inbox: me, newestOfKind: "rare", limit: 1).map(\.cell.id) == [3])
        #expect(try store.unreadCount(inbox: me, ofKind: "rare", upTo: 9) == 1)
        #expect(try store.unreadCount(inbox: me, ofKind: "job", upTo: 9) == 9)
    }

    // MARK: Marks of many

    @Test func allRead_IsUpToASeq_AndCanBeTakenBack() throws {
        try fill(30) { Event(kind: $0 % 3 == 0 ? "ci" : "job", key: "\($0)") }
        _ = try fixture.turn { try $0.dismiss(inbox: me, cell: 1, version: 1) }
        try fixture.send(Event(kind: "job", state: "again", key: "2"))
        var marked: [CellChange] = []
        var next: Int64? = .max
        while let before = next {
            let slice = try fixture.turn {
                try $0.markAllRead(inbox: me, CellFilter(kind: "job"), upTo: 30, before: before, limit: 7)
            }
            #expect(slice.changes.count <= 7)
            (marked, next) = (marked + slice.changes, slice.next)
        }
        let expected = (1...30).filter { $0 % 3 != 0 && $0 > 2 }.map { Int64($0) }
        #expect(marked.map(\.after.cell.id) == expected.reversed())
        #expect(marked.allSatisfy { $0.before?.isUnread == true && !$0.after.cell.isUnread })
        #expect(
            try store.page(inbox: me, CellFilter(isUnread: true, kind: "job"), limit: 50).cells.map(\.cell.id) == [2])
        try fixture.send(Event(kind: "job", state: "again", key: "4"))
        let back = try fixture.turn { store in
            try marked.compactMap {
                try store.markUnread(inbox: me, cell: $0.after.cell.id, version: $0.after.cell.version)
            }
        }
        // The cell that changed meanwhile is unread by itself.
        #expect(back.map(\.after.cell.id) == expected.filter { $0 != 4 }.reversed())
        #expect(try store.page(inbox: me, CellFilter(isUnread: true, kind: "job"), limit: 50).cells.count == 19)
    }

    @Test func unread_OfWhatIsNotThere_ChangesNothing() throws {
        try fixture.send(Event(kind: "job", key: "a"))
        #expect(try fixture.turn { try $0.markUnread(inbox: me, cell: 1, version: 1) } == nil)
        #expect(try fixture.turn { try $0.markUnread(inbox: StoreFixture.other, cell: 1, version: 1) } == nil)
        try fixture.read(1)
        #expect(try fixture.turn { try $0.markUnread(inbox: me, cell: 1, version: 2) } == nil)
        #expect(try fixture.turn { try $0.markUnread(inbox: me, cell: 1, version: nil) }?.after.cell.isUnread == true)
    }

    // MARK: History

    @Test func history_IsPagedToItsFirstEvent() throws {
        for number in 1...12 {
            try fixture.send(Event(kind: "job", state: "s\(number)", key: "a"), unit: "u\(number).service")
            try fixture.send(Event(kind: "job", key: "b\(number)"))
        }
        var seen: [String] = []
        var before: Int64?
        while true {
            let page = try store.history(inbox: me, cell: 1, before: before, limit: 5)
            guard let last = page.last else { break }
            seen += page.map(\.event.state)
            before = last.seq
        }
        #expect(seen == (1...12).reversed().map { "s\($0)" })
        #expect(try store.history(inbox: me, cell: 1, before: 2, limit: 5).isEmpty)
        #expect(try store.history(inbox: StoreFixture.other, cell: 1, before: 3, limit: 5).isEmpty)
    }
}
