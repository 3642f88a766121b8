import Routing
import Testing

@testable import TerminalClient

/// What the user's keys do to the stacks, whatever their order.
@Suite struct StackKeyTests {
    @Test func keysInTurn_DoNotLetTheOuterStackGrow() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try client.see("Nothing here yet")
        try client.press("0", "?", "0", "?", "0", "?")
        #expect(try client.main.state.outer == [.notifications(since: nil), .help])
        try client.press("0")
        #expect(try client.main.state.outer == [.notifications(since: nil)])
        client.coordinator.userPushes(.notifications(since: 3), in: try client.main)
        #expect(try client.main.state.outer == [.notifications(since: 3)])
        try client.press("Esc")
        #expect(try client.main.state.outer.isEmpty)
    }

    @Test func theOnlyTab_IsNoNeighbour() throws {
        let daemon = try TestDaemon(
            table: """
                version = 1
                [[tab]]
                id = "all"
                title = "All"
                root = "cells"
                [[screen]]
                tab = "all"
                path = "cells"
                content = "cells"
                [[screen]]
                tab = "all"
                path = "cells/:id"
                content = "cell"
                [fallback]
                tab = "all"
                """)
        let seq = try daemon.send(#"{"kind":"x","title":"one"}"#)
        let client = try TestClient(daemon.settings)
        try client.see("one")
        try client.press("Enter")
        try client.stand("deeplink://all/cells/\(seq)")
        try client.press("]")
        try client.see("there is only one tab")
        try client.stand("deeplink://all/cells/\(seq)")
    }

    @Test func aNewTable_KeepsHowItsScreensWereLookedAt() throws {
        let daemon = try TestDaemon()
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"40","title":"build 40","params":{"run":40}}"#)
        let client = try TestClient(daemon.settings)
        try client.list("build 40")
        try client.press("Enter")
        try client.stand("deeplink://builds/runs/40/log")
        try client.press("G")
        try client.see("\n40\n")
        try daemon.write(table: TestDaemon.table.replacing("title = \"Log\"", with: "title = \"Journal\""))
        daemon.stop()
        try daemon.start()
        try client.until("the screen has its new title") { client.coordinator.main?.top.title == "Journal" }
        try client.see("\n40\n")
    }
}
