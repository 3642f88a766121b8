import Posix
import Testing
import Wire

@testable import Client

struct ConnectingTests {
    @Test func nobodyThere_IsNoDaemon() throws {
        let path = "/tmp/deeplink-client-\(try RandomBytes.hexadecimal(count: 8)).sock"
        let error = #expect(throws: ConnectFailure.self) { try Connection(connectingTo: path) }
        #expect(error?.description == "no daemon at \(path)")
    }

    @Test func listener_IsConnectedToAndAnswers() throws {
        let path = "/tmp/deeplink-client-\(try RandomBytes.hexadecimal(count: 8)).sock"
        let listener = try Socket.listen(path: path, mode: 0o600, backlog: 4)
        defer { try? Files.unlink(path) }
        let connection = try Connection(connectingTo: path)
        let daemon = try #require(try listener.accept())
        _ = try daemon.send(Array(#"{"jsonrpc":"2.0","id":1,"result":{}}"#.utf8) + [10])
        #expect(throws: Never.self) { try connection.wait(for: Ping()) }
    }

    @Test func fullBacklog_IsBusyNotMissing() throws {
        let path = "/tmp/deeplink-client-\(try RandomBytes.hexadecimal(count: 8)).sock"
        let listener = try Socket.listen(path: path, mode: 0o600, backlog: 1)
        defer { try? Files.unlink(path) }
        var waiting: [Connection] = []
        #expect(throws: ConnectFailure.busy(path: path)) {
            for _ in 0..<16 { waiting.append(try Connection(connectingTo: path)) }
        }
        #expect(listener.fileDescriptor >= 0)
    }

    @Test func onlyRootOurselvesAndTheNamed_AreTrusted() {
        let mine = Environment.system.uid
        #expect(Connection.isTrusted(0, []))
        #expect(Connection.isTrusted(mine, []))
        #expect(!Connection.isTrusted(mine + 12_345, []))
        #expect(Connection.isTrusted(mine + 12_345, [mine + 12_345]))
    }
}
