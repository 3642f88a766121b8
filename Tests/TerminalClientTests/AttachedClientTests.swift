import Client
import Posix
import Routing
import Systemd
import Terminal
import Testing
import Wire

@testable import TerminalClient

/// The client in this process against a real daemon.
@Suite struct AttachedClientTests {
    @Test func aCellsRoute_IsOpenedWithTheScreensBehindIt() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try client.see("Nothing here yet")
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"build 7","params":{"run":7}}"#)
        try client.see("build 7")
        try client.settle(350)
        try client.press("o")
        try client.see("Builds › Run 7 › Log")
        try client.stand("deeplink://builds/runs/7/log")
        try client.see("exit 0")
        #expect(client.frame.text.contains("\n7\n"))
        #expect(try client.main.state.stacks["builds"]?.map(\.description) == ["runs", "runs/7", "runs/7/log"])
        try client.press("Esc")
        try client.see("green")
        #expect(!client.frame.text.contains("]0;x"))
        try client.press("Backspace")
        try client.see("failed")
        try client.press("Esc")
        #expect(try client.main.state.stacks["builds"]?.count == 1)
        #expect(!client.hasQuit)
        try client.press("q")
        #expect(client.hasQuit)
    }

    @Test func oneCell_LeadsToTheTabOfItsState() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try client.see("Nothing here yet")
        try daemon.send(#"{"kind":"pr","state":"review_requested","key":"7","title":"Fix it","params":{"number":7}}"#)
        try client.see("Fix it")
        try client.press("0")
        try client.list("Fix it")
        try client.press("Enter")
        try client.stand("deeplink://reviews/pr/7")
        try daemon.send(#"{"kind":"pr","state":"checks_failed","key":"7","title":"Fix it","params":{"number":7}}"#)
        try client.see("checks_failed")
        try client.press("0")
        try client.until("the row leads to Builds") {
            (try? client.main.top.draw(rows: 10, columns: 80).text.contains("Builds")) == true
        }
        try client.press("Enter")
        try client.stand("deeplink://builds/runs/7/log")
        #expect(try client.main.state.selectedTab == "builds")
        #expect(try client.main.state.stacks["reviews"]?.map(\.description) == ["open", "pr/7"])
    }

    @Test func anOpenAfterTheUserMoved_IsRefused() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try client.see("Nothing here yet")
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"build 7","params":{"run":7}}"#)
        try client.see("build 7")
        try client.settle(350)
        try client.press("o", "2")
        try client.settle(300)
        #expect(try client.main.state.selectedTab == "reviews")
        #expect(try client.main.state.stacks["builds"]?.count == 1)
    }

    @Test func marks_ChangeListAndBadges() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"1","title":"one","params":{"run":1}}"#)
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"2","title":"two","params":{"run":2}}"#)
        try client.see("Builds ●2")
        try client.see("one")
        try client.press("j", "m")
        try client.see("Builds ●1")
        try client.press("k", "d")
        try client.see("nothing unread")
        try client.until("two is gone") { !client.listText.contains("two") }
        try client.press("u")
        try client.until("two is back") { client.listText.contains("two") }
        try client.see("Builds ●1")
    }

    @Test func jumps_GoBackAndForwardWithWholeStacks() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"build 7","params":{"run":7}}"#)
        try client.see("build 7")
        try client.press("2", "0")
        try client.list("build 7")
        try client.press("Enter")
        try client.stand("deeplink://builds/runs/7/log")
        let there = try client.main.state
        try client.press("C-o")
        #expect(try client.main.state.outer == [.notifications(since: nil)])
        #expect(try client.main.state.selectedTab == "reviews")
        try client.press("C-o")
        #expect(try client.main.state.selectedTab == "builds")
        #expect(try client.main.state.stacks["builds"]?.count == 1)
        try client.press("Tab", "Tab")
        #expect(try client.main.state == there)
    }

    @Test func notificationView_ReturnsToTheSameTabAndDepth() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"build 7","params":{"run":7}}"#)
        try client.see("build 7")
        try client.press("Enter")
        try client.stand("deeplink://builds/runs/7/log")
        let before = try client.main.state
        try client.press("0", "?")
        #expect(try client.main.state.outer == [.notifications(since: nil), .help])
        try client.press("Esc", "Esc")
        #expect(try client.main.state == before)
        try client.press("1")
        #expect(try client.main.state.stacks["builds"]?.count == 1)
    }

    @Test func aDaemonThatGoesAway_IsAStatusAndComesBack() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"build 7","params":{"run":7}}"#)
        try client.see("build 7")
        try client.press("Enter")
        try client.stand("deeplink://builds/runs/7/log")
        let module = try client.main.top
        daemon.stop()
        try client.see("no daemon since")
        try client.press("Esc", "2", "1")
        #expect(try client.main.state.selectedTab == "builds")
        try client.press("1")
        #expect(client.listText.contains("build 7"))
        try client.press("Enter")
        try client.see("it cannot be opened now")
        try client.press("d")
        try client.see("there is no daemon at the moment")
        #expect(client.listText.contains("build 7"))
        try daemon.start()
        try client.press("s")
        try client.until("the trouble is over") { client.coordinator.main?.trouble == nil }
        try client.press("Enter")
        try client.stand("deeplink://builds/runs/7/log")
        #expect(try client.main.top !== module)
    }

    @Test func withoutADaemon_TheConnectingSceneSaysSo() throws {
        let daemon = try TestDaemon()
        daemon.stop()
        let client = try TestClient(daemon.settings)
        try client.see("Waiting for deeplinkd since")
        try client.see("no daemon at")
        weak let connecting = client.coordinator.switcher.current
        try daemon.start()
        try client.see("Nothing here yet")
        #expect(connecting == nil)
        try client.press("Q")
        #expect(client.hasQuit)
    }

    @Test func whatCameWhileAway_IsOneBannerThatFiltersTheView() throws {
        let daemon = try TestDaemon()
        for run in 1...3 {
            try daemon.send(
                #"{"kind":"ci.run","state":"failed","key":"\#(run)","title":"build \#(run)","params":{"run":1}}"#)
        }
        let client = try TestClient(daemon.settings)
        try client.see("3 while you were away")
        try client.settle(350)
        try client.press("o")
        try client.see("While you were away")
        #expect(try client.main.state.outer == [.notifications(since: 0)])
    }

    @Test func aJumpThatTheTableAllows_TakesAnIdleScreen() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try client.see("Nothing here yet")
        client.coordinator.lastKey -= AppCoordinator.jumpIdle
        try daemon.send(#"{"kind":"fast","key":"1","title":"now","arrive":"jump","params":{"number":5}}"#)
        try client.stand("deeplink://reviews/pr/5")
        try client.press("1")
        try daemon.send(#"{"kind":"fast","key":"2","title":"later","arrive":"jump","params":{"number":6}}"#)
        try client.see("later")
        #expect(try client.main.state.selectedTab == "builds")
    }

    @Test func anUrgentCell_Rings() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try client.see("Nothing here yet")
        try daemon.send(#"{"kind":"x","priority":"urgent","title":"fire"}"#)
        try client.see("fire")
        #expect(client.bells == 1)
    }

    @Test func yank_CopiesTheLinkOfWhatIsLookedAt() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        let seq = try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"build 7","params":{"run":7}}"#)
        try client.see("build 7")
        try client.press("y", "Enter")
        try client.stand("deeplink://builds/runs/7/log")
        try client.press("y")
        #expect(client.copied == ["deeplink://cell/\(seq)", "deeplink://builds/runs/7/log"])
    }

    @Test func aCommandFromTheDaemonsTableOnly_IsNeverRun() throws {
        let daemon = try TestDaemon()
        var settings = daemon.settings
        settings.tableDirectories = []
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"build 7","params":{"run":7}}"#)
        let client = try TestClient(settings)
        try client.see("table changed")
        try client.press("0")
        try client.list("build 7")
        try client.press("Enter")
        try client.see("Your route table files have no command for this screen")
        #expect(!client.frame.text.contains("exit 0"))
    }

    @Test func aProgramThatIsNotThere_IsNamed() throws {
        let daemon = try TestDaemon(table: TestDaemon.table.replacing("\"seq\"", with: "\"no-such-program\""))
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"build 7","params":{"run":7}}"#)
        let client = try TestClient(daemon.settings)
        try client.list("build 7")
        try client.press("Enter")
        try client.see("no-such-program: command not found")
    }

    @Test func aNewTable_KeepsWhatStillExists() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"build 7","params":{"run":7}}"#)
        try client.see("build 7")
        try client.press("Enter")
        try client.stand("deeplink://builds/runs/7/log")
        try daemon.write(table: TestDaemon.table.replacing("title = \"Log\"", with: "title = \"Journal\""))
        daemon.stop()
        try daemon.start()
        try client.until("the screen has its new title") { client.coordinator.main?.top.title == "Journal" }
        #expect(try client.main.state.stacks["builds"]?.count == 3)
    }
}

extension TestClient {
    /// Turns the loop until the screen on top shows a text.
    func list(_ expected: String, _ location: SourceLocation = #_sourceLocation) throws {
        try until("the list shows '\(expected)'", location) { listText.contains(expected) }
    }

    /// What the screen on top shows, without the chrome.
    var listText: String { coordinator.main?.top.draw(rows: 20, columns: 80).text ?? "" }
}
