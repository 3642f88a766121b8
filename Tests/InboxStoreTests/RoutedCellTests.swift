import InboxStore
import Routing
import Testing

/// Which table gave a cell its tab, and finding those that another one gave.
@Suite struct RoutedCellTests {
    private let fixture: StoreFixture
    private var store: InboxStore { fixture.store }

    init() throws {
        fixture = try StoreFixture()
    }

    private func use(_ table: String, at wall: Int64 = 0) throws {
        try store.transaction(.full) {
            try store.record(table: table, at: Moment(wall: wall, boot: 0, bootID: "b"))
        }
    }

    @Test func cells_RememberTheTableInUse() throws {
        try fixture.send(Event(kind: "job", key: "a"))
        try use("one")
        try fixture.send(Event(kind: "job", key: "b"))
        try use("two")
        try fixture.send(Event(kind: "job", key: "c"))
        #expect(try ["a", "b", "c"].map { try fixture.cell("job", $0)?.tableVersion } == ["", "one", "two"])
        try use("one")
        try fixture.send(Event(kind: "job", key: "d"))
        #expect(try store.cells(notRoutedBy: "one", after: 0, limit: 10).map(\.cell.key) == ["a", "c"])
        #expect(try store.cells(notRoutedBy: "one", after: 1, limit: 10).map(\.cell.key) == ["c"])
        #expect(try store.cells(notRoutedBy: "never seen", after: 0, limit: 3).map(\.cell.key) == ["a", "b", "c"])
    }

    @Test func slices_ReachEveryStaleCellOnce() throws {
        try use("one")
        for number in 0..<23 { try fixture.send(Event(kind: "job", key: "\(number)"), inbox: UInt32(number % 3)) }
        try use("two")
        var moved: [Int64] = []
        while true {
            let slice = try store.cells(notRoutedBy: "two", after: moved.last ?? 0, limit: 5)
            if slice.isEmpty { break }
            try store.transaction(.normal) {
                for cell in slice { try store.setTab(cell: cell.cell.id, tab: "moved", table: "two") }
            }
            moved += slice.map(\.cell.id)
        }
        #expect(moved == Array(1...23))
        #expect(try store.unreadCounts(inbox: 1) == ["moved": 8])
        #expect(try store.cell(inbox: 0, id: 1)?.tableVersion == "two")
    }

    @Test func onlyTheLastSixteenTables_AreKnown() throws {
        for number in 1...20 {
            try use("t\(number)", at: Int64(number))
            try fixture.send(Event(kind: "job", key: "\(number)"))
        }
        try use("t5", at: 30)
        try fixture.reopen()
        #expect(try fixture.cell("job", "4")?.tableVersion == "")
        #expect(try fixture.cell("job", "5")?.tableVersion == "t5")
        #expect(try fixture.cell("job", "20")?.tableVersion == "t20")
        try use("t21", at: 31)
        #expect(try fixture.cell("job", "6")?.tableVersion == "")
        #expect(try fixture.cell("job", "5")?.tableVersion == "t5")
    }

    @Test func tableWithAnOlderClock_StaysKnownWhileInUse() throws {
        for number in 1...16 { try use("t\(number)", at: Int64(100 + number)) }
        try use("late", at: 1)
        try fixture.send(Event(kind: "job", key: "a"))
        #expect(try fixture.cell("job", "a")?.tableVersion == "late")
    }
}
