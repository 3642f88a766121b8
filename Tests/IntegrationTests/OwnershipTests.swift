import Client
import Posix
import Testing
import Wire

/// Who may serve what: one daemon for a state directory, and no socket taken from anybody.
@Suite struct OwnershipTests {
    let place: Workplace

    init() throws { place = try Workplace() }

    @Test func secondDaemon_EndsWithItsOwnStatusAndNamesTheFirst() throws {
        let daemon = try RunningDaemon(in: place)
        let ended = try Programs.deeplinkd(["--standalone"], in: place)
        #expect(ended.status == .exited(3), "\(ended)")
        #expect(ended.complaint.contains("(pid \(daemon.pid))"), "\(ended)")
        #expect(try daemon.notify(#"{"kind":"still"}"#).count == 1)
    }

    @Test func socketThatSomebodyServes_IsNotReplaced() throws {
        let daemon = try RunningDaemon(in: place)
        let ended = try Programs.deeplinkd(["--standalone", "--state", place.directory + "/other"], in: place)
        #expect(ended.status == .exited(3), "\(ended)")
        #expect(ended.complaint.contains("\(place.notify) is served by another process"), "\(ended)")
        #expect(try daemon.notify(#"{"kind":"still"}"#).count == 1)
        #expect(try daemon.call(Status()).pid == Int64(daemon.pid))
    }

    @Test func socketThatNobodyServes_IsReplaced() throws {
        let daemon = try RunningDaemon(in: place)
        _ = try daemon.notify(#"{"kind":"kept","key":"k"}"#)
        try daemon.kill()
        #expect(try Files.facts(place.notify).kind == .socket)
        try daemon.restart()
        #expect(try daemon.call(CellsList()).cells.map(\.key) == ["k"])
    }

    @Test func fileInTheSocketsPlace_IsLeftAlone() throws {
        try Files.makeDirectories(place.directory + "/run", mode: 0o700)
        try Files.append(Array("mine".utf8), to: place.notify)
        let ended = try Programs.deeplinkd(["--standalone"], in: place)
        #expect(ended.status == .exited(1), "\(ended)")
        #expect(ended.complaint.contains("\(place.notify) is there and is no socket"), "\(ended)")
        #expect(try Files.read(place.notify, limit: 10).bytes == Array("mine".utf8))
    }

    @Test func everyFile_IsItsOwnersOnly() throws {
        let daemon = try RunningDaemon(in: place)
        _ = try daemon.notify(#"{"kind":"a"}"#)
        #expect(try place.mode(place.state) == 0o700)
        for name in try Files.list(place.state) {
            #expect(try place.mode("\(place.state)/\(name)") == 0o600, "\(name)")
        }
        #expect(try place.mode(place.directory + "/run") == 0o700)
        #expect(try place.mode(place.notify) == 0o600)
        #expect(try place.mode(place.client) == 0o600)
    }

    @Test func socketsBoundHere_AreGoneAfterwards() throws {
        let daemon = try RunningDaemon(in: place)
        #expect(try daemon.terminate() == .exited(0))
        #expect(try Files.list(place.directory + "/run").isEmpty)
    }

    // MARK: Handed in

    /// The words that hand these sockets to a daemon without `--standalone`.
    private func giving(_ names: [(name: String, path: String)]) throws -> [String] {
        try Files.makeDirectories(place.directory + "/run", mode: 0o700)
        return [try Programs.path("SocketGiver")] + names.map { "\($0.name)=\($0.path)" } + ["--"]
            + [try Programs.path("deeplinkd"), "--state", place.state, "--config", place.configuration]
    }

    @Test(arguments: [false, true])
    func socketsHandedIn_AreToldApartByNameAndOutliveTheDaemon(isReversed: Bool) throws {
        let names = [("notify", place.notify), ("client", place.client)]
        let daemon = try RunningDaemon(try giving(isReversed ? names.reversed() : names), in: place)
        #expect(try daemon.notify(#"{"kind":"a"}"#) == [#"{"seq":1,"duplicate":false}"#])
        #expect(try daemon.call(CellsList()).cells.count == 1)
        #expect(try daemon.terminate() == .exited(0), "\(daemon.program.complaint)")
        #expect(try Set(Files.list(place.directory + "/run")) == ["notify.sock", "client.sock"])
    }

    @Test func remoteSocket_IsServedWhereItIsHandedIn() throws {
        let remote = place.directory + "/run/remote.sock"
        let names = [("remote", remote), ("notify", place.notify), ("client", place.client)]
        let daemon = try RunningDaemon(try giving(names), in: place)
        let device = try Connection.noted(to: remote)
        #expect(try device.wait(for: DeviceRequest(device: "laptop")).expiresIn == 300)
        #expect(try daemon.call(DevicesList()).requests.map(\.device) == ["laptop"])
    }

    @Test(
        arguments: [
            (["notify", "elsewhere"], "has the name \"elsewhere\""), (["notify", "notify"], "two inherited sockets"),
            (["notify"], "no socket named client"), (["notify", "remote"], "no socket named client"),
            (["client"], "no socket named notify"),
        ] as [([String], String)])
    func wrongNames_AreRefused(names: [String], complaint: String) throws {
        let given = names.enumerated().map { (name: $1, path: "\(place.directory)/run/\($0).sock") }
        let ended = try Programs.run(try giving(given), in: place)
        #expect(ended.status == .exited(1), "\(ended)")
        #expect(ended.complaint.contains(complaint), "\(ended)")
        #expect(try Files.list(place.directory + "/run").count == names.count)
        #expect(try !Files.exists(place.database))
    }

    @Test func noSocketsAtAll_SaysHowToStartIt() throws {
        let ended = try Programs.deeplinkd([], in: place)
        #expect(ended.status == .exited(2), "\(ended)")
        #expect(ended.complaint.contains("--standalone"))
        #expect(try !Files.exists(place.state))
    }
}
