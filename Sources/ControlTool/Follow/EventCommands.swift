// `deeplinkctl watch --follow NAME --exec`: a command for each event, in order, one at a time. An event is acknowledged once its command
// has ended with 0, and at no other time: what was cut short comes again, whoever was killed.
internal import Client
internal import Posix
internal import Wire

/// Runs a command for each event of a follower.
final class EventCommands {
    private enum Token {
        static let (daemon, child): (UInt64, UInt64) = (0, 1)
    }

    private enum Item {
        case event(FollowedEvent)
        case unreadable(seq: Int64, WireError)
    }

    private let request: Request
    private let command: HandedCommand
    private let connection: Connection
    /// No more than the window that the daemon keeps.
    private var waiting: [Item] = []
    private var running: (child: ChildProcess, seq: Int64)?

    init(_ request: Request, _ connection: Connection) throws {
        self.request = request
        self.connection = connection
        command = try HandedCommand(request)
    }

    /// Works until a command fails, and returns its exit status as shells report it; that of a command that cannot be
    /// started is 127 or 126. Throws when the daemon has gone.
    func run() throws -> Int32 {
        let set = try PollSet()
        try set.add(connection.fileDescriptor, for: .readable, token: Token.daemon)
        while true {
            do throws(ConnectionLost) {
                for message in try connection.process() { take(message) }
            } catch {
                return try lost(error)
            }
            if running == nil, let status = try startNext(set) { return status }
            if connection.lost == nil, let status = try pause(set) { return status }
        }
    }

    private func take(_ message: Incoming) {
        switch message {
        case .event(let event): waiting.append(.event(event))
        case .unreadable(let seq, let error): waiting.append(.unreadable(seq: seq, error))
        case .announced, .openChanged, .cellsChanged, .tableChanged, .offer, .approved, .denied, .bye: break
        }
    }

    /// Returns the status to end with where it cannot be started.
    private func startNext(_ set: PollSet) throws -> Int32? {
        while !waiting.isEmpty {
            switch waiting.removeFirst() {
            case .unreadable(let seq, let error):
                request.console.complain("event \(seq) cannot be read, and is left out: \(error)")
                connection.acknowledge(seq)
            case .event(let event): return try start(event, set)
            }
        }
        return nil
    }

    private func start(_ event: FollowedEvent, _ set: PollSet) throws -> Int32? {
        let child: ChildProcess
        do throws(SystemError) {
            child = try command.spawn(with: HandedValues(event))
        } catch {
            say(command.complaint(error), of: event.seq)
            return error.isNotFound ? 127 : 126
        }
        try set.add(child.pidfd, for: .readable, token: Token.child)
        running = (child, event.seq)
        return nil
    }

    /// Returns the status to end with where a command failed.
    private func pause(_ set: PollSet) throws -> Int32? {
        let events: PollSet.Events = connection.wantsToWrite ? [.readable, .writable] : .readable
        try set.modify(connection.fileDescriptor, for: events, token: Token.daemon)
        let ready = try set.wait(timeoutMilliseconds: -1)
        guard ready.contains(where: { $0.token == Token.child }), let (child, seq) = running,
            let status = try child.reap()
        else { return nil }
        try set.remove(child.pidfd)
        running = nil
        guard status.isSuccess else {
            say("\(status)", of: seq)
            return status.shellCode
        }
        connection.acknowledge(seq)
        return nil
    }

    private func say(_ what: String, of seq: Int64) {
        request.console.complain("\(command.name): \(what): event \(seq) and those after it come again")
    }

    /// The one that runs is waited for, so that the next try does not meet it; it cannot be acknowledged any more.
    private func lost(_ reason: ConnectionLost) throws -> Int32 {
        guard let (child, seq) = running else {
            throw Failure("the daemon hung up: \(reason.reason)", code: .noDaemon)
        }
        let status = try child.wait()
        guard status.isSuccess else {
            say("\(status)", of: seq)
            return status.shellCode
        }
        throw Failure(
            "the daemon hung up: \(reason.reason)", remedy: "event \(seq) was worked on and comes again",
            code: .noDaemon)
    }
}
