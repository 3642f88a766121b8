import Posix
import Routing
import Terminal
import Testing
import TmuxHarness

@testable import TerminalClient

/// Screens that are commands, with a real daemon and real commands.
@Suite struct CommandScreenTests {
    private static func table(_ screens: String) -> String {
        """
        version = 1
        [[tab]]
        id = "a"
        title = "A"
        root = "r"
        [[screen]]
        tab = "a"
        path = "r"
        \(screens)
        [[cell]]
        kind = "k"
        tab = "a"
        """
    }

    private func client(_ screens: String) throws -> (TestDaemon, TestClient) {
        let daemon = try TestDaemon(table: Self.table(screens))
        return (daemon, try TestClient(daemon.settings))
    }

    @Test func aSearch_IsTypedMarkedAndWalkedThrough() throws {
        let (daemon, client) = try client(#"command = ["seq", "1", "200"]"#)
        try client.see("exit 0")
        try client.press("/")
        client.type("q7")
        #expect(client.frame.text.contains("/q7"))
        #expect(client.frame.text.contains("no match"))
        try client.press("Backspace", "Backspace")
        client.type("77")
        #expect(client.frame.text.contains("1/2"))
        try client.press("Enter")
        #expect(client.frame.text.contains("\n77\n"))
        #expect(!client.frame.text.contains("/77"))
        try client.press("n")
        #expect(client.frame.text.contains("\n177\n") && client.frame.text.contains("2/2"))
        try client.press("N", "/")
        client.type("199")
        #expect(client.frame.text.contains("\n199\n"))
        try client.press("Esc")
        #expect(client.frame.text.contains("\n77\n"), "Escape goes back to what was searched before")
        withExtendedLifetime(daemon) {}
    }

    @Test func aFollowedCommand_ShowsItsEndAndHasNoLimit() throws {
        let (daemon, client) = try client(
            #"""
            follow = true
            command = ["sh", "-c", "seq 1 100; read -r x </dev/tty; sleep 60"]
            """#)
        try client.see("\n100\n")
        #expect(client.frame.text.contains("running 0 s · following"))
        try client.press("f")
        #expect(!client.frame.text.contains("following"))
        withExtendedLifetime(daemon) {}
    }

    @Test func directoryAndEnvironment_AreTheTables() throws {
        let (daemon, client) = try client(
            #"""
            directory = "/usr/share"
            env = { GREETING = "good day", LEVEL = 3 }
            command = ["sh", "-c", "pwd; echo $GREETING $LEVEL"]
            """#)
        #expect(try client.see("exit 0").contains("/usr/share\ngood day 3\n"))
        withExtendedLifetime(daemon) {}
    }

    @Test func aMissingDirectory_IsNamed() throws {
        let (daemon, client) = try client("directory = \"/no/such/place\"\ncommand = [\"ls\"]")
        try client.see("/no/such/place: no such directory")
        withExtendedLifetime(daemon) {}
    }

    @Test func aCommandThatIsNotThere_IsNamed() throws {
        let (daemon, client) = try client(#"command = ["no-such-program"]"#)
        try client.see("no-such-program: command not found · ")
        withExtendedLifetime(daemon) {}
    }

    @Test func anInterruptedCommand_SaysSo() throws {
        let (daemon, client) = try client(#"command = ["sh", "-c", "echo begun; exec sleep 60"]"#)
        try client.see("begun")
        try client.press("C-c")
        try client.see("ended by SIGINT")
        withExtendedLifetime(daemon) {}
    }

    @Test func aCommandThatWantsATerminal_SaysSoWithoutOne() throws {
        let (daemon, client) = try client("terminal = true\ncommand = [\"vi\"]")
        try client.see("this screen needs a terminal")
        withExtendedLifetime(daemon) {}
    }
}
