import Client
import Posix
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
}
