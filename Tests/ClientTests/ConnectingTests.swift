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

struct SocketPathsTests {
    private func paths(_ variables: [String: String]) -> SocketPaths {
        SocketPaths(environment: Environment(variables: variables, uid: 1000, gid: 1000, pid: 1))
    }

    @Test func environment_SaysWhereEverythingIs() {
        let found = paths(["XDG_RUNTIME_DIR": "/r", "XDG_STATE_HOME": "/s", "HOME": "/h"])
        #expect(found.notify == "/r/deeplinkd/notify.sock")
        #expect(found.client == "/r/deeplinkd/client.sock")
        #expect(found.state == "/s/deeplinkd")
        #expect(found.jobs == "/s/deeplinkd/jobs")
    }

    @Test func missingOrRelativeVariables_FallBack() {
        let found = paths(["XDG_RUNTIME_DIR": "r", "HOME": "/h"])
        #expect(found.client == "/run/user/1000/deeplinkd/client.sock")
        #expect(found.state == "/h/.local/state/deeplinkd")
    }

    @Test func commandLine_ReplacesOnlyWhatItNames() {
        let found = paths(["HOME": "/h"]).replacing(client: "/c")
        #expect(found.client == "/c")
        #expect(found.notify == "/run/user/1000/deeplinkd/notify.sock")
    }
}
