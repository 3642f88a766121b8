internal import Client
internal import Systemd
internal import Wire

/// What happens between this client and its daemon.
enum LinkEvent {
    case attached(Hello.Answer)
    /// No daemon, or not any more; it is tried again by itself.
    case lost(reason: String)
    /// The daemon has no version of the protocol in common with us; those that it speaks, where it says so.
    case updateRequired(String, daemon: [Int64])
    /// A remote daemon does not let this device in: it never did, or the token that it had is worth nothing.
    case outside(DeviceToken?)
    /// This device was let in and did not come in yet; the connection is a new one.
    case stillOutside
    case incoming(Incoming)
}

/// The client's connection: says hello, comes back by itself after a loss, and hands on what the daemon says. Waiting
/// for a daemon costs a timer whose wait grows to eight seconds; being attached costs nothing.
class DaemonLink {
    /// Where a daemon is met, and as what.
    struct Place {
        var path: String
        var trust: Connection.Trust
        /// Whose inbox is wanted of a remote daemon, which is shown a token; nil: whoever this device was let in by.
        var owner: String?
        /// A token is shown before hello.
        var isRemote = false
        /// The versions of the protocol that are spoken.
        var versions: [Int64] = WireLimits.versions
    }

    /// Waits between attempts, in milliseconds.
    static let waits: [Int64] = [250, 500, 1_000, 2_000, 4_000, 8_000]

    let place: Place
    private let tokens: DeviceTokens
    private let loop: EventLoop
    /// A navigator is told of cells and moved by opens; without a role it only asks.
    let role: Hello.Role?
    private var connection: Connection?
    private var source: EventSource?
    private var timer: EventSource?
    private var attempts = 0
    /// Why the daemon did not take our hello; the connection is given up for it.
    private var refusal: String?
    /// What was shown on this connection.
    private var shown: DeviceToken?

    /// Whether `hello` was answered on this connection.
    var isAttached = false
    /// The name of the machine that the daemon runs on, as it said last.
    private(set) var host: String?
    /// Whose inbox it is, by the name that the daemon said last.
    private(set) var owner: String?
    /// This device was let in and is still choosing what it follows: hello waits for `comeIn`.
    var staysOutside = false
    /// Told of everything, from the loop.
    var onEvent: (LinkEvent) -> Void = { _ in }

    /// Whether there is a connection, answered or not.
    var isConnected: Bool { connection != nil }
    /// Whether the inbox is met through a remote.sock: it may be another machine's.
    var isRemote: Bool { place.isRemote }

    init(place: Place, tokens: DeviceTokens, role: Hello.Role?, loop: EventLoop) {
        self.place = place
        self.tokens = tokens
        self.role = role
        self.loop = loop
    }

    /// Tries now, also while a longer wait runs.
    func connect() throws {
        timer = nil
        guard connection == nil else { return }
        let connection: Connection
        do throws(ConnectFailure) {
            connection = try Connection(connectingTo: place.path, trust: place.trust)
        } catch {
            return try lose("\(error)")
        }
        self.connection = connection
        source = try loop.watch(connection.fileDescriptor, for: .readable) { [unowned self] _ in try process() }
        do throws(DeviceTokens.Fault) { try introduce(over: connection) } catch { return try lose("\(error)") }
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
        guard isAttached else { return then(.failure(Self.absence)) }
        ask(call, then: then)
    }

    /// Makes a call that a daemon answers to whom it did not let in yet.
    func ask<C: Call>(_ call: C, then: @escaping (Result<C.Answer, WireError>) -> Void) {
        guard let connection else { return then(.failure(Self.absence)) }
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

    /// Says hello on a connection that a device was let in over.
    func comeIn() {
        staysOutside = false
        guard let connection, !isAttached else { return }
        sayHello(over: connection)
        noteOutput()
    }

    private static var absence: WireError {
        WireError(.unavailable, "there is no daemon at the moment", mayRetry: true)
    }

    // MARK: Coming in

    /// Shows the token that there is and says hello, in one breath: a daemon that does not take the token answers the hello
    /// with why.
    private func introduce(over connection: Connection) throws(DeviceTokens.Fault) {
        shown = nil
        if isRemote, let token = try tokens.token(for: place.path, owner: place.owner) {
            shown = token
            let call = Authenticate(device: token.device, token: token.token, owner: token.asked)
            connection.call(call) { [weak self] in self?.takeAuthentication($0) }
        }
        if !staysOutside { sayHello(over: connection) }
    }

    private func sayHello(over connection: Connection) {
        let hello = Hello(versions: place.versions, client: "deeplink \(Version.text)", role: role)
        connection.call(hello) { [weak self] in self?.takeHello($0) }
    }

    private func takeAuthentication(_ result: Result<Nothing, WireError>) {
        guard staysOutside, let connection else { return }
        switch result {
        case .success: onEvent(.stillOutside)
        case .failure:
            // What the owner gave he took back; hello's answer says so.
            staysOutside = false
            sayHello(over: connection)
        }
    }

    private func takeHello(_ result: Result<Hello.Answer, WireError>) {
        switch result {
        case .success(let answer):
            attempts = 0
            isAttached = true
            host = answer.host
            owner = answer.owner
            onEvent(.attached(answer))
        case .failure(let error) where error.reason == .updateRequired:
            attempts = Self.waits.count
            onEvent(.updateRequired(error.message, daemon: error.versions ?? []))
        case .failure(let error) where error.reason == .notAuthenticated && isRemote:
            onEvent(.outside(shown))
        case .failure(let error):
            refusal = error.message
        }
    }

    // MARK: The connection

    private func process() throws {
        guard let connection else { return }
        var incoming: [Incoming] = []
        var loss: ConnectionLost?
        do throws(ConnectionLost) {
            incoming = try connection.process()
            // An offer is judged by all that is there: a goodbye may lie behind it.
            while incoming.hasOffer {
                let more = try connection.process()
                if more.isEmpty { break }
                incoming += more
            }
        } catch {
            loss = error
        }
        for message in Self.due(incoming, isOver: loss != nil) {
            onEvent(.incoming(message))
        }
        if let loss { return try lose(loss.reason) }
        if let refusal { return try lose(refusal) }
        try updateInterest()
    }

    /// What is to be done of what was read at once. The daemon that closed the connection has given its offers to
    /// another client: a program that slept meanwhile moves its user no more.
    static func due(_ incoming: [Incoming], isOver: Bool) -> [Incoming] {
        guard isOver || incoming.hasGoodbye else { return incoming }
        return incoming.filter { if case .offer = $0 { false } else { true } }
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

extension [Incoming] {
    fileprivate var hasOffer: Bool { contains { if case .offer = $0 { true } else { false } } }
    fileprivate var hasGoodbye: Bool { contains { if case .bye = $0 { true } else { false } } }
}
