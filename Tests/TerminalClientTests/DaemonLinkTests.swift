import Client
import Posix
import Routing
import Systemd
import Testing
import Wire

@testable import TerminalClient

@Suite struct DaemonLinkTests {
    @Test func aHelloThatIsRefused_IsSaidAgainOnANewConnection() throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/client.sock"
        let listener = try Socket.listen(path: path, mode: 0o600, backlog: 4)
        let loop = try EventLoop()
        let link = DaemonLink(
            place: DaemonLink.Place(path: path, trust: .users([])),
            tokens: DeviceTokens(path: "\(directory.path)/tokens.json"), role: .navigator, loop: loop)
        var reasons: [String] = []
        link.onEvent = { event in
            if case .lost(let reason) = event { reasons.append(reason) }
        }
        try link.connect()
        let refusal = Message.line(refusing: .number(1), WireError(.unavailable, "not now", mayRetry: true))
        var served: [Socket] = []
        let limit = Clock.system.boot() + 10_000
        while served.count < 2, Clock.system.boot() < limit {
            if let socket = try listener.accept() {
                served.append(socket)
                _ = try socket.send(refusal[...])
            }
            try loop.step(timeout: .milliseconds(20))
        }
        #expect(served.count == 2)
        #expect(reasons.first == "not now")
        link.close()
    }

    /// A client that was stopped for longer than an offer's time finds the offer and the goodbye in one read.
    @Test func offerBeforeAGoodbye_MovesNobody() throws {
        let offer = Incoming.offer(
            .number(1),
            OpenOffer(
                open: 1, route: Route(place: .notifications(since: nil), why: Why(source: .link, text: "")), cell: nil))
        let counts = Incoming.cellsChanged(CellsChanged(unread: [:], newest: 1))
        #expect(DaemonLink.due([counts, offer], isOver: false) == [counts, offer])
        #expect(DaemonLink.due([counts, offer], isOver: true) == [counts])
        #expect(
            DaemonLink.due([offer, counts, .bye(reason: "fenced")], isOver: false) == [counts, .bye(reason: "fenced")])
    }

    /// The same over a socket: what lies in it when the client wakes is an offer, and then its end.
    @Test func clientThatWakesAfterItsConnection_IsOnlyTold() throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/client.sock"
        let listener = try Socket.listen(path: path, mode: 0o600, backlog: 4)
        let loop = try EventLoop()
        let link = DaemonLink(
            place: DaemonLink.Place(path: path, trust: .users([])),
            tokens: DeviceTokens(path: "\(directory.path)/tokens.json"), role: .navigator, loop: loop)
        var heard: [String] = []
        link.onEvent = { event in
            switch event {
            case .incoming(.offer): heard.append("offer")
            case .incoming(.cellsChanged): heard.append("counts")
            case .lost: heard.append("lost")
            default: break
            }
        }
        try link.connect()
        let socket = try #require(try listener.accept())
        let route = Route(place: .notifications(since: nil), why: Why(source: .link, text: ""))
        let said =
            CellsChanged(unread: [:], newest: 1).line(id: nil)
            + OpenOffer(open: 1, route: route, cell: nil).line(id: .number(1))
        _ = try socket.send(said[...])
        socket.close()
        let limit = Clock.system.boot() + 10_000
        while heard.last != "lost", Clock.system.boot() < limit { try loop.step(timeout: .milliseconds(20)) }
        #expect(heard == ["counts", "lost"])
    }

    @Test func key_MeetsADaemonThatIsBackAtOnce() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try client.see("Nothing here yet")
        daemon.stop()
        try client.see("no daemon since")
        #expect(!client.coordinator.link.isConnected)
        try daemon.start()
        // No timer can have run: the loop stands still.
        try client.press("j")
        #expect(client.coordinator.link.isConnected)
    }
}
