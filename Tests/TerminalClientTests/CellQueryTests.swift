import Testing
import Wire

@testable import TerminalClient

@Suite struct CellQueryTests {
    private static let tabs = [(id: "builds", title: "CI Builds"), (id: "messages", title: "Messages")]

    @Test(arguments: [
        ("", CellsFilter()), ("   ", CellsFilter()), ("kind:ci", CellsFilter(kind: "ci*")),
        ("KIND:ci.run", CellsFilter(kind: "ci.run*")), ("kind:ci.*", CellsFilter(kind: "ci.*")),
        ("kind:", CellsFilter()), ("kind:a kind:b", CellsFilter(kind: "b*")),
        ("state:fail", CellsFilter(state: "fail*")),
        ("tab:builds", CellsFilter(tab: "builds")), ("tab:bui", CellsFilter(tab: "builds")),
        ("tab:ci", CellsFilter(tab: "builds")), ("tab:Mess", CellsFilter(tab: "messages")),
        ("tab:none", CellsFilter(kind: "")), ("unread", CellsFilter(isUnread: true)),
        ("read", CellsFilter(isUnread: false)), ("is:unread", CellsFilter(isUnread: true)),
        ("text:unread", CellsFilter(text: "unread")), ("main broken", CellsFilter(text: "main broken")),
        ("http://x/y 12:04", CellsFilter(text: "http://x/y 12:04")),
        (
            "unread kind:ci state:f tab:b main",
            CellsFilter(tab: "builds", isUnread: true, kind: "ci*", state: "f*", text: "main")
        ),
        ("main unread broken", CellsFilter(isUnread: true, text: "main broken")),
        ("'; DROP TABLE cells; --", CellsFilter(text: "'; DROP TABLE cells; --")),
    ])
    func whatIsTyped_IsAFilter(_ text: String, _ filter: CellsFilter) {
        #expect(CellQuery(parsing: text).filter(within: CellsFilter(), tabs: Self.tabs) == filter)
    }

    @Test(arguments: [
        (CellsFilter(tab: "builds"), "tab:mess", CellsFilter(kind: "")),
        (CellsFilter(tab: "builds"), "tab:builds x", CellsFilter(tab: "builds", text: "x")),
        (CellsFilter(since: 9, kind: "ci.run"), "kind:ci", CellsFilter(since: 9, kind: "ci.run")),
        (CellsFilter(since: 9, kind: "ci.run"), "kind:job", CellsFilter(since: 9, kind: "")),
        (CellsFilter(since: 9), "unread", CellsFilter(isUnread: true, since: 9)),
    ])
    func aListsOwnCells_StayTheMost(_ base: CellsFilter, _ text: String, _ filter: CellsFilter) {
        #expect(CellQuery(parsing: text).filter(within: base, tabs: Self.tabs) == filter)
    }

    @Test func words_FitTheProtocol() throws {
        let text = Array(repeating: "漢字漢字漢字", count: 40).joined(separator: " ")
        let filter = CellQuery(parsing: text).filter(within: CellsFilter(), tabs: [])
        let sent = try #require(filter.text)
        #expect(sent.utf8.count <= CellsFilter.textBytes)
        #expect(sent.hasPrefix("漢字漢字漢字 漢字漢字漢字"))
    }
}
