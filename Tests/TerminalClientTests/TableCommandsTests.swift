import Posix
import RouteConfiguration
import Routing
import Testing

@testable import TerminalClient

/// Which command stands behind a place, here and for the inbox of another machine.
@Suite struct TableCommandsTests {
    private static let table = """
        version = 1
        [[tab]]
        id = "a"
        root = "r"
        [[screen]]
        tab = "a"
        path = "r"
        command = ["printf", "%s|", "it's", "$HOME"]
        directory = "~/src"
        env = { B = "2" }
        """

    private func commands(_ client: String? = nil) throws -> (TemporaryDirectory, TableCommands) {
        let directory = try TemporaryDirectory()
        try Files.makeDirectories("\(directory.path)/routes.d", mode: 0o700)
        try Files.writeAtomically(Array(Self.table.utf8), to: "\(directory.path)/routes.d/t.toml")
        if let client { try Files.writeAtomically(Array(client.utf8), to: "\(directory.path)/deeplink.toml") }
        let (places, uid) = ([directory.path], Environment.system.uid)
        let commands = TableCommands(
            loader: TableLoader(directories: places, trustedUIDs: [uid]),
            client: ClientLoader(directories: places, trustedUIDs: [uid]),
            surroundings: Environment(variables: ["A": "1", "HOME": "/home/me"], uid: uid, gid: 0, pid: 1))
        return (directory, commands)
    }

    @Test func here_ItRunsInTheTablesDirectoryAndEnvironment() throws {
        let (directory, commands) = try commands()
        guard case .command(let plan) = commands.command(tab: "a", path: testPath("r")) else {
            Issue.record("no command")
            return
        }
        #expect(plan.arguments == ["printf", "%s|", "it's", "$HOME"])
        #expect(plan.directory == "/home/me/src")
        #expect(plan.environment == ["A=1", "B=2", "HOME=/home/me"])
        withExtendedLifetime(directory) {}
    }

    @Test func elsewhere_ItRunsThroughThePrefixOrNotAtAll() throws {
        let (directory, commands) = try commands(
            "version = 1\n[host.web1]\nprefix = [\"ssh\", \"web1\", \"--\"]\nsocket = \"/run/web1\"\n")
        commands.host = .remote("web1", socket: "/run/web1")
        let line = #"cd -- "$HOME"'/src' && exec env 'B=2' 'printf' '%s|' 'it'\''s' '$HOME'"#
        #expect(
            commands.command(tab: "a", path: testPath("r")) == .command(CommandPlan(["ssh", "web1", "--", line])))
        // Another daemon that calls itself web1.
        commands.host = .remote("web1", socket: "/run/web2")
        #expect(
            commands.command(tab: "a", path: testPath("r"))
                == .none("This screen lives on web1. [host.web1] in deeplink.toml would run it there."))
        commands.host = .remote("web2", socket: "/run/web2")
        #expect(
            commands.command(tab: "a", path: testPath("r"))
                == .none("This screen lives on web2. [host.web2] in deeplink.toml would run it there."))
        withExtendedLifetime(directory) {}
    }
}
