import Client
import JSON
import Posix
import Routing
import Testing
import TmuxHarness
import Wire

@testable import TerminalClient

/// A client and a daemon that have no version of the protocol in common.
@Suite struct UpdateRequiredTests {
    @Test func aClientOfAnotherAge_IsToldWhatTheDaemonSpeaks() throws {
        let daemon = try TestDaemon()
        let socket = try Socket.connect(path: daemon.paths.client)
        let hello = Hello(versions: [0], client: "deeplink 0.0", role: .navigator).line(id: .number(1))
        _ = try socket.send(hello[...])
        let answer = try Message(parsing: Self.line(from: socket))
        guard case .failure(_, let error) = answer else { throw SystemError(call: "hello", code: 0) }
        #expect(error.reason == .updateRequired)
        #expect(error.versions == WireLimits.versions)
    }

    @Test func aClientThatKnowsOnlyZero_SaysToUpgradeHere_AndKeepsItsLink() throws {
        let daemon = try TestDaemon()
        var settings = daemon.settings
        settings.versions = [0]
        let links = HeldLinks(path: settings.heldLinksPath)
        try links.hold(
            HeldLink(
                socket: daemon.paths.client, owner: nil, link: DeepLink(parsing: "deeplink://reviews/pr/7"), id: "one",
                expires: Clock.system.wall() + 60_000))
        let old = try TestClient(settings)
        try old.see("Upgrade here: install a deeplink that speaks version 1")
        try old.press("1", "Enter", "Esc", "o", "?")
        #expect(old.coordinator.switcher.current.kind == .updateRequired)
        #expect(links.all.count == 1)
        let new = try TestClient(daemon.settings)
        try new.stand("deeplink://reviews/pr/7")
        try new.until("it does not wait any more") { links.all.isEmpty }
    }

    @Test(.enabled(if: Tmux.isInstalled, "tmux is not installed: skipped"))
    func aDaemonThatDroppedOurVersion_IsMetInTheTerminal() throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/client.sock"
        let listener = try Socket.listen(path: path, mode: 0o600, backlog: 4)
        let tmux = Tmux(
            rows: 16, columns: 90,
            command:
                "\(Program.path("deeplink")) --client=\(path) --state=\(directory.path)/state deeplink://jobs; echo ended $?"
        )
        let refusal = Message.line(
            refusing: .number(1), WireError(.updateRequired, "deeplinkd 9.0 speaks 2 only", versions: [2]))
        var served: [Socket] = []
        let text = tmux.text { text in
            if let socket = (try? listener.accept()) ?? nil {
                served.append(socket)
                _ = try? socket.send(refusal[...])
            }
            return text.contains("Upgrade")
        }
        #expect(text.contains("This deeplink is older than its deeplinkd"))
        #expect(text.contains("Upgrade here: install a deeplink that speaks version 2"))
        #expect(HeldLinks(path: "\(directory.path)/state/held.json").all.count == 1)
        tmux.type("q")
        #expect(tmux.text(containing: "ended 0").contains("ended 0"))
    }

    private static func line(from socket: Socket) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<1_000 where bytes.last != UInt8(ascii: "\n") {
            if try socket.receive(appendingTo: &bytes, most: 65_536) == .nothingYet { _ = Tmux.shell("sleep 0.005") }
        }
        return bytes.dropLast()
    }
}
