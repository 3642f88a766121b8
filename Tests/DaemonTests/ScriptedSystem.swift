import JSON
import Posix
import Routing
import Systemd
import Testing
import Wire

@testable import Daemon

/// The system's daemon as the test wants it: what it says of itself, what it sends, what it hears.
final class ScriptedSystem {
    private let harness: Harness
    private let listener: Socket
    private let path: String
    private var peer: Socket?
    private var frames = FrameReader(limit: 1 << 20)
    var store = "one"
    var newest: Int64?
    private(set) var greetings = 0
    private(set) var acknowledged: [Int64] = []

    init(for harness: Harness, at path: String) throws {
        self.harness = harness
        self.path = path
        listener = try Socket.listen(path: path, mode: 0o600, backlog: 4)
    }

    deinit {
        listener.close()
        try? Files.unlink(path)
    }

    /// Lets both work until neither has anything to do.
    func settle() throws {
        repeat { try harness.settle() } while try serve()
    }

    /// Waits for the next connection, which may be a try later, and greets it.
    func awaitGreeting() throws {
        let before = greetings
        let deadline = Clock.system.boot() + 30_000
        while greetings == before {
            try #require(Clock.system.boot() < deadline, "nobody comes")
            try settle()
            if greetings == before { try Readiness.wait(for: harness.daemon.loop.fileDescriptor, milliseconds: 20) }
        }
    }

    /// Waits for the next connection and says nothing on it.
    func awaitConnection() throws {
        let deadline = Clock.system.boot() + 30_000
        while true {
            try #require(Clock.system.boot() < deadline, "nobody comes")
            try harness.settle()
            if let next = try listener.accept() {
                (peer, frames) = (next, FrameReader(limit: 1 << 20))
                return
            }
            try Readiness.wait(for: harness.daemon.loop.fileDescriptor, milliseconds: 20)
        }
    }

    func hangUp() throws {
        peer?.close()
        peer = nil
        try settle()
    }

    func send(_ line: String) throws { try send(bytes: Array((line + "\n").utf8)) }

    func send(_ seq: Int64, title: String) throws {
        let state = CellState(cell: seq, kind: "unit", state: "failed", params: [:], link: nil)
        let event = FollowedEvent(
            seq: seq, cell: seq, sender: 0, unit: "a.service", arrived: 5_000,
            event: Event(kind: "unit", state: "failed", key: String(seq), source: "uid:0", title: title),
            route: harness.daemon.tables.resolver.route(for: state))
        try send(bytes: event.line(id: nil))
    }

    private func send(bytes: [UInt8]) throws {
        let peer = try #require(peer, "nobody is here")
        #expect(try peer.send(bytes[...]) == bytes.count)
        try settle()
    }

    /// Returns whether there was anything to do.
    private func serve() throws -> Bool {
        if let next = try listener.accept() {
            (peer, frames) = (next, FrameReader(limit: 1 << 20))
            return true
        }
        var bytes: [UInt8] = []
        guard let peer, case .bytes = try peer.receive(appendingTo: &bytes, most: 65_536) else { return false }
        var lines: [[UInt8]] = []
        frames.read(bytes[...]) { if case .line(let line) = $0 { lines.append(line) } }
        for line in lines { try answer(try Message(parsing: line), to: peer) }
        return true
    }

    private func answer(_ message: Message, to peer: Socket) throws {
        guard case .call(let id?, let method, let params) = message else { return }
        let line: [UInt8]
        switch method {
        case Hello.method:
            greetings += 1
            let answer = Hello.Answer(
                version: 1, server: "deeplinkd 9", inbox: harness.me,
                table: TableSummary(harness.daemon.tables.resolver.table), unread: [:],
                missed: Hello.Missed(count: 0, since: 0), cursor: 0, behind: 0, store: store, newest: newest)
            line = Message.line(answering: id, result: answer.writeMembers)
        default:
            acknowledged.append(try CursorAck.read(params).seq)
            line = Message.line(answering: id, result: Nothing().writeMembers)
        }
        _ = try peer.send(line[...])
    }
}
