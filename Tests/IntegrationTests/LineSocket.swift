import JSON
import Posix
import Testing
import Transcript

/// A connection that speaks lines as any program could, without our own libraries' help.
final class LineSocket {
    let socket: Socket
    private var received: [UInt8] = []
    private let name = Transcript.connection()

    init(connectingTo path: String) throws { socket = try Socket.connect(path: path) }

    /// Sends a text as it is, waiting for room.
    func send(_ text: String) throws {
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) { Transcript.note(line, by: .client, on: name) }
        var rest = Array(text.utf8)[...]
        let deadline = Clock.system.boot() + Programs.patience
        while !rest.isEmpty, Clock.system.boot() < deadline {
            if let count = try socket.send(rest) {
                rest = rest.dropFirst(count)
            } else {
                try Readiness.wait(for: socket.fileDescriptor, writable: true, milliseconds: 10)
            }
        }
        #expect(rest.isEmpty, "\(rest.count) bytes could not be sent")
    }

    /// The next line without its end; nil when the other side has closed.
    func line() throws -> String? {
        let deadline = Clock.system.boot() + Programs.patience
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received.removeFirst(end + 1) }
                Transcript.note(received[..<end], by: .daemon, on: name)
                return String(decoding: received[..<end], as: UTF8.self)
            }
            switch try socket.receive(appendingTo: &received, most: 64 * 1024) {
            case .bytes: continue
            case .end: return nil
            case .nothingYet:
                let remaining = deadline - Clock.system.boot()
                try #require(remaining > 0, "no line came; so far: \(String(decoding: received, as: UTF8.self))")
                try Readiness.wait(for: socket.fileDescriptor, milliseconds: remaining)
            }
        }
    }

    /// Takes bytes that somebody read from its socket, as if they came now.
    func giveBack(_ bytes: [UInt8]) { received = bytes + received }

    /// The lines until the other side closes.
    func linesToEnd() throws -> [String] {
        var lines: [String] = []
        while let line = try line() { lines.append(line) }
        return lines
    }
}

extension String {
    /// The text as JSON.
    func json() throws -> JSONNode { try JSONDocument(parsing: Array(utf8)).root }
}
