import Client
import Posix
import Routing
import Testing
import Wire

/// A follower that is killed and comes again. What it has done with events outlives it, as a copy on disk would; what it
/// was sent and did not look at does not.
final class ScriptedFollower {
    private let name: String
    private let path: String
    private(set) var connection: Connection?
    /// The sender's id of each event that it is done with, in order: the first has seq 1.
    private(set) var done: [String] = []
    /// The newest seq whose acknowledgement was answered, and the newest that was ever acknowledged.
    private(set) var heard: Int64 = 0
    private(set) var said: Int64 = 0
    /// Events that came again, as they should: they were not acknowledged, or that was not heard.
    private(set) var repeats = 0
    private var next: Int64 = 1

    init(name: String, path: String) {
        self.name = name
        self.path = path
    }

    func attach() throws {
        let connection = try Connection.noted(to: path)
        let hello = Hello(client: "scripted 1", role: .follower, follower: name)
        let cursor = try #require(try connection.wait(for: hello, seconds: 10).cursor)
        #expect((heard...said).contains(cursor), "its cursor is \(cursor), heard \(heard), said \(said)")
        next = cursor + 1
        self.connection = connection
    }

    /// Ends as a killed process ends: the kernel closes its socket, whatever waits in it.
    func kill() {
        connection?.close()
        connection = nil
    }

    /// Looks at what came, waiting for so many milliseconds. A lost connection is one.
    func work(milliseconds: Int64 = 0) throws {
        guard let connection else { return }
        do throws(ConnectionLost) {
            if milliseconds > 0 {
                _ = try? Readiness.wait(
                    for: connection.fileDescriptor, writable: connection.wantsToWrite, milliseconds: milliseconds)
            }
            for news in try connection.process() { if case .event(let event) = news { take(event) } }
        } catch {
            self.connection = nil
        }
    }

    private func take(_ followed: FollowedEvent) {
        #expect(followed.seq == next, "event \(next) is missing or out of order")
        #expect(followed.seq > heard, "event \(followed.seq) comes again after its ack")
        next = followed.seq + 1
        if followed.seq <= Int64(done.count) {
            repeats += 1
        } else {
            #expect(followed.seq == Int64(done.count) + 1)
            done.append(followed.event.id ?? "")
        }
    }

    /// Acknowledges all that it is done with on this connection; `waits`: until that is answered.
    func acknowledge(waits: Bool) throws {
        guard let connection, next > 1, next - 1 > said else { return }
        let seq = next - 1
        said = seq
        var isAnswered = false
        connection.acknowledge(seq) { [weak self] answer in
            isAnswered = true
            if case .success = answer { self?.heard = seq }
        }
        let deadline = Clock.system.boot() + Programs.patience
        while waits, !isAnswered, self.connection != nil {
            try #require(Clock.system.boot() < deadline, "no answer to an acknowledgement")
            try work(milliseconds: 10)
        }
    }
}
