// The job's events on their way to the daemon. They never hold up the command: nothing here waits while it runs, and after its end a
// daemon that does not answer is waited for two seconds. Without a daemon there is one line on standard error, however many events.
internal import Client
internal import Posix
internal import Routing
internal import Wire

/// Reports a job to the daemon, as well as that can be done.
final class JobReporter {
    /// How long the last answers are waited for.
    static let patience: Int64 = 2_000

    private let request: Request
    private var connection: Connection?
    private var unanswered: [Event] = []
    private var hasComplained = false
    private var watched: (fileDescriptor: Int32, writable: Bool)?

    init(_ request: Request) {
        self.request = request
    }

    /// At least one event is stored.
    private(set) var isKnown = false

    /// Sends an event if there is a daemon.
    func report(_ event: Event) {
        unanswered.append(event)
        if let connection, connection.lost == nil { send(event, over: connection) } else { connect() }
    }

    /// A new connection takes along everything that has no answer; the ids see to it that nothing is stored twice.
    private func connect() {
        do throws(ConnectFailure) {
            let new = try request.connect(request.paths.notify)
            connection = new
            for event in unanswered { send(event, over: new) }
        } catch {
            connection = nil
            complain(Failure(error).text)
        }
    }

    private func send(_ event: Event, over connection: Connection) {
        connection.notify(Notify(event: event)) { [unowned self] result in
            switch result {
            case .success:
                isKnown = true
                unanswered.removeAll { $0.id == event.id }
            case .failure(let error):
                if error.mayRetry { return }
                unanswered.removeAll { $0.id == event.id }
                complain("\(error)")
            }
        }
    }

    private func complain(_ reason: String) {
        if !hasComplained { request.console.complain("the job is not reported: \(reason)") }
        hasComplained = true
    }

    /// Reads and sends what is possible now.
    func process() {
        guard let connection, connection.lost == nil else { return }
        // What a daemon says unasked is not for senders; its end shows in `lost`.
        _ = try? connection.process()
    }

    /// Keeps the loop's set in step with the connection.
    func watch(in set: PollSet, token: UInt64) throws(SystemError) {
        let wanted = connection.flatMap { $0.lost == nil ? ($0.fileDescriptor, $0.wantsToWrite) : nil }
        if let watched, watched.fileDescriptor != wanted?.0 {
            // A closed descriptor has left the set by itself.
            try? set.remove(watched.fileDescriptor)
            self.watched = nil
        }
        guard let (fileDescriptor, writable) = wanted else { return }
        let events: PollSet.Events = writable ? [.readable, .writable] : .readable
        if watched == nil {
            try set.add(fileDescriptor, for: events, token: token)
        } else if watched?.writable != writable {
            try set.modify(fileDescriptor, for: events, token: token)
        }
        watched = (fileDescriptor, writable)
    }

    /// Waits for the answers that are out; a connection that broke is made once more.
    func settle() {
        let deadline = request.clock.boot() + Self.patience
        var mayConnect = true
        while !unanswered.isEmpty {
            let remaining = deadline - request.clock.boot()
            guard remaining > 0 else { return complain("no answer from the daemon") }
            guard let connection, connection.lost == nil else {
                guard mayConnect else { return complain("the daemon hung up") }
                mayConnect = false
                connect()
                if connection == nil { return }
                continue
            }
            _ = try? Readiness.wait(
                for: connection.fileDescriptor, writable: connection.wantsToWrite, milliseconds: remaining)
            process()
        }
    }
}
