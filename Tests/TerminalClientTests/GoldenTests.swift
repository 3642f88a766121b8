import Client
import Posix
import Routing
import Terminal
import Testing
import Text

@testable import TerminalClient

/// Every screen, compared with what it looked like when a person found it good.
@Suite struct GoldenTests {
    private static let hostile =
        ##"{"kind":"chat","state":"new","key":"h","title":"漢字 \u001b[31m👩‍🚀\u202e evil\u0007","body":"\u009b2J one\n한국어 two\ttab"}"##

    @Test(arguments: [(24, 80), (5, 20), (8, 40), (12, 30)])
    func everyScreen_LooksAsItDid(_ rows: Int, _ columns: Int) throws {
        let daemon = try TestDaemon()
        let client = try TestClient.withoutTime(daemon.settings)
        (client.rows, client.columns) = (rows, columns)
        let size = "\(columns)x\(rows)"
        try client.list("Nothing here yet")
        try expectGolden(client.frame, "empty-\(size)")
        try writeJob(in: daemon)
        try daemon.send(Self.hostile)
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"build 7","params":{"run":7}}"#)
        try daemon.send(
            #"{"kind":"job","state":"failed","key":"j","title":"make all","params":{"job":"\#(Self.job)"}}"#)
        try client.list("make all")
        try client.until("all three are announced") { client.coordinator.banners.others == 2 }
        try expectGolden(client.frame, "list-with-banner-\(size)")
        try client.settle(350)
        try client.press("x")
        try client.settle(350)
        try client.press("x")
        try client.settle(350)
        try client.press("x", "0")
        try client.list("漢字")
        try expectGolden(client.frame, "notifications-\(size)")
        try filterGoldens(client, size)
        try client.press("?")
        try expectGolden(client.frame, "help-\(size)")
        try client.press("Esc", "Enter")
        try client.stand("deeplink://builds/jobs/3/output")
        try client.count(unread: 2)
        try expectGolden(client.frame, "output-\(size)")
        try client.press("0", "j", "Enter")
        try client.stand("deeplink://builds/runs/7/log")
        try client.count(unread: 1)
        try expectGolden(client.frame, "command-\(size)")
        try client.press("0", "G", "Enter")
        try client.stand("deeplink://messages/cells/1")
        try client.count(unread: 0)
        try client.until("it is seen as read") { !client.listText.contains("unread") }
        try expectGolden(client.frame, "cell-\(size)")
    }

    /// The filter: empty with its hint, with matches, with none.
    private func filterGoldens(_ client: TestClient, _ size: String) throws {
        try client.press("/")
        try expectGolden(client.frame, "filter-hint-\(size)")
        client.type("kind:j unread")
        try client.until("it is narrowed") {
            !client.listText.contains("build 7") && client.coordinator.main?.top.isBusy == false
        }
        try expectGolden(client.frame, "filter-\(size)")
        client.type(" 漢字\u{301}")
        try client.until("nothing is left") { client.listText.contains("Nothing") }
        try expectGolden(client.frame, "filter-nothing-\(size)")
        try client.press("Esc")
        try client.list("漢字")
    }

    @Test(arguments: [(24, 80), (5, 20)])
    func theOtherScenes_LookAsTheyDid(_ rows: Int, _ columns: Int) throws {
        let daemon = try TestDaemon()
        daemon.stop()
        let client = try TestClient.withoutTime(daemon.settings)
        let factory = client.container.resolve(AppSceneFactory.self)
        let connecting = factory.makeScene(for: .connecting(since: 0))
        connecting.show()
        connecting.noteLoss("no daemon at /run/user/1000/deeplinkd/client.sock")
        try expectGolden(connecting.draw(rows: rows, columns: columns), "connecting-\(columns)x\(rows)")
        for (name, daemon) in [("newer", [2, 3] as [Int64]), ("older", [0])] {
            let update = factory.makeScene(for: .updateRequired(message: "no version in common", daemon: daemon))
            update.show()
            try expectGolden(
                update.draw(rows: rows, columns: columns), "update-required-\(name)-daemon-\(columns)x\(rows)")
        }
        let update = factory.makeScene(for: .updateRequired(message: "the daemon speaks version 2 only"))
        update.show()
        try expectGolden(update.draw(rows: rows, columns: columns), "update-required-\(columns)x\(rows)")
    }

    private static let job = "11111111-2222-4333-8444-555555555555"

    private func writeJob(in daemon: TestDaemon) throws {
        try Files.makeDirectories(daemon.paths.jobs, mode: 0o700)
        let text = "\u{1B}[1mcc -c 漢字.c\u{1B}[0m\r\n\u{1B}]0;title\u{7}error: \u{1B}[31mno such file\u{1B}[0m\n"
        try Files.writeAtomically(Array(text.utf8), to: "\(daemon.paths.jobs)/\(Self.job)")
    }
}
