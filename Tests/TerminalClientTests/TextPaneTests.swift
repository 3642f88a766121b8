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
        var pane = TextPane(wraps: true, sticksToEnd: true)
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

    private func pane(lines: Int, rows: Int) -> TextPane {
        var pane = TextPane(wraps: false)
        pane.resize(rows: rows, columns: 20)
        pane.show((0..<lines).map { Line("\($0)") })
        return pane
    }

    private func perform(_ action: Action, _ pane: inout TextPane) -> Bool { pane.perform(action) }
}
