// `deeplinkctl watch --exec`: a command for each thing that happens, one at a time, so that two of them never race for the same window
// or editor. While one runs the daemon is read on; what waits is bounded, and of one notification only its newest state waits.
internal import Client
internal import Posix
internal import Wire

/// Runs a command for each announcement and each step of an open.
final class CommandFollower {
    private enum Token {
        static let (daemon, child): (UInt64, UInt64) = (0, 1)
    }

    private let request: Request
    private let command: HandedCommand
    private let connection: Connection
    private var queue = HappeningQueue()
    private var child: ChildProcess?
    private var hasComplained = false

    init(_ request: Request, _ connection: Connection) throws {
        self.request = request
        self.connection = connection
        command = try HandedCommand(request)
    }

    /// Works until the daemon goes away, or the command cannot be started; the reason is returned.
    func run() throws -> Failure {
        let set = try PollSet()
        try set.add(connection.fileDescriptor, for: .readable, token: Token.daemon)
        while true {
            do throws(ConnectionLost) {
                for message in try connection.process() { take(message) }
            } catch {
                return try lost(error)
            }
            // Asking for the next one's values may have brought more.
            if try child == nil && startNext(set) { continue }
            if connection.lost == nil { try pause(set) }
        }
    }

    private func take(_ message: Incoming) {
        let happening: Happening
        switch message {
        case .announced(let cell): happening = .announced(cell)
        case .openChanged(let open): happening = .open(open)
        case .cellsChanged, .tableChanged, .offer, .event, .unreadable, .approved, .denied, .bye: return
        }
        if !queue.add(happening), !hasComplained {
            hasComplained = true
            request.console.complain(
                "more than \(HappeningQueue.limit) wait for their command: the oldest are left out")
        }
    }

    private func startNext(_ set: PollSet) throws -> Bool {
        guard let happening = queue.next() else { return false }
        let values = HandedValues(happening, detail: detail(happening))
        let child: ChildProcess
        do throws(SystemError) {
            child = try command.spawn(with: values)
        } catch {
            throw Failure("\(command.name): \(command.complaint(error))", code: .no)
        }
        try set.add(child.pidfd, for: .readable, token: Token.child)
        self.child = child
        return true
    }

    /// A cell that is gone, or a daemon that cannot say now, leaves what was announced.
    private func detail(_ happening: Happening) -> CellDetail? {
        guard let cell = happening.cell else { return nil }
        do throws(CallFailure) {
            return try connection.wait(for: CellsGet(cell: cell), clock: request.clock)
        } catch {
            return nil
        }
    }

    private func pause(_ set: PollSet) throws {
        let events: PollSet.Events = connection.wantsToWrite ? [.readable, .writable] : .readable
        try set.modify(connection.fileDescriptor, for: events, token: Token.daemon)
        let ready = try set.wait(timeoutMilliseconds: -1)
        guard ready.contains(where: { $0.token == Token.child }), let child, let status = try child.reap() else {
            return
        }
        try set.remove(child.pidfd)
        ended(status)
    }

    private func ended(_ status: ChildProcess.ExitStatus) {
        child = nil
        if !status.isSuccess { request.console.complain("\(command.name): \(status)") }
    }

    /// The one that runs is waited for; the others would be told what is no longer known to be true.
    private func lost(_ reason: ConnectionLost) throws -> Failure {
        if let child { ended(try child.wait()) }
        let waiting = queue.count == 0 ? nil : "\(queue.count) had no command run for them yet"
        return Failure("the daemon hung up: \(reason.reason)", remedy: waiting, code: .noDaemon)
    }
}
