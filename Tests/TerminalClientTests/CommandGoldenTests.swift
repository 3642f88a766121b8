import Client
import Routing
import Terminal
import Testing

@testable import TerminalClient

/// Command screens in their states, compared with what they looked like when a person found them good.
@Suite struct CommandGoldenTests {
    private static let table = """
        version = 1
        [[tab]]
        id = "a"
        root = "r"
        [[screen]]
        tab = "a"
        path = "r"
        content = "cells"
        [[screen]]
        tab = "a"
        path = "log"
        title = "Log"
        follow = true
        command = ["sh", "-c", "seq 1 40; printf '\\\\033[31mred\\\\033[0m \\\\033]0;x\\\\007end\\\\n'; kill -TERM $$"]
        [[screen]]
        tab = "a"
        path = "show/:commit"
        title = "Commit {commit}"
        command = ["git", "show", "{commit}"]
        plain = ["commit"]
        [[screen]]
        tab = "a"
        path = "missing"
        command = ["no-such-program"]
        [[cell]]
        kind = "k"
        tab = "a"
        path = "log"
        """

    @Test(arguments: [(24, 80), (5, 20)])
    func commandScreens_LookAsTheyDid(_ rows: Int, _ columns: Int) throws {
        let daemon = try TestDaemon(table: Self.table)
        let client = try TestClient.withoutTime(daemon.settings)
        (client.rows, client.columns) = (rows, columns)
        let size = "\(columns)x\(rows)"
        try client.list("Nothing here yet")
        for (path, name) in [("log", "followed"), ("show/-rf", "refused"), ("missing", "missing")] {
            let main = try client.main
            client.coordinator.execute([.pop(tab: "a", toDepth: 1), .push(tab: "a", testPath(path))], in: main)
            try client.stand("deeplink://a/\(path)")
            try expectGolden(client.frame, "command-\(name)-\(size)")
            guard path == "log" else { continue }
            try client.press("/")
            client.type("1")
            try expectGolden(client.frame, "command-searching-\(size)")
            try client.press("Enter", "n")
            try expectGolden(client.frame, "command-searched-\(size)")
        }
    }
}
