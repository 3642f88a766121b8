import Posix
import Testing
import Wire

/// A job that ends removes outputs that nothing leads to, and no others.
@Suite struct OutputSweepTests {
    let place: Workplace
    let daemon: RunningDaemon

    init() throws {
        place = try Workplace()
        daemon = try RunningDaemon(in: place)
    }

    private func run(_ options: String..., script: String = "echo out") throws -> String {
        let before = try outputs()
        let ended = try Programs.deeplinkctl(["run"], in: place, after: options + ["--", "sh", "-c", script])
        #expect(ended.status == .exited(0), "\(ended)")
        return try outputs().subtracting(before).first ?? ""
    }

    private func outputs() throws -> Set<String> {
        try Files.exists("\(place.state)/jobs") ? Set(try Files.list("\(place.state)/jobs")) : []
    }

    private func age(_ names: String...) throws {
        for name in names {
            let ended = try Programs.run(["touch", "-d", "1 hour ago", "\(place.state)/jobs/\(name)"], in: place)
            #expect(ended.status == .exited(0), "\(ended)")
        }
    }

    private func strayOutput(_ name: String) throws -> String {
        try Files.append(Array("x".utf8), to: "\(place.state)/jobs/\(name)")
        try age(name)
        return name
    }

    @Test func whatNothingLeadsTo_IsRemoved() throws {
        let listed = try run()
        let dismissed = try run()
        #expect(try Programs.deeplinkctl(["dismiss", "3"], in: place).status == .exited(0))
        let superseded = try run("--key", "nightly")
        let current = try run("--key", "nightly")
        try age(listed, dismissed, superseded, current)
        let stray = try strayOutput("00000000-0000-4000-8000-000000000000")
        let foreign = try strayOutput("notes.txt")
        let young = "00000000-0000-4000-8000-000000000001"
        try Files.append(Array("x".utf8), to: "\(place.state)/jobs/\(young)")
        let last = try run()
        #expect(try outputs() == [listed, dismissed, current, foreign, young, last])
        #expect(!(try outputs().contains(stray)))
        #expect(try Files.list("\(place.state)/job-keys") == [current])
    }

    @Test func jobThatRuns_KeepsItsOutput() throws {
        // It says nothing while it runs and has not been reported: only its lock speaks for it.
        let job = try RunningProgram(
            [try Programs.path("deeplinkctl"), "run", "--min", "3600"] + place.options
                + ["--", "sh", "-c", "while [ ! -e \"$HOME/go\" ]; do sleep 0.01; done"], in: place)
        let deadline = Clock.system.boot() + Programs.patience
        while try outputs().isEmpty, Clock.system.boot() < deadline { _ = try job.isRunning(for: 5) }
        let running = try #require(try outputs().first)
        try age(running)
        let stray = try strayOutput("00000000-0000-4000-8000-000000000000")
        _ = try run()
        #expect(try outputs().contains(running))
        #expect(try !outputs().contains(stray))
        try Files.append([], to: place.directory + "/go")
        #expect(try job.ended() == .exited(0))
    }

    @Test func manyStrayOutputs_AreRemovedByAFewAtATime() throws {
        let first = try run()
        for number in 0..<100 {
            let digits = String(number)
            try Files.append(
                [],
                to:
                    "\(place.state)/jobs/00000000-0000-4000-8000-\(String(repeating: "0", count: 12 - digits.count))\(digits)"
            )
        }
        let aged = try Programs.run(["sh", "-c", "touch -d '1 hour ago' \(place.state)/jobs/*"], in: place)
        #expect(aged.status == .exited(0), "\(aged)")
        _ = try run()
        #expect(try outputs().count >= 102 - 32 && (try outputs().count) <= 102 - 30)
        #expect(try outputs().contains(first))
    }

    @Test func withoutAClientsSocket_NothingIsRemoved() throws {
        _ = try run()
        let stray = try strayOutput("00000000-0000-4000-8000-000000000000")
        let ended = try Programs.run(
            [
                try Programs.path("deeplinkctl"), "run", "--notify", place.notify, "--state", place.state, "--client",
                "/nowhere/client.sock", "true",
            ], in: place)
        #expect(ended.status == .exited(0) && ended.complaint.isEmpty, "\(ended)")
        #expect(try outputs().contains(stray))
    }
}
