import Client
import Posix
import Routing
import Testing
import Wire

/// Table files with errors in them, as the owner of the daemon meets them: a cell for each, once.
@Suite struct TableFaultTests {
    let place: Workplace
    let daemon: RunningDaemon

    init() throws {
        place = try Workplace()
        daemon = try RunningDaemon(in: place)
    }

    private func file(_ name: String) -> String { "\(place.configuration)/routes.d/\(name)" }

    private func write(_ name: String, _ text: String) throws {
        try Files.writeAtomically(Array(text.utf8), to: file(name))
    }

    /// The cells about table files: state and title by the file's name.
    private func faults() throws -> [String: String] {
        var faults: [String: String] = [:]
        for cell in try daemon.call(CellsList(kind: "deeplinkd.config")).cells {
            faults[String(cell.key.split(separator: "/").last ?? "")] = "\(cell.state): \(cell.title)"
        }
        return faults
    }

    private func events() throws -> Int { try daemon.numbers()["events"] ?? 0 }

    private func reload() throws -> Programs.Ended { try Programs.deeplinkctl(["reload"], in: place) }

    @Test func badFile_IsACellUntilItIsMended() throws {
        try write("bad.toml", "version = 1\n[[cell]]\nkind = \"x\"\ntab = \"nowhere\"\n")
        let refused = try reload()
        #expect(refused.status == .exited(1), "\(refused)")
        #expect(refused.output.contains("bad.toml:4:7: there is no tab nowhere"), "\(refused)")
        #expect(try faults() == ["bad.toml": "failed: 1 error in bad.toml"])
        let cell = try #require(try daemon.call(CellsList(kind: "deeplinkd.config")).cells.first)
        #expect(cell.key == file("bad.toml"))
        #expect(try daemon.call(CellsGet(cell: cell.id)).body.contains("bad.toml:4:7: there is no tab nowhere"))

        try write("bad.toml", "version = 1\n[[cell]]\nkind = \"x\"\ntab = \"builds\"\n")
        let used = try reload()
        #expect(used.status == .exited(0), "\(used)")
        #expect(try faults() == ["bad.toml": "fixed: bad.toml has no errors now"])
    }

    @Test func sameFault_IsToldOnceOverReloadsAndRestarts() throws {
        try write("bad.toml", "version = [")
        for _ in 0..<3 { _ = try reload() }
        #expect(try events() == 1)
        try daemon.kill()
        try daemon.restart()
        #expect(try daemon.terminate() == .exited(0))
        try daemon.restart()
        #expect(try faults() == ["bad.toml": "failed: 1 error in bad.toml"])
        #expect(try events() == 1)
        try write("bad.toml", "version = 1\nx = 1\n")
        _ = try reload()
        #expect(try events() == 2, "another fault of the same file is news")
        try Files.unlink(file("bad.toml"))
        _ = try reload()
        #expect(try faults()["bad.toml"] == "fixed: bad.toml has no errors now")
        try write("bad.toml", "version = 1\nx = 1\n")
        _ = try reload()
        #expect(try faults()["bad.toml"] == "failed: 1 error in bad.toml", "a fault that came back is news")
        #expect(try events() == 4)
    }

    @Test func faultThatWasDismissed_IsFixedAndComesBack() throws {
        try write("bad.toml", "version = [")
        _ = try reload()
        let cell = try #require(try daemon.call(CellsList(kind: "deeplinkd.config")).cells.first)
        _ = try daemon.call(CellsDismiss(cell: cell.id, version: cell.version))
        _ = try reload()
        #expect(try faults() == [:])
        try Files.unlink(file("bad.toml"))
        _ = try reload()
        #expect(try faults()["bad.toml"] == "fixed: bad.toml has no errors now")
    }

    @Test func tieAtTheStart_SwitchesBothOffAndSaysSo() throws {
        try write("a.toml", "version = 1\n[[cell]]\nkind = \"x\"\ntab = \"builds\"\n")
        try write("b.toml", "version = 1\n[[cell]]\nkind = \"x\"\ntab = \"reviews\"\n")
        _ = try daemon.terminate()
        try daemon.restart()
        #expect(try faults() == ["b.toml": "failed: 1 error in b.toml"])
        _ = try daemon.notify(#"{"kind":"x"}"#)
        let cell = try #require(try daemon.call(CellsList(kind: "x")).cells.first)
        #expect(cell.route.why.source == .fallback)
    }

    @Test func navigatorThatIsThere_HasABanner() throws {
        let navigator = ScriptedNavigator(path: place.client)
        try navigator.attach()
        try write("bad.toml", "version = [")
        _ = try reload()
        let deadline = Clock.system.boot() + Programs.patience
        while navigator.announced.isEmpty, Clock.system.boot() < deadline { try navigator.work(milliseconds: 100) }
        #expect(navigator.announced.map(\.title) == ["1 error in bad.toml"])
    }
}
