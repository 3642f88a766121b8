import Client
import Posix
import Testing
import Wire

/// A built deeplinkd that serves a workplace.
final class RunningDaemon {
    let place: Workplace
    private(set) var program: RunningProgram
    private let words: [String]

    /// Starts it with its own sockets and waits until it serves.
    convenience init(in place: Workplace) throws {
        try self.init([try Programs.path("deeplinkd"), "--standalone"] + place.options, in: place)
    }

    /// Starts it by these words and waits until it serves.
    init(_ words: [String], in place: Workplace) throws {
        self.place = place
        self.words = words
        program = try RunningProgram(words, in: place)
        try awaitService()
    }

    var pid: Int32 { program.child.pid }

    /// Ends it as nothing can be prepared for, and waits until it is gone.
    func kill() throws {
        try program.child.kill(Signals.kill)
        #expect(try program.ended() == .signalled(Signals.kill), "\(program.complaint)")
    }

    /// Asks it to stop and returns how it ended.
    func terminate() throws -> ChildProcess.ExitStatus {
        try program.child.kill(Signals.terminate)
        return try program.ended()
    }

    /// Starts it again, after it ended.
    func restart() throws {
        program = try RunningProgram(words, in: place)
        try awaitService()
    }

    private func awaitService() throws {
        let deadline = Clock.system.boot() + Programs.patience
        while Clock.system.boot() < deadline {
            // A socket that is bound is not yet a loop that turns.
            if let connection = try? connect(), (try? connection.wait(for: Ping())) != nil { return }
            // The wait between two tries; a daemon that ends also ends it.
            guard try program.isRunning(for: 2) else { break }
        }
        struct NoDaemon: Error {}
        Issue.record("no daemon: \(program.child.status.map { "\($0)" } ?? "running"), \(program.complaint)")
        throw NoDaemon()
    }

    /// A connection to client.sock.
    func connect() throws -> Connection { try Connection.noted(to: place.client) }

    /// A connection to notify.sock that speaks lines.
    func lines() throws -> LineSocket { try LineSocket(connectingTo: place.notify) }

    /// Sends bare events on a connection of their own and returns the answers, one a line.
    func notify(_ events: String...) throws -> [String] {
        let socket = try lines()
        try socket.send(events.map { $0 + "\n" }.joined())
        return try events.map { _ in try #require(try socket.line(), "no answer") }
    }

    /// Makes one call on a connection of its own.
    func call<C: Call>(_ call: C) throws -> C.Answer { try connect().wait(for: call, seconds: 10) }

    /// The daemon's numbers.
    func numbers() throws -> [String: Int] { try call(Status()).numbers }
}
