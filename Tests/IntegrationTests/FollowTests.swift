import Posix
import Testing
import Wire

/// `deeplinkctl watch --exec`: what a command gets, and when.
@Suite struct FollowTests {
    let place: Workplace
    let daemon: RunningDaemon

    init() throws {
        place = try Workplace()
        daemon = try RunningDaemon(in: place)
    }

    /// A watcher that runs a script for each; it is there when this returns.
    private func follow(_ script: String) throws -> RunningProgram {
        let watcher = try RunningProgram(
            [try Programs.path("deeplinkctl"), "watch"] + place.options + ["--exec", "sh", "-c", script], in: place)
        try wait { try daemon.numbers()["observers"] == 1 }
        return watcher
    }

    private func wait(until isSo: () throws -> Bool) throws {
        let deadline = Clock.system.boot() + Programs.patience
        while try !isSo() {
            try #require(Clock.system.boot() < deadline, "it never came")
            _ = try daemon.program.isRunning(for: 5)
        }
    }

    @Test func values_AreInTheEnvironment() throws {
        let watcher = try follow("env | grep ^DEEPLINK_ | LC_ALL=C sort; echo done")
        _ = try daemon.notify(
            #"{"kind":"pr","key":"7","state":"checks_failed","title":"it broke","body":"a\nb","priority":"high","params":{"run":12,"file name":"x"}}"#
        )
        try wait { watcher.output.contains("done") }
        let lines = watcher.output.split(separator: "\n").filter { !$0.hasPrefix("DEEPLINK_TIME=") }
        #expect(
            lines == [
                "DEEPLINK_BODY=a", "DEEPLINK_EVENT=announced", "DEEPLINK_ID=1", "DEEPLINK_KEY=7", "DEEPLINK_KIND=pr",
                "DEEPLINK_LINK=deeplink://builds/prs/1/checks", "DEEPLINK_PARAM_run=12",
                "DEEPLINK_PATH=prs prs/1 prs/1/checks", "DEEPLINK_PRIORITY=high", "DEEPLINK_STATE=checks_failed",
                "DEEPLINK_TAB=builds", "DEEPLINK_TITLE=it broke", "DEEPLINK_UNREAD=true", "DEEPLINK_VERSION=1", "done",
            ])
    }

    @Test func open_TellsWhereItLeadsAndWhatBecameOfIt() throws {
        let watcher = try follow(
            #"echo "$DEEPLINK_EVENT $DEEPLINK_OPEN $DEEPLINK_PHASE $DEEPLINK_KIND $DEEPLINK_LINK""#)
        _ = try daemon.notify(#"{"kind":"pr","key":"7","state":"checks_failed"}"#)
        try wait { watcher.output.contains("announced") }
        let navigator = ScriptedNavigator(path: place.client)
        try navigator.attach()
        #expect(try Programs.deeplinkctl(["open", "1"], in: place).status == .exited(0))
        let deadline = Clock.system.boot() + Programs.patience
        while !watcher.output.contains("shown"), Clock.system.boot() < deadline { try navigator.work(milliseconds: 10) }
        #expect(watcher.output.contains("open 1 shown pr deeplink://builds/prs/1/checks\n"), "\(watcher.output)")
    }

    @Test func openThatIsHeld_IsToldOnce() throws {
        let watcher = try follow(#"echo "$DEEPLINK_EVENT $DEEPLINK_PHASE $DEEPLINK_LINK""#)
        #expect(try Programs.deeplinkctl(["open", "deeplink://builds/prs"], in: place).status == .exited(4))
        _ = try daemon.notify(#"{"kind":"a"}"#)
        try wait { watcher.output.contains("announced") }
        #expect(
            watcher.output.hasPrefix("open held deeplink://builds/prs\nannounced  deeplink://messages"),
            "\(watcher.output)")
    }

    /// No shell, no option, no line of a log: only values, byte for byte, with NUL left out.
    @Test func hostileText_IsOnlyText() throws {
        let watcher = try follow(#"printf '%s' "$DEEPLINK_TITLE$DEEPLINK_PARAM_x" | od -An -tx1 | tr -d ' \n'; echo"#)
        _ = try daemon.notify(
            #"{"kind":"a","title":"$(touch PWNED)`x`;\u001b]0;e\u0007\u0000'\"--","params":{"x":"\n-e\u0000","PATH":"/evil","a=b":"c"}}"#
        )
        try wait { watcher.output.hasSuffix("\n") }
        let expected = Array("$(touch PWNED)`x`;\u{1b}]0;e\u{7}'\"--\n-e".utf8)
        #expect(
            watcher.output == expected.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "\n")
        #expect(try !Files.exists("\(place.directory)/PWNED"))
    }

    @Test func oneRunsAtATime_AndTheNewestStateWins() throws {
        let watcher = try follow(
            "echo begin $DEEPLINK_KEY $DEEPLINK_STATE; while [ ! -e \"$HOME/go\" ]; do sleep 0.01; done; echo end")
        _ = try daemon.notify(#"{"kind":"a","key":"first","state":"s"}"#)
        try wait { watcher.output == "begin first s\n" }
        // Each in a turn of its own: what comes in one turn is announced once.
        for (key, state) in [("k", "one"), ("other", "s"), ("k", "two"), ("k", "three")] {
            _ = try daemon.notify(#"{"kind":"a","key":"\#(key)","state":"\#(state)"}"#)
        }
        try Files.append([], to: place.directory + "/go")
        try wait { watcher.output.contains("other s\nend\n") }
        #expect(watcher.output == "begin first s\nend\nbegin k three\nend\nbegin other s\nend\n")
    }

    @Test func standardInput_IsEmptyAndFailureIsSaid() throws {
        let watcher = try follow("cat; echo read; exit 3")
        _ = try daemon.notify(#"{"kind":"a"}"#, #"{"kind":"a"}"#)
        try wait { watcher.output == "read\nread\n" }
        #expect(try daemon.terminate() == .exited(0))
        #expect(try watcher.ended() == .exited(3))
        #expect(
            watcher.complaint.hasPrefix("deeplinkctl: sh: exit 3\ndeeplinkctl: sh: exit 3\n"), "\(watcher.complaint)")
    }

    @Test func commandThatIsNotThere_EndsIt() throws {
        let watcher = try RunningProgram(
            [try Programs.path("deeplinkctl"), "watch"] + place.options + ["--exec", "no-such-command-here"], in: place)
        try wait { try daemon.numbers()["observers"] == 1 }
        _ = try daemon.notify(#"{"kind":"a"}"#)
        #expect(try watcher.ended() == .exited(1))
        #expect(watcher.complaint == "deeplinkctl: no-such-command-here: command not found\n")
    }

    @Test(arguments: [["watch", "--exec"], ["watch", "--json", "--exec", "true"], ["watch", "true"]])
    func wrongWords_AreUsage(words: [String]) throws {
        let ended = try Programs.deeplinkctl(["--client", place.client] + words, in: place.self, after: [])
        #expect(ended.status == .exited(2), "\(ended)")
    }
}
