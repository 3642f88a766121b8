import Testing
import Wire

@testable import TerminalClient

/// The part of a list in memory, against a list of 100 000 cells that is only numbers.
@Suite struct CellWindowTests {
    private struct List {
        /// Newest first: (id, version).
        var cells: [(id: Int64, version: Int64)]

        init(_ count: Int64) { cells = (1...count).reversed().map { ($0, $0) } }

        var newest: Int64 { cells.first?.version ?? 0 }

        mutating func change(_ id: Int64) {
            let version = newest + 1
            cells.removeAll { $0.id == id }
            cells.insert((id, version), at: 0)
        }

        func page(_ part: CellWindow.Part, limit: Int) -> CellsList.Answer {
            let all: ArraySlice<(id: Int64, version: Int64)>
            let next: (ArraySlice<(id: Int64, version: Int64)>) -> Int64?
            switch part {
            case .newest, .below:
                let below = if case .below(let version) = part { version } else { Int64.max }
                all = cells.drop { $0.version >= below }
                next = { $0.count > limit ? $0.prefix(limit).last?.version : nil }
                let rows = all.prefix(limit)
                return CellsList.Answer(cells: rows.map(summary), next: next(all), newest: newest)
            case .above, .oldest:
                let above = if case .above(let version) = part { version } else { Int64(0) }
                all = cells.prefix { $0.version > above }
                let rows = all.suffix(limit)
                return CellsList.Answer(
                    cells: rows.map(summary), next: all.count > limit ? rows.first?.version : nil, newest: newest)
            }
        }

        private func summary(_ cell: (id: Int64, version: Int64)) -> CellSummary {
            var summary = TerminalClientTests.cell(cell.id)
            summary.version = cell.version
            return summary
        }
    }

    @Test func scrollingToTheOldestAndBack_KeepsABoundedPart() {
        let list = List(100_000)
        var window = CellWindow()
        window.join(list.page(.newest, limit: 100), as: .newest)
        var seen = window.rows.count
        while let older = window.older {
            let last = window.rows.last?.version
            window.join(list.page(.below(older), limit: 100), as: .below(older))
            seen += 100
            #expect(window.rows.count <= CellWindow.limit)
            #expect(window.rows.dropLast(100).last?.version == last)
        }
        #expect(seen == 100_000)
        #expect(window.rows.last?.version == 1)
        while let newer = window.newer {
            window.join(list.page(.above(newer), limit: 100), as: .above(newer))
            #expect(window.rows.count <= CellWindow.limit)
        }
        #expect(window.rows.first?.version == 100_000)
        #expect(isInOrder(window))
    }

    @Test func changes_JoinAtTheTop_WithoutLosingWhatIsBelow() {
        var list = List(1_000)
        var window = CellWindow()
        window.join(list.page(.newest, limit: 100), as: .newest)
        window.join(list.page(.below(901), limit: 100), as: .below(901))
        for id: Int64 in [850, 5, 1_000] { list.change(id) }
        window.join(list.page(.newest, limit: 100), as: .newest, keepsPlace: true)
        #expect(window.rows.prefix(4).map(\.id) == [1_000, 5, 850, 999])
        #expect(window.rows.map(\.id) == list.cells.prefix(window.rows.count).map(\.id))
        #expect(window.older == 801)
        #expect(window.newer == nil)
        #expect(window.newestSeen == 1_003)
    }

    @Test(arguments: [true, false])
    func moreNewRowsThanAPage_MoveAWindowOnlyThatIsNotHeld(_ isHeld: Bool) {
        var list = List(300)
        var window = CellWindow()
        window.join(list.page(.newest, limit: 100), as: .newest)
        for id: Int64 in 1...150 { list.change(id) }
        window.join(list.page(.newest, limit: 100), as: .newest, keepsPlace: isHeld)
        #expect(window.rows.first?.version == (isHeld ? 300 : 450))
        #expect(window.newer == (isHeld ? 300 : nil))
        guard isHeld else { return }
        while let newer = window.newer { window.join(list.page(.above(newer), limit: 100), as: .above(newer)) }
        #expect(window.rows.first?.version == 450)
        #expect(isInOrder(window))
    }

    /// A filter that nothing new passes: looking again at the top must not begin the whole search anew.
    @Test func emptyPages_KeepWhatIsKnownFurtherDown() {
        var window = CellWindow()
        window.join(CellsList.Answer(cells: [], next: 8_000, newest: 10_000), as: .newest)
        #expect(window.older == 8_000)
        window.join(CellsList.Answer(cells: [], next: 6_000, newest: 10_000), as: .below(8_000))
        window.join(CellsList.Answer(cells: [cell(9)], next: nil, newest: 10_000), as: .below(6_000))
        #expect(window.isWhole)
        window.join(CellsList.Answer(cells: [], next: 8_001, newest: 10_001), as: .newest)
        #expect(window.isWhole)
        #expect(window.rows.map(\.id) == [9])
    }

    @Test func aPlaceInTheMiddle_GrowsInBothDirections() {
        let list = List(1_000)
        var window = CellWindow()
        window.join(list.page(.below(501), limit: 100), as: .below(501))
        #expect(window.rows.first?.version == 500)
        #expect(window.newer == 500)
        window.join(list.page(.above(500), limit: 100), as: .above(500))
        #expect(window.rows.first?.version == 600)
        #expect(window.older == 401)
        #expect(isInOrder(window))
    }

    private func isInOrder(_ window: CellWindow) -> Bool {
        zip(window.rows, window.rows.dropFirst()).allSatisfy { $0.version == $1.version + 1 }
    }
}
