import Testing
import Text

@testable import TerminalClient

@Suite struct TextPaneTests {
    @Test func scrolling_StaysWithinTheText() {
        var pane = pane(lines: 10, rows: 4)
        #expect(pane.visible.map(\.text) == ["0", "1", "2", "3"])
        for (action, first) in [
            (Action.up, "0"), (.down, "1"), (.pageDown, "4"), (.bottom, "6"), (.down, "6"), (.pageUp, "3"), (.top, "0"),
        ] {
            #expect(perform(action, &pane))
            #expect(pane.visible.first?.text == first)
        }
        #expect(!perform(.enter, &pane))
    }

    @Test func sideways_MovesOnlyUnwrappedText() {
        var pane = TextPane(wraps: false)
        pane.resize(rows: 2, columns: 10)
        pane.show([Line("0123456789abcdefghij")])
        #expect(perform(.right, &pane))
        #expect(pane.visible.first?.text == "89abcdefghij")
        #expect(perform(.left, &pane))
        #expect(perform(.wrap, &pane))
        #expect(pane.visible.map(\.text) == ["0123456789", "abcdefghij"])
        #expect(perform(.right, &pane))
        #expect(pane.visible.first?.text == "0123456789")
    }

    @Test func aPaneAtItsEnd_StaysThereWhileTextComes() {
        var pane = TextPane(wraps: true, follows: true)
        pane.resize(rows: 2, columns: 10)
        pane.show((0..<5).map { Line("\($0)") })
        #expect(pane.visible.map(\.text) == ["3", "4"])
        #expect(perform(.up, &pane))
        pane.show((0..<9).map { Line("\($0)") })
        #expect(pane.visible.map(\.text) == ["2", "3"])
    }

    @Test func whatWasSaved_IsRestored() {
        var pane = pane(lines: 50, rows: 4)
        #expect(perform(.pageDown, &pane))
        var again = TextPane(wraps: true, saved: pane.saved)
        again.resize(rows: 4, columns: 20)
        again.show((0..<50).map { Line("\($0)") })
        #expect(again.visible == pane.visible)
    }

    @Test func searching_GoesFromMatchToMatchAndAround() {
        var pane = pane(lines: 100, rows: 4)
        pane.search(for: "9")
        #expect(pane.search?.status == "1/20")
        #expect(pane.visible.contains { $0.text == "9" && $0.glyphs[0].style == TextSearch.currentStyle })
        for (action, line) in [
            (Action.nextMatch, "19"), (.nextMatch, "29"), (.previousMatch, "19"), (.previousMatch, "9"),
            (.previousMatch, "99"), (.nextMatch, "9"),
        ] {
            #expect(perform(action, &pane))
            #expect(marked(pane) == [line])
        }
    }

    /// A line that is wrapped in the middle of a match is scrolled to the row where the match begins.
    @Test func aMatchInAWrappedLine_IsSeen() {
        var pane = TextPane(wraps: true)
        pane.resize(rows: 2, columns: 10)
        pane.show([Line(String(repeating: "a", count: 95) + "needle"), Line("end")])
        pane.search(for: "needle")
        #expect(pane.visible.contains { $0.text == "aaaaaneedl" || $0.text.hasSuffix("needl") })
    }

    @Test(arguments: [("Error", 1), ("error", 3), ("é", 1), ("漢", 1), ("zz", 0), ("", nil)])
    func capitalsCount_OnlyWhereTheyAreTyped(_ query: String, _ count: Int?) {
        var pane = TextPane(wraps: false)
        pane.resize(rows: 2, columns: 80)
        pane.show([Line("Error error ERROR é 漢字")])
        pane.search(for: query)
        #expect(pane.search?.matches.count == count)
    }

    @Test func aMatchFarToTheRight_IsScrolledTo() {
        var pane = TextPane(wraps: false)
        pane.resize(rows: 2, columns: 20)
        pane.show([Line(String(repeating: ".", count: 200) + "needle" + String(repeating: ".", count: 50))])
        pane.search(for: "needle")
        #expect(pane.visible.first?.prefix(columns: 20).text == "........needle......")
    }

    @Test func anotherRunsText_IsSearchedAgain() {
        var pane = pane(lines: 10, rows: 4)
        pane.search(for: "7")
        pane.show((0..<100).map { Line("\($0)") })
        #expect(pane.search?.status == "1/20")
    }

    private func marked(_ pane: TextPane) -> [String] {
        pane.visible.filter { $0.glyphs.contains { $0.style == TextSearch.currentStyle } }.map(\.text)
    }

    @Test func following_BeginsAndEndsByHand() {
        var pane = pane(lines: 10, rows: 4)
        pane.follow(true)
        pane.show((0..<20).map { Line("\($0)") })
        #expect(pane.visible.last?.text == "19")
        var again = TextPane(wraps: false, saved: pane.saved)
        again.resize(rows: 4, columns: 20)
        again.show((0..<30).map { Line("\($0)") })
        #expect(again.visible.last?.text == "29")
        again.follow(false)
        again.show((0..<40).map { Line("\($0)") })
        #expect(again.visible.last?.text == "29")
    }

    private func pane(lines: Int, rows: Int) -> TextPane {
        var pane = TextPane(wraps: false)
        pane.resize(rows: rows, columns: 20)
        pane.show((0..<lines).map { Line("\($0)") })
        return pane
    }

    private func perform(_ action: Action, _ pane: inout TextPane) -> Bool { pane.perform(action) }
}
