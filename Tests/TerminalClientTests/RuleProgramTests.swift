import Client
import Posix
import Testing
import TmuxHarness

/// What a rule says, seen in a real terminal by the built client of a built daemon.
@Suite(.enabled(if: Tmux.isInstalled, "tmux is not installed: the tests in a real terminal are skipped"))
struct RuleProgramTests {
    /// The test's table, and a rule for each word.
    private static func table(check: String = "true") -> String {
        TestDaemon.table + """

            [[cell]]
            kind = "quiet"
            tab = "builds"
            priority = "low"
            [[cell]]
            kind = "muted"
            tab = "builds"
            mute = true
            [[cell]]
            kind = "loud"
            tab = "builds"
            priority = "urgent"
            [[cell]]
            kind = "waits"
            tab = "reviews"
            path = "pr/{number}"
            over_modal = "queue"
            [[screen]]
            tab = "builds"
            path = "branches/:run"
            query = ["branch"]
            title = "Branch"
            command = ["echo", "--", "run {run} on {branch}"]
            [[screen]]
            tab = "builds"
            path = "config"
            title = "Route table"
            command = ["sh", "-c", "\(check)"]
            [[cell]]
            kind = "deeplinkd.config"
            tab = "builds"
            path = "config"
            """
    }

    @Test func priorityAndMute_DecideWhatABannerIs() throws {
        let daemon = try TestDaemon(table: Self.table())
        let tmux = pane(daemon)
        _ = tmux.text(containing: "Nothing here yet")
        try daemon.send(#"{"kind":"quiet","key":"q","title":"a quiet one","priority":"urgent"}"#)
        try daemon.send(#"{"kind":"muted","key":"m","title":"a muted one"}"#)
        let counted = tmux.text {
            $0.contains("Builds ●2") && $0.contains("a quiet one") && $0.contains("a muted one")
        }
        #expect(counted.contains("a quiet one") && counted.contains("a muted one"))
        #expect(!counted.contains("o open"))
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"a plain one","params":{"run":7}}"#)
        #expect(tmux.text(containing: "o open").contains("▌ci.run failed a plain one"))
        // Of a higher priority, it stands before what was there.
        try daemon.send(#"{"kind":"loud","key":"l","title":"a loud one","priority":"low"}"#)
        #expect(tmux.text(containing: "▌loud").contains("▌loud new a loud one"))
        #expect(tmux.text(containing: "+1 more").contains("+1 more"))
    }

    /// A search line has the keys; an open from another terminal waits for it, and takes none of its letters.
    @Test func queue_WaitsForATextField() throws {
        let daemon = try TestDaemon(table: Self.table())
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"a run","params":{"run":7}}"#)
        let seq = try daemon.send(#"{"kind":"waits","key":"9","title":"a request","params":{"number":9}}"#)
        let tmux = pane(daemon)
        _ = tmux.text(containing: "while you were away")
        waitOutDeadTime()
        tmux.type("x", "Enter")
        _ = tmux.text(containing: "exit 0")
        tmux.type("/")
        tmux.write("o")
        let tool = Program.path("deeplinkctl")
        let said = Tmux.shell("\(tool) open --client=\(daemon.paths.client) deeplink://cell/\(seq) 2>&1")
        tmux.write("x9")
        let waiting = tmux.text(containing: "ox9")
        #expect(waiting.contains("ox9") && waiting.contains("Builds › Run 7 › Log"), "\(said)")
        tmux.type("Escape")
        #expect(tmux.text(containing: "pr 9").contains("Reviews › Pull request 9"))
    }

    @Test func fileWithErrors_LeadsFromTheNotificationViewToWhatCheckSays() throws {
        let daemon = try TestDaemon()
        let tool = "\(Program.path("deeplinkctl")) check --config=\(daemon.directory.path)/config"
        try daemon.write(table: Self.table(check: "\(tool) || true"))
        try Files.writeAtomically(
            Array("version = 1\n[[tab]]\nid = \"Not an id\"\n".utf8),
            to: "\(daemon.directory.path)/config/routes.d/broken.toml")
        daemon.stop()
        try daemon.start()
        let tmux = pane(daemon)
        _ = tmux.text(containing: "1 Builds")
        tmux.type("0")
        #expect(notifications(tmux, with: "in broken.toml").contains("in broken.toml"))
        tmux.type("Enter")
        #expect(tmux.text(containing: "broken.toml:2").contains("Builds › Route table"))
        #expect(tmux.text(containing: "broken.toml:2").contains("broken.toml:2:1"))
    }

    @Test func queryOfALink_ReachesTheScreensCommand() throws {
        let daemon = try TestDaemon(table: Self.table())
        try daemon.send(
            #"{"link":"deeplink://builds/branches/7?branch=main","key":"b","title":"a branch"}"#)
        let tmux = pane(daemon)
        _ = tmux.text(containing: "1 Builds")
        tmux.type("0")
        #expect(notifications(tmux, with: "a branch").contains("a branch"))
        tmux.type("Enter")
        #expect(tmux.text(containing: "run 7 on main").contains("Builds › Branch"))
    }

    /// The client stands still while the cell moves on and the key is pressed: it opens the newest state and says so.
    @Test func cellThatMovedOn_IsSaidToHave() throws {
        let daemon = try TestDaemon()
        let tmux = pane(daemon)
        _ = tmux.text(containing: "Nothing here yet")
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"a run","params":{"run":7}}"#)
        _ = tmux.text(containing: "o open")
        waitOutDeadTime()
        try whileStopped(daemon) {
            try daemon.send(#"{"kind":"ci.run","state":"running","key":"7","title":"a run","params":{"run":7}}"#)
            tmux.type("o")
        }
        #expect(tmux.text(containing: "moved on").contains("moved on: failed → running"))
        #expect(tmux.text.contains("Builds › Run 7 › Log"))
    }

    @Test func cellThatLeadsToAnotherTabNow_TakesASecondPress() throws {
        let daemon = try TestDaemon()
        let tmux = pane(daemon)
        _ = tmux.text(containing: "Nothing here yet")
        try daemon.send(#"{"kind":"pr","state":"review_requested","key":"7","title":"a pr","params":{"number":7}}"#)
        _ = tmux.text(containing: "o open")
        waitOutDeadTime()
        try whileStopped(daemon) {
            try daemon.send(#"{"kind":"pr","state":"checks_failed","key":"7","title":"a pr","params":{"number":7}}"#)
            tmux.type("o")
        }
        let first = tmux.text(containing: "press again")
        #expect(first.contains("it is checks_failed now and leads to another tab: press again"))
        #expect(first.contains("▌pr checks_failed a pr"))
        waitOutDeadTime()
        tmux.type("o")
        #expect(tmux.text(containing: "Run 7 › Log").contains("Builds › Run 7 › Log"))
    }

    // MARK: A terminal

    /// The notification view, once it has that row: the tab's own list may have it too.
    private func notifications(_ tmux: borrowing Tmux, with row: String) -> String {
        tmux.text { $0.contains(" Notifications\n") && $0.contains(row) }
    }

    /// A shell without job control between tmux and the client: a client that is stopped gives no terminal back.
    private func pane(_ daemon: TestDaemon) -> Tmux {
        let command = "\(Program.path("deeplink")) \(daemon.options.joined(separator: " "))"
        let script = "echo \\$\\$ >\(daemon.directory.path)/shell; \(command); echo ended"
        return Tmux(
            rows: 16, columns: 100, command: "sh -c \"\(script)\"", environment: ["SWIFT_BACKTRACE": "enable=no"])
    }

    private func whileStopped(_ daemon: TestDaemon, _ body: () throws -> Void) throws {
        let shell = "$(cat \(daemon.directory.path)/shell)"
        let pid = "$(cat /proc/\(shell)/task/\(shell)/children)"
        _ = Tmux.shell("kill -STOP \(pid)")
        defer { _ = Tmux.shell("kill -CONT \(pid)") }
        try body()
        // The key is on its way through tmux.
        _ = Tmux.shell("sleep 0.2")
    }

    private func waitOutDeadTime() {
        _ = Tmux.shell("sleep 0.4")
    }
}
