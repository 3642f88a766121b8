import JSON
import Posix
import Testing

/// A sender as the protocol wants it: it pipelines, and what was not acked it sends again, in order, under the same id.
final class RepeatingSender {
    /// Events that may be on the way without an ack.
    static let window = 64
    /// Cells among which its events go round.
    static let cells = 3

    let name: String
    private let path: String
    private var socket: Socket?
    private var output: [UInt8] = []
    private var input: [UInt8] = []
    /// How many different events were sent so far; their numbers are below this.
    private(set) var sent = 0
    private var unacked: [Int] = []
    /// The seq that each acked event was given, by its number.
    private(set) var acked: [Int: Int64] = [:]
    /// Acks that said the event was there before: it was stored, and its ack was never heard.
    private(set) var duplicates = 0

    init(name: String, path: String) {
        self.name = name
        self.path = path
    }

    static func key(_ name: String, _ number: Int) -> String { "\(name)-\(number % cells)" }
    static func id(_ name: String, _ number: Int) -> String { "\(name)#\(number)" }

    /// Connects if need be, and begins with what has no ack.
    func attach() throws {
        guard socket == nil else { return }
        socket = try Socket.connect(path: path)
        for number in unacked { output += line(number) }
    }

    /// Sends and reads what goes without waiting; `fresh`: also new events, up to the window.
    func pump(fresh: Bool) throws {
        while fresh, unacked.count < Self.window {
            unacked.append(sent)
            output += line(sent)
            sent += 1
        }
        guard let socket else { return }
        if !output.isEmpty, let count = try? socket.send(output) { output.removeFirst(count) }
        while case .bytes? = try? socket.receive(appendingTo: &input, most: 64 * 1024) {}
        try takeAnswers()
    }

    /// Forgets the connection; `hearing`: takes what the daemon had said before it went.
    func detach(hearing: Bool) throws {
        output = []
        if hearing { try pump(fresh: false) }
        socket = nil
        input = []
    }

    var isDone: Bool { unacked.isEmpty }
    var fileDescriptor: Int32? { socket?.fileDescriptor }

    private func line(_ number: Int) -> [UInt8] {
        let key = Self.key(name, number)
        let event = #"{"kind":"kill","key":"\#(key)","id":"\#(Self.id(name, number))","title":"\#(number)"}"#
        return Array((event + "\n").utf8)
    }

    private func takeAnswers() throws {
        while let end = input.firstIndex(of: UInt8(ascii: "\n")) {
            let answer = try JSONDocument(parsing: Array(input[..<end])).root
            input.removeFirst(end + 1)
            let seq = try #require(answer["seq"]?.integer, "\(name) was refused: \(answer.source)")
            let number = unacked.removeFirst()
            #expect(acked.updateValue(seq, forKey: number) == nil)
            if answer["duplicate"]?.boolean == true { duplicates += 1 }
        }
    }
}
