import Client
import Posix
import Terminal
import Testing

@testable import TerminalClient

/// How a screen was looked at comes back, whatever happened meanwhile: a real daemon, real commands.
@Suite struct ViewsComeBackTests {
    private static let table = """
        version = 1
        [[tab]]
        id = "a"
        root = "r"
        order = 1
        [[tab]]
        id = "b"
        root = "s"
        order = 2
        [[screen]]
        tab = "a"
        path = "r"
        command = ["seq", "1000", "1200"]
        [[screen]]
        tab = "a"
        path = "r/deep"
        title = "Deep"
        command = ["seq", "2000", "2200"]
        [[screen]]
        tab = "b"
        path = "s"
        command = ["echo", "other"]
        [[cell]]
        kind = "k"
        tab = "b"
        """

    /// A client on the deep screen, scrolled, with a search; and what that looks like.
    private func scene() throws -> (daemon: TestDaemon, client: TestClient, looks: String) {
        let daemon = try TestDaemon(table: Self.table)
        let client = try TestClient(daemon.settings)
        try lookAround(client)
        return (daemon, client, looks(client))
    }

    private func lookAround(_ client: TestClient) throws {
        try client.see("exit 0")
        try client.press("Enter")
        try client.see("2010")
        try client.see("exit 0")
        try client.press("PgDn", "PgDn", "j", "/")
        client.type("209")
        try client.press("Enter")
        #expect(client.frame.text.contains("2090") && client.frame.text.contains("1/10"))
    }

    /// The rows of the text, without the first ones, which tell the time.
    private func looks(_ client: TestClient) -> String {
        client.frame.text.split(separator: "\n").filter { $0.allSatisfy(\.isNumber) }.joined(separator: " ")
    }

    private func expect(_ looks: String, again client: TestClient, _ location: SourceLocation = #_sourceLocation) throws
    {
        try client.until("it looks as before", location) { self.looks(client) == looks }
        #expect(client.frame.text.contains("10"), "the search is there", sourceLocation: location)
    }

    @Test func overLeaving() throws {
        let (daemon, client, looks) = try scene()
        try client.press("Esc")
        try client.see("1010")
        try client.press("Enter")
        try expect(looks, again: client)
        #expect(client.frame.text.contains("10 matches"))
        withExtendedLifetime(daemon) {}
    }

    @Test func overTabs() throws {
        let (daemon, client, looks) = try scene()
        try client.press("2")
        try client.see("other")
        try client.press("1")
        try expect(looks, again: client)
        withExtendedLifetime(daemon) {}
    }

    @Test func overJumps() throws {
        let (daemon, client, looks) = try scene()
        try client.press("2", "1", "1")
        try client.see("1010")
        try client.press("C-o")
        try client.see("other")
        try client.press("C-o")
        try expect(looks, again: client)
        withExtendedLifetime(daemon) {}
    }

    @Test func overALostDaemon() throws {
        let (daemon, client, looks) = try scene()
        daemon.stop()
        try client.see("no daemon")
        try daemon.start()
        try client.until("it is attached again") { client.coordinator.link.isAttached }
        try expect(looks, again: client)
    }

    @Test func overARestart() throws {
        let (daemon, client, looks) = try scene()
        client.coordinator.finish()
        let again = try TestClient(daemon.settings)
        try again.see("exit 0")
        try again.press("Enter")
        try expect(looks, again: again)
        #expect(again.frame.text.contains("10 matches"))
    }

    @Test func overAnotherTable() throws {
        let (daemon, client, looks) = try scene()
        try daemon.write(table: Self.table.replacing("title = \"Deep\"", with: "title = \"Deeper\""))
        try daemon.reload()
        try client.see("Deeper")
        try expect(looks, again: client)
    }

    @Test func aPlaceThatIsGone_LeavesItsParentAndANotice() throws {
        let (daemon, client, _) = try scene()
        try daemon.write(table: Self.table.replacing("path = \"r/deep\"", with: "path = \"elsewhere\""))
        try daemon.reload()
        try client.see("r/deep is gone")
        #expect(try client.see("1010").contains(" A\n"))
    }
}
