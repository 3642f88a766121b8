import JSON
import Posix
import Routing
import Testing
import Wire

/// The built deeplinkctl against the built deeplinkd: what a script sees of both.
@Suite struct ToolTests {
    let place: Workplace
    let daemon: RunningDaemon

    init() throws {
        place = try Workplace()
        daemon = try RunningDaemon(in: place)
    }

    private func control(_ words: String..., input: String = "") throws -> Programs.Ended {
        try Programs.deeplinkctl(words, in: place, input: input)
    }

    // MARK: Saying what happened

    @Test func send_KeepsEveryFieldItWasGiven() throws {
        let sent = try control(
            "send", "pr", "checks_failed", "--key", "7", "--title", "it broke", "--body", "-", "--param", "run=12",
            "--param", "branch=main", "--priority", "high", input: "first line\nsecond é\n")
        #expect(sent.status == .exited(0) && sent.output == "seq 1\n", "\(sent)")
        let detail = try daemon.call(CellsGet(cell: 1))
        #expect(detail.summary.title == "it broke")
        #expect(detail.summary.priority == .high)
        #expect(detail.body.hasPrefix("first line\nsecond é"))
        #expect(detail.params.keys.sorted() == ["branch", "run"])
    }

    @Test func dryRun_StoresNothing() throws {
        let sent = try control("send", "pr", "checks_failed", "--dry-run")
        #expect(sent.status == .exited(0), "\(sent)")
        #expect(sent.output.contains("deeplink://builds/prs/1/checks"), "\(sent)")
        #expect(try daemon.numbers()["events"] == 0)
    }

    // MARK: Looking

    @Test func list_PrintsIDsFirstAndAsJSONOneArray() throws {
        _ = try daemon.notify(
            #"{"kind":"pr","key":"7","state":"checks_failed","title":"a"}"#, #"{"kind":"other","title":"b"}"#)
        let plain = try control("list")
        #expect(plain.output.split(separator: "\n").compactMap { $0.split(separator: " ").first } == ["2", "1"])
        let elements = try #require(try control("list", "--json").output.json().elements)
        let cells = try elements.map { try CellSummary(wire: Fields($0, of: "cell")) }
        #expect(cells == (try daemon.call(CellsList()).cells))
    }

    @Test func hostileTitle_ReachesNoTerminal() throws {
        _ = try daemon.notify(#"{"kind":"a","title":"x\u001b[2Jy\u0007","body":"\u001b]0;owned\u0007"}"#)
        for verb in ["list", "show"] {
            let ended = try Programs.deeplinkctl([verb] + (verb == "show" ? ["1"] : []), in: place)
            #expect(ended.status == .exited(0), "\(ended)")
            #expect(!ended.output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" }, "\(verb)")
        }
    }

    @Test(
        arguments: [
            (["1"], "deeplink://builds/prs/1/checks"),
            (["deeplink://builds/prs/9"], "builds: prs › prs/9"),
            (["deeplink://cell/1"], "deeplink://builds/prs/1/checks"),
            (["pr", "checks_failed"], "prs/{id}/checks"),
            (["pr", "checks_failed", "--param", "n=1"], "builds"),
            (["nobody", "knows"], "kind  = \"nobody\""),
        ] as [([String], String)])
    func explain_AnswersEveryForm(words: [String], part: String) throws {
        _ = try daemon.notify(#"{"kind":"pr","key":"7","state":"checks_failed"}"#)
        let ended = try Programs.deeplinkctl(["explain"] + words, in: place)
        #expect(ended.status == .exited(0) && ended.output.contains(part), "\(ended)")
        let json = try Programs.deeplinkctl(["explain", "--json"] + words, in: place)
        #expect(json.status == .exited(0), "\(json)")
        #expect(try json.output.json().kind == .object)
    }

    @Test(arguments: ["status", "routes", "list", "check"])
    func dataVerb_HasOneJSONDocument(verb: String) throws {
        let ended = try Programs.deeplinkctl([verb, "--json"], in: place)
        #expect(ended.status == .exited(0), "\(ended)")
        #expect(ended.output.hasSuffix("\n") && ended.output.split(separator: "\n").count == 1)
        _ = try ended.output.json()
    }

    @Test func watch_PrintsOneObjectALineAndEndsWithTheDaemon() throws {
        let watcher = try RunningProgram(
            [try Programs.path("deeplinkctl"), "watch", "--json"] + place.options, in: place)
        let deadline = Clock.system.boot() + Programs.patience
        while try daemon.numbers()["observers"] != 1, Clock.system.boot() < deadline {
            try #require(try watcher.isRunning(for: 2), "\(watcher.complaint)")
        }
        _ = try daemon.notify(#"{"kind":"pr","key":"7","state":"checks_failed"}"#)
        #expect(try daemon.terminate() == .exited(0))
        #expect(try watcher.ended() == .exited(3), "\(watcher.complaint)")
        let lines = watcher.output.split(separator: "\n").map(String.init)
        let words = try lines.map { try $0.json()["event"]?.string }
        #expect(words.contains("cell.announced"), "\(lines)")
    }

    // MARK: Going there

    @Test func open_TellsHeldFromOffered() throws {
        _ = try daemon.notify(#"{"kind":"pr","key":"7","state":"checks_failed"}"#)
        let held = try control("open", "1")
        #expect(held.status == .exited(4) && held.output == "held for your next client\n", "\(held)")
        let navigator = ScriptedNavigator(path: place.client)
        try navigator.attach()
        let offered = try control("open", "deeplink://reviews/prs/1")
        #expect(offered.status == .exited(0), "\(offered)")
        let deadline = Clock.system.boot() + Programs.patience
        while navigator.moves.count < 2, Clock.system.boot() < deadline { try navigator.work(milliseconds: 10) }
        #expect(navigator.moves == [1: 1, 2: 1])
    }

    @Test(
        arguments: [
            ["open", "99"], ["open", "deeplink://nowhere/at/all"], ["show", "99"], ["read", "99"], ["dismiss", "99"],
            ["explain", "99"],
        ])
    func whatIsNotThere_IsSaidWithStatusOne(words: [String]) throws {
        let ended = try Programs.deeplinkctl(words, in: place)
        #expect(ended.status == .exited(1), "\(ended)")
        #expect(ended.complaint.hasPrefix("deeplinkctl: ") && ended.output.isEmpty, "\(ended)")
    }

    @Test func readAndDismiss_ChangeTheList() throws {
        _ = try daemon.notify(#"{"kind":"a","key":"1"}"#, #"{"kind":"a","key":"2"}"#)
        #expect(try control("read", "1").status == .exited(0))
        #expect(try control("dismiss", "2").status == .exited(0))
        let cells = try daemon.call(CellsList()).cells
        #expect(cells.map(\.id) == [1] && cells.map(\.isUnread) == [false])
    }

    // MARK: Without a daemon

    @Test(arguments: [["list"], ["send", "a", "b"], ["open", "1"], ["status"], ["watch"], ["explain", "a", "b"]])
    func noDaemon_IsItsOwnStatus(words: [String]) throws {
        try daemon.kill()
        let ended = try Programs.deeplinkctl(words, in: place)
        #expect(ended.status == .exited(3), "\(ended)")
        #expect(ended.complaint.contains("deeplinkd.socket") && ended.output.isEmpty, "\(ended)")
    }

    @Test func check_NeedsNoDaemonAndSaysWhere() throws {
        try daemon.kill()
        #expect(try control("check").status == .exited(0))
        try place.write(table: Workplace.table + "\n[[cell]]\nkind = \"x\"\ntab = \"nowhere\"\n")
        let bad = try control("check")
        #expect(bad.status == .exited(1), "\(bad)")
        #expect(bad.output.contains("test.toml:"), "\(bad)")
    }
}
