import Posix
import Routing
import Testing
import Wire

/// `deeplinkctl run`: the command is the caller's own, and its life is a cell.
@Suite struct JobTests {
    let place: Workplace

    init() throws { place = try Workplace() }

    private func run(_ options: [String] = [], _ script: String, input: String = "") throws -> Programs.Ended {
        try Programs.deeplinkctl(["run"], in: place, after: options + ["--", "/bin/sh", "-c", script], input: input)
    }

    @Test(
        arguments: [("exit 0", 0, "finished"), ("exit 7", 7, "failed"), ("kill -TERM $$", 143, "failed")]
            as [(String, Int32, String)])
    func end_IsKeptAndReported(script: String, code: Int32, state: String) throws {
        let daemon = try RunningDaemon(in: place)
        let ended = try run(["--key", "nightly"], "echo out; echo err >&2; \(script)")
        #expect(ended.status == .exited(code), "\(ended)")
        #expect(ended.output == "out\n" && ended.complaint == "err\n")
        let detail = try daemon.call(CellsGet(cell: 1))
        #expect(detail.summary.kind == "job" && detail.summary.key == "nightly" && detail.summary.state == state)
        #expect(detail.history.map(\.state) == [state, "started"])
        #expect(detail.params["exit"]?.text == "\(code)")
        let job = try #require(detail.params["job"]?.text)
        let file = "\(place.state)/jobs/\(job)"
        let kept = try Files.read(file, limit: 1 << 20).bytes
        #expect(Set(String(decoding: kept, as: UTF8.self).split(separator: "\n")) == ["out", "err"])
        #expect(try place.mode(file) == 0o600)
        #expect(try place.mode("\(place.state)/jobs") == 0o700)
    }

    @Test func input_StaysTheCallers() throws {
        let daemon = try RunningDaemon(in: place)
        let ended = try run([], "read line; echo \"got $line\"", input: "hello\n")
        #expect(ended.output == "got hello\n", "\(ended)")
        #expect(try daemon.call(CellsList()).cells.map(\.state) == ["finished"])
    }

    @Test func shortCommand_IsNotWorthAnEventWithMinimum() throws {
        let daemon = try RunningDaemon(in: place)
        #expect(try run(["--min", "600"], "true").status == .exited(0))
        #expect(try daemon.numbers()["events"] == 0)
    }

    @Test func withoutADaemon_TheCommandRunsAndOneLineSaysSo() throws {
        let ended = try run([], "echo out; exit 3")
        #expect(ended.status == .exited(3) && ended.output == "out\n", "\(ended)")
        #expect(
            ended.complaint.split(separator: "\n").count == 1 && ended.complaint.hasPrefix("deeplinkctl: "), "\(ended)")
    }

    @Test func daemonKilledMeanwhile_DoesNotTouchTheCommand() throws {
        let daemon = try RunningDaemon(in: place)
        let job = try RunningProgram(
            [try Programs.path("deeplinkctl"), "run"] + place.options
                + ["--", "/bin/sh", "-c", "while [ ! -e \"$HOME/go\" ]; do sleep 0.01; done; exit 5"], in: place)
        let deadline = Clock.system.boot() + Programs.patience
        while try daemon.numbers()["events"] != 1, Clock.system.boot() < deadline {
            try #require(try job.isRunning(for: 2), "\(job.complaint)")
        }
        try daemon.kill()
        try daemon.restart()
        try Files.append([], to: place.directory + "/go")
        #expect(try job.ended() == .exited(5), "\(job.complaint)")
        #expect(try daemon.call(CellsList()).cells.map(\.state) == ["failed"], "\(job.complaint)")
    }

    @Test(arguments: [("/no/such/program", 127), ("/etc/passwd", 126)] as [(String, Int32)])
    func whatCannotRun_EndsAsInAShell(program: String, code: Int32) throws {
        let daemon = try RunningDaemon(in: place)
        let ended = try Programs.deeplinkctl(["run"], in: place, after: ["--", program])
        #expect(ended.status == .exited(code), "\(ended)")
        #expect(ended.complaint.contains(program))
        _ = daemon
    }
}
