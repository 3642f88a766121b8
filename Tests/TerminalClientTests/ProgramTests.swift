import Client
import Posix
import Testing
import TmuxHarness

/// The built programs in a real terminal: tmux, a pane that is read back as text.
@Suite(.enabled(if: Tmux.isInstalled, "tmux is not installed: the tests in a real terminal are skipped"))
struct ProgramTests {
    @Test func oneKey_LandsOnTheOutput_AndBackReachesTheRoot() throws {
        let daemon = try TestDaemon()
        let tmux = pane(daemon)
        _ = tmux.text(containing: "Nothing here yet")
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"漢字 👩‍🚀 build","params":{"run":7}}"#)
        #expect(tmux.text(containing: "o open").contains("▌ci.run failed 漢字 👩 build"))
        waitOutDeadTime()
        tmux.type("o")
        #expect(tmux.text(containing: "exit 0").contains(" Builds › Run 7 › Log\n exit 0 · "))
        tmux.type("BSpace")
        #expect(tmux.text(containing: "green").contains(" Builds › Run 7\n"))
        tmux.type("BSpace")
        #expect(tmux.text(containing: "   failed  漢").contains("   failed  漢字 👩 build"))
        tmux.type("q")
        #expect(tmux.text(containing: "ended 0").contains("ended 0"))
    }

    @Test func hostileText_ReachesTheTerminalAsText() throws {
        let daemon = try TestDaemon()
        try daemon.send(
            ##"{"kind":"chat","key":"h","title":"\u001b]0;owned\u0007\u001b[2J\u202e\u009b31mred","body":"x"}"##)
        let tmux = pane(daemon)
        _ = tmux.text(containing: "1 Builds")
        tmux.type("0")
        let text = tmux.text(containing: "red")
        #expect(text.contains("␛]0;owned␇␛[2J\u{FFFD}\u{FFFD}31mred"))
        #expect(text.contains(" 0 ●1 │ 1 Builds"))
    }

    @Test func aNewSize_IsDrawn() throws {
        let daemon = try TestDaemon()
        let tmux = pane(daemon)
        _ = tmux.text(containing: "Nothing here yet")
        tmux.resize(rows: 5, columns: 20)
        #expect(tmux.text(containing: " Two commands to\n").hasPrefix(" 0 │ 1 Builds  2 Re…\n Nothing here yet.\n"))
        tmux.resize(rows: 20, columns: 60)
        #expect(tmux.text(containing: "? help").contains("Nothing here yet. Two commands to try:"))
    }

    @Test(arguments: ["TERM", "HUP", "INT", "SEGV", "ABRT"])
    func aSignalsEnd_LeavesTheTerminalAsItWas(_ signal: String) throws {
        let daemon = try TestDaemon()
        let tmux = Tmux(
            rows: 16, columns: 100, command: "stty -a | cksum", environment: ["SWIFT_BACKTRACE": "enable=no"])
        _ = tmux.text(containing: "\n#")
        tmux.run("\(command(daemon)) & echo $! >\(daemon.directory.path)/pid; fg; echo ended; stty -a | cksum")
        _ = tmux.text(containing: "Nothing here yet")
        _ = Tmux.shell("kill -\(signal) $(cat \(daemon.directory.path)/pid)")
        let text = tmux.text { sums($0).count == 2 }
        #expect(sums(text).count == 2 && sums(text).first == sums(text).last, "\(text)")
        #expect(!text.contains("Nothing here yet"))
    }

    @Test func suspension_GivesTheShellBack() throws {
        let daemon = try TestDaemon()
        let tmux = Tmux(rows: 16, columns: 100, command: command(daemon))
        _ = tmux.text(containing: "Nothing here yet")
        tmux.type("C-z")
        #expect(!tmux.text { !$0.contains("Nothing here yet") }.contains("Nothing here yet"))
        tmux.run("fg")
        #expect(tmux.text(containing: "Nothing here yet").contains("Nothing here yet"))
        tmux.type("q")
        #expect(!tmux.text { !$0.contains("Nothing here yet") }.contains("Nothing here yet"))
    }

    @Test func aWordTooMany_IsAnsweredWithTheWayToTheHelp() {
        let said = Tmux.shell("\(Program.path("deeplink")) deeplink://jobs deeplink://mail 2>&1; echo $?")
        #expect(said == "deeplink: expected one LINK, or none\nTry 'deeplink --help'.\n2\n")
    }

    @Test func s_StartsADaemonOfItsOwn() throws {
        let daemon = try TestDaemon()
        daemon.stop()
        let tmux = pane(daemon)
        _ = tmux.text(containing: "Waiting for deeplinkd")
        tmux.type("s")
        #expect(tmux.text(containing: "Nothing here yet").contains("Nothing here yet"))
        _ = Tmux.shell(
            "for p in /proc/[0-9]*; do tr '\\0' ' ' <$p/cmdline | grep -q \"deeplinkd --standalone.*\(daemon.paths.client)\" && kill ${p#/proc/}; done"
        )
    }

    @Test func withoutATerminal_ItSaysWhatToDo() throws {
        let daemon = try TestDaemon()
        let text = Tmux.shell("(\(command(daemon)) </dev/null; echo $?) 2>&1")
        #expect(text == "deeplink: input and output must be a terminal: deeplink --print needs none\n2\n")
    }

    @Test func print_ShowsPlanAndScreen() throws {
        let daemon = try TestDaemon()
        let seq = try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"build","params":{"run":7}}"#)
        let text = Tmux.shell("\(command(daemon)) --print deeplink://cell/\(seq)")
        let plan = "  push runs/7\n  push runs/7/log\n  focus\n"
        #expect(text.hasPrefix("deeplink://builds/runs/7/log\nrule ci.run * ("))
        #expect(text.contains(plan))
        #expect(text.contains(" Builds › Run 7 › Log\n exit 0 · "))
        #expect(Tmux.shell("\(command(daemon)) --print").contains("● failed  build"))
    }

    @Test(arguments: [
        ("--print deeplink://nowhere/x", 1), ("--print nonsense", 1), ("--nonsense", 2), ("operand", 2), ("--help", 0),
        ("--version", 0),
    ])
    func exitCodes_AreAsDocumented(_ words: String, _ code: Int) throws {
        let daemon = try TestDaemon()
        #expect(Tmux.shell("\(command(daemon)) \(words) >/dev/null; echo $?") == "\(code)\n")
    }

    @Test func printWithoutADaemon_HasItsOwnCode() throws {
        let daemon = try TestDaemon()
        daemon.stop()
        #expect(Tmux.shell("\(command(daemon)) --print; echo $?") == "3\n")
    }

    private func command(_ daemon: TestDaemon) -> String {
        "\(Program.path("deeplink")) \(daemon.options.joined(separator: " "))"
    }

    private func pane(_ daemon: TestDaemon) -> Tmux {
        Tmux(
            rows: 16, columns: 100, command: "\(command(daemon)); echo ended $?",
            environment: ["SWIFT_BACKTRACE": "enable=no"])
    }

    private func waitOutDeadTime() {
        _ = Tmux.shell("sleep 0.4")
    }

    private func sums(_ text: String) -> [Substring] {
        // What was typed before the shell was ready stands behind its prompt.
        text.split(separator: "\n").map { $0.drop { $0 == "#" || $0 == " " } }
            .filter { $0.contains(" ") && $0.allSatisfy { $0.isNumber || $0 == " " } }
    }
}
