import JSON
import Posix
import Routing
import Testing
import Wire

@testable import Client

/// A daemon made of a socket: the test reads what the connection said and says what it likes.
struct ScriptedPeer {
    let connection: Connection
    let socket: Socket

    init() throws {
        let (ours, theirs) = try Socket.pair()
        connection = Connection(over: ours)
        socket = theirs
    }

    /// What the connection sent so far, line by line.
    func received() throws -> [String] {
        var bytes: [UInt8] = []
        while case .bytes = try socket.receive(appendingTo: &bytes, most: 65_536) {}
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    func say(_ line: String) throws {
        try say(Array((line + "\n").utf8))
    }

    func say(_ bytes: [UInt8]) throws {
        #expect(try socket.send(bytes) == bytes.count)
    }

    static let route = Route(
        place: .tab("jobs", PushPath(root: ScreenPath.made("jobs"), above: [ScreenPath.made("jobs/7")])),
        why: Why(source: .rule, text: "rule job *"))

    static let cell = CellSummary(
        Cell(id: 7, inbox: 0, kind: "job", key: "k", state: "failed", title: "t", version: 9, time: 5), route: route)
}

extension ScreenPath {
    static func made(_ text: String) -> ScreenPath {
        do { return try ScreenPath(parsing: text) } catch { preconditionFailure("\(error)") }
    }
}
