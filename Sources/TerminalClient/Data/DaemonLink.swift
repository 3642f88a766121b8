internal import Client
internal import Systemd
internal import Wire

/// What happens between this client and its daemon.
enum LinkEvent {
    case attached(Hello.Answer)
    /// No daemon, or not any more; it is tried again by itself.
    case lost(reason: String)
    /// The daemon has no version of the protocol in common with us.
    case updateRequired(String)
    case incoming(Incoming)
}

/// The client's connection: says hello, comes back by itself after a loss, and hands on what the daemon says. Waiting
/// for a daemon costs a timer whose wait grows to eight seconds; being attached costs nothing.
final class DaemonLink {
    /// Waits between attempts, in milliseconds.
    static let waits: [Int64] = [250, 500, 1_000, 2_000, 4_000, 8_000]

    private let path: String
    private let trustedUIDs: Set<UInt32>
    private let loop: EventLoop
    /// A navigator is told of cells and moved by opens; without a role it only asks.
    let role: Hello.Role?
    private var connection: Connection?
    private var source: EventSource?
    private var timer: EventSource?
    private var attempts = 0
    /// Why the daemon did not take our hello; the connection is given up for it.
    private var refusal: String?

    /// Whether `hello` was answered on this connection.
    private(set) var isAttached = false
    /// Whether there is a connection, answered or not.
    var isConnected: Bool { connection != nil }
    /// Told of everything, from the loop.
    var onEvent: (LinkEvent) -> Void = { _ in }

    init(path: String, trustedUIDs: Set<UInt32>, role: Hello.Role?, loop: EventLoop) {
        self.role = role
        self.path = path
        self.trustedUIDs = trustedUIDs
        self.loop = loop
    }

    /// Tries now, also while a longer wait runs.
    func connect() throws {
        timer = nil
        guard connection == nil else { return }
        let connection: Connection
        do throws(ConnectFailure) {
            connection = try Connection(connectingTo: path, trustedUIDs: trustedUIDs)
        } catch {
            return try lose("\(error)")
        }
        self.connection = connection
        source = try loop.watch(connection.fileDescriptor, for: .readable) { [unowned self] _ in try process() }
        connection.call(Hello(client: "deeplink \(Version.text)", role: role)) { [weak self] result in
            self?.takeHello(result)
        }
        try updateInterest()
    }

    /// Tries now, and soon again: there is reason to expect a daemon.
    func hurry() throws {
        guard !isConnected else { return }
        attempts = 0
        try connect()
    }

    /// Ends the connection for good.
    func close() {
        timer = nil
        source = nil
        isAttached = false
        connection?.close()
        connection = nil
    }

    /// Makes a call; without a daemon it fails at once.
    func call<C: Call>(_ call: C, then: @escaping (Result<C.Answer, WireError>) -> Void) {
        guard let connection, isAttached else {
            return then(.failure(WireError(.unavailable, "there is no daemon at the moment", mayRetry: true)))
        }
        connection.call(call, then: then)
        noteOutput()
    }

    /// Says something that wants no answer.
    func tell(_ call: some Call) {
        guard let connection, isAttached else { return }
        connection.tell(call)
        noteOutput()
    }

    /// Answers an offer; an answer that cannot be sent is repeated in the next connection's first report.
    func answer(offer: RequestID, _ answer: OpenOffer.Answer) {
        connection?.answer(offer: offer, answer)
        noteOutput()
    }

    private func process() throws {
        guard let connection else { return }
        let incoming: [Incoming]
        do throws(ConnectionLost) {
            incoming = try connection.process()
        } catch {
            return try lose(error.reason)
        }
        for message in incoming {
            onEvent(.incoming(message))
        }
        if let refusal { return try lose(refusal) }
        try updateInterest()
    }

    private func takeHello(_ result: Result<Hello.Answer, WireError>) {
        switch result {
        case .success(let answer):
            attempts = 0
            isAttached = true
            onEvent(.attached(answer))
        case .failure(let error) where error.reason == .updateRequired:
            attempts = Self.waits.count
            onEvent(.updateRequired(error.message))
        case .failure(let error):
            refusal = error.message
        }
    }

    private func lose(_ reason: String) throws {
        refusal = nil
        source = nil
        connection?.close()
        connection = nil
        isAttached = false
        let wait = Self.waits[min(attempts, Self.waits.count - 1)]
        attempts += 1
        timer = try loop.timer(after: .milliseconds(wait)) { [unowned self] in try connect() }
        onEvent(.lost(reason: reason))
    }

    /// Output that the kernel did not take waits until it does.
    private func noteOutput() {
        do {
            try updateInterest()
        } catch {
            preconditionFailure("a watched socket's interest can be changed: \(error)")
        }
    }

    private func updateInterest() throws {
        let wanted: IOEvents = connection?.wantsToWrite == true ? [.readable, .writable] : .readable
        try source?.setInterest(wanted)
    }
}
