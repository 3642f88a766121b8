import JSON
import Posix
import Routing
import Testing
import Transcript
import Systemd
import Wire

@testable import Daemon

/// The other end of a connection to the daemon.
final class TestPeer {
    /// A line that came.
    struct Line {
        let text: String
        let node: JSONNode
        var method: String? { node["method"]?.string }
    }

    /// The daemon's number for the connection.
    let number: UInt64
    let socket: Socket
    private unowned let harness: Harness
    private var frames = FrameReader(limit: 4 << 20)
    private var lines: [Line] = []
    private var lastCall: Int64 = 0
    private let name = Transcript.connection()
    /// The daemon closed the connection.
    private(set) var isClosed = false

    init(_ socket: Socket, number: UInt64, of harness: Harness) {
        self.socket = socket
        self.number = number
        self.harness = harness
    }

    /// Whether the daemon still has it as a peer.
    var isPeer: Bool { harness.daemon.server.peers[number] != nil }

    // MARK: Sending

    func send(_ lines: String...) throws {
        for line in lines { try send(bytes: Array((line + "\n").utf8)) }
    }

    /// All of it, letting the daemon read where the socket is full.
    func send(bytes: [UInt8]) throws {
        for line in bytes.split(separator: UInt8(ascii: "\n")) { Transcript.note(line, by: .client, on: name) }
        var rest = bytes[...]
        while !rest.isEmpty {
            if let taken = try socket.send(rest) { rest = rest.dropFirst(taken) } else { try harness.settle() }
        }
    }

    /// Sends a call without waiting; gives its id.
    @discardableResult
    func call(_ call: some Call) throws -> Int64 {
        lastCall += 1
        try send(bytes: call.line(id: .number(lastCall)))
        return lastCall
    }

    func report(_ scene: NavigationState.Scene = .main, idle: Int64 = 0, opens: [NavigationReport.Ended] = []) throws {
        _ = try ask(
            NavigationReport(
                state: NavigationState(scene: scene, selectedTab: "builds"), idleMilliseconds: idle, opens: opens))
    }

    func answer(_ offer: Offer, _ answer: OpenOffer.Answer) throws {
        try send(bytes: Message.line(answering: .number(offer.call), result: answer.writeMembers))
        try harness.settle()
    }

    func close() { socket.close() }

    // MARK: Receiving

    private func read() throws {
        var buffer: [UInt8] = []
        while !isClosed, socket.fileDescriptor >= 0 {
            do throws(SystemError) {
                switch try socket.receive(appendingTo: &buffer, most: 1 << 20) {
                case .bytes: continue
                case .nothingYet: break
                case .end: isClosed = true
                }
            } catch { isClosed = true }
            break
        }
        var texts: [String] = []
        frames.read(buffer[...]) { frame in
            if case .line(let bytes) = frame { texts.append(String(decoding: bytes, as: UTF8.self)) }
        }
        for text in texts { Transcript.note(text.utf8, by: .daemon, on: name) }
        for text in texts { lines.append(Line(text: text, node: try JSONDocument(parsing: Array(text.utf8)).root)) }
    }

    /// All lines that came since the last look.
    func take() throws -> [Line] {
        try read()
        defer { lines.removeAll() }
        return lines
    }

    private func take(where isWanted: (Line) -> Bool) throws -> [Line] {
        try read()
        defer { lines.removeAll(where: isWanted) }
        return lines.filter(isWanted)
    }

    /// The unasked messages of one kind that came.
    func take<C: Call>(_ type: C.Type) throws -> [C] {
        try take { $0.method == C.method }.map { try C.read($0.node["params"]) }
    }

    /// An offer, and the number of the call that it came with.
    struct Offer {
        let call: Int64
        let offer: OpenOffer
    }

    func offers() throws -> [Offer] {
        try take { $0.method == OpenOffer.method }.map {
            Offer(call: try #require($0.node["id"]?.integer), offer: try OpenOffer.read($0.node["params"]))
        }
    }

    // MARK: Asking

    func ask<C: Call>(_ call: C, at location: SourceLocation = #_sourceLocation) throws -> C.Answer {
        let line = try response(to: try self.call(call), at: location)
        let result = try #require(line.node["result"], "\(line.text)", sourceLocation: location)
        return try C.Answer(wire: Fields(result, of: "result"))
    }

    func refusal(of call: some Call, at location: SourceLocation = #_sourceLocation) throws -> WireError {
        let line = try response(to: try self.call(call), at: location)
        return WireError(wire: try #require(line.node["error"], "\(line.text)", sourceLocation: location))
    }

    func response(to id: Int64, at location: SourceLocation = #_sourceLocation) throws -> Line {
        try harness.settle()
        let found = try take { $0.method == nil && $0.node["id"]?.integer == id }
        return try #require(found.first, "call \(id) was not answered", sourceLocation: location)
    }
}
