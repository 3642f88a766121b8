import Client
import JSON
import Posix
import Routing
import SQLite
import Testing
import Wire

/// How the daemon ends, takes a new table, and treats a database that is not its own.
@Suite struct StoppingTests {
    let place: Workplace

    init() throws { place = try Workplace() }

    // MARK: SIGTERM

    @Test func linesBeforeTheSignal_AreStoredAndAnswered() throws {
        let daemon = try RunningDaemon(in: place)
        let socket = try daemon.lines()
        let count = 200
        try socket.send((1...count).map { #"{"kind":"line","key":"\#($0)"}"# + "\n" }.joined())
        let status = try daemon.terminate()
        #expect(status == .exited(0), "\(daemon.program.complaint.suffix(500))")
        let answers = try socket.linesToEnd()
        #expect(answers.count == count)
        try daemon.restart()
        #expect(try daemon.numbers()["events"] == count)
    }

    @Test func floodThatGoesOn_DoesNotHoldItUp() throws {
        let daemon = try RunningDaemon(in: place)
        let sockets = try (0..<4).map { _ in try daemon.lines() }
        let lines = Array((0..<5_000).map { _ in #"{"kind":"flood"}"# + "\n" }.joined().utf8)
        // More than the kernel takes at once: input waits on every connection when the signal comes.
        for socket in sockets { _ = try socket.socket.send(lines) }
        let status = try daemon.terminate()
        #expect(status == .exited(0), "\(daemon.program.complaint.suffix(500))")
        let acked = try sockets.map { try acks(of: $0) }.joined().max() ?? 0
        try daemon.restart()
        #expect(try daemon.numbers()["events"] ?? 0 >= Int(acked))
    }

    /// The seqs that a sender was told; a connection that breaks ends the list.
    private func acks(of socket: LineSocket) throws -> [Int64] {
        var seqs: [Int64] = []
        while let line = try? socket.line() {
            if let seq = try line.json()["seq"]?.integer { seqs.append(seq) }
        }
        return seqs
    }

    @Test func clients_AreToldBeforeItGoes() throws {
        let daemon = try RunningDaemon(in: place)
        let client = try daemon.connect()
        _ = try client.wait(for: Hello(client: "test", role: .observer), seconds: 10)
        #expect(try daemon.terminate() == .exited(0))
        #expect(try client.incoming { $0.isEmpty ? nil : $0 } == [.bye(reason: "deeplinkd is stopping")])
    }

    // MARK: SIGHUP and --check-config

    @Test func newTable_IsUsedAfterHangUp() throws {
        let daemon = try RunningDaemon(in: place)
        _ = try daemon.notify(#"{"kind":"pr","state":"merged","key":"7"}"#)
        #expect(try daemon.call(CellsList(tab: "reviews")).cells.count == 1)
        let observer = try daemon.connect()
        let before = try observer.wait(for: Hello(client: "test", role: .observer), seconds: 10).table.version
        try place.write(
            table: Workplace.table.replacing(
                "kind = \"pr\"\ntab = \"reviews\"", with: "kind = \"pr\"\ntab = \"builds\""))
        try daemon.program.child.kill(Signals.hangUp)
        let version = try observer.incoming { news -> String? in
            for case .tableChanged(let table) in news { return table.version }
            return nil
        }
        #expect(version != before)
        #expect(try daemon.call(Status()).table == version)
        #expect(try daemon.call(Resolve(target: .cell(1))).tab == "builds")
        #expect(try daemon.call(CellsList(tab: "builds")).cells.count == 1)
    }

    @Test func badTable_IsRefusedAndTheOldOneStays() throws {
        let daemon = try RunningDaemon(in: place)
        let before = try daemon.call(Status()).table
        try place.write(table: Workplace.table + "\n[[cell]]\nkind = \"x\"\ntab = \"nowhere\"\n")
        try daemon.program.child.kill(Signals.hangUp)
        #expect(try daemon.program.says("test.toml:"), "\(daemon.program.complaint)")
        #expect(try daemon.call(Status()).table == before)
        #expect(try daemon.call(TableCheck()).findings.contains { $0.severity == .error })
        #expect(try daemon.notify(#"{"kind":"pr","state":"merged"}"#).count == 1)
    }

    @Test func checkConfiguration_SaysWhereAndServesNothing() throws {
        let good = try Programs.deeplinkd(["--check-config"], in: place)
        #expect(good.status == .exited(0), "\(good)")
        try place.write(table: Workplace.table + "\n[[cell]]\nkind = \"x\"\ntab = \"nowhere\"\n")
        let bad = try Programs.deeplinkd(["--check-config"], in: place)
        #expect(bad.status == .exited(1), "\(bad)")
        let line = Workplace.table.split(separator: "\n", omittingEmptySubsequences: false).count + 3
        #expect(bad.output.contains("test.toml:\(line):"), "\(bad)")
        #expect(try !Files.exists(place.state))
    }

    // MARK: The database

    @Test func databaseOfANewerVersion_IsRefusedAndNotTouched() throws {
        let daemon = try RunningDaemon(in: place)
        _ = try daemon.notify(#"{"kind":"a"}"#)
        #expect(try daemon.terminate() == .exited(0))
        try Self.setVersion(99, of: place.database)
        let before = try contents()
        let ended = try Programs.deeplinkd(["--standalone"], in: place)
        #expect(ended.status == .exited(4), "\(ended)")
        #expect(ended.complaint.contains("99"), "\(ended)")
        // SQLite leaves an empty log beside a database that it only looked at.
        let after = try contents().filter { !$0.value.isEmpty }
        #expect(after == before.filter { !$0.value.isEmpty })
        #expect(try Files.list(place.directory + "/run").isEmpty)
    }

    private static func setVersion(_ version: Int32, of path: String) throws {
        try Database(path: path).setUserVersion(version)
    }

    /// Every file of the state directory with its bytes, but for the lock, which names its last holder.
    private func contents() throws -> [String: [UInt8]] {
        let names = try Files.list(place.state).filter { $0 != "lock" }
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try Files.read("\(place.state)/\($0)", limit: 8 << 20).bytes) })
    }

    @Test(arguments: [["--help"], ["--version"]])
    func plainQuestions_AreAnswered(words: [String]) throws {
        let ended = try Programs.deeplinkd(words, in: place)
        #expect(ended.status == .exited(0))
        #expect(
            ended.output.hasPrefix(words == ["--help"] ? "Usage: deeplinkd" : "deeplinkd \(Version.text)\n"), "\(ended)"
        )
    }

    @Test(arguments: [["--nonsense"], ["word"], ["--state"]])
    func wrongUsage_IsItsOwnStatus(words: [String]) throws {
        #expect(try Programs.run([try Programs.path("deeplinkd")] + words, in: place).status == .exited(2))
    }
}
