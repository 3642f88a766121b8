internal import InboxStore
internal import JSON
internal import Posix
internal import Routing
internal import Wire

/// The unit of work: what came, one transaction with one sync, then answers, then announcements and opens.
///
/// Answers keep the order of requests on a connection, and none is sent before the commit. Memory (badges, router)
/// follows only what was committed. When the transaction fails, every request of the turn is answered with an error
/// that says "try again", and nothing of it stays.
final class Turn {
    private let server: Server
    private let store: InboxStore
    private let events: EventDesk
    private let calls: CallDesk
    private let delivery: Delivery
    private let journal: DaemonJournal
    private let moments: () -> Moment

    /// What a turn brings about, done after its commit.
    struct Effects {
        var changes: [CellChange] = []
        var accepted: [(seq: Int64, sender: UInt32, unit: String?, change: CellChange, route: Route)] = []
        var opened: [(record: OpenRecord, client: UInt64)] = []
        var settled: [(record: OpenRecord, client: UInt64?)] = []
        var queued: [Int64] = []
        var attached: [(peer: PeerLink, hello: Hello, announced: Int64)] = []
        var reports: [(peer: PeerLink, report: NavigationReport)] = []
        var closing: [(peer: PeerLink, reason: String)] = []
    }

    init(
        server: Server, store: InboxStore, events: EventDesk, calls: CallDesk, delivery: Delivery,
        journal: DaemonJournal, moments: @escaping () -> Moment
    ) {
        self.server = server
        self.store = store
        self.events = events
        self.calls = calls
        self.delivery = delivery
        self.journal = journal
        self.moments = moments
    }

    /// Does one turn. Returns whether lines that were read still wait for the next.
    func run() throws -> Bool {
        try server.readAll()
        let requests = collect()
        let now = moments()
        delivery.turnBegins()
        let (answers, effects) = try perform(requests, at: now)
        for (request, line) in zip(requests, answers) { if let line { request.peer.output.append(line) } }
        try delivery.follow(effects, at: now)
        try delivery.forget(server.takeGone(), at: now)
        journal.write(effects, at: now)
        journal.writeRefusals(requests, at: now)
        try delivery.deliver(at: now)
        try server.flushAll()
        journal.flush()
        try store.checkpointIfDue(idle: false)
        return !server.peersWithLines.isEmpty
    }

    /// The requests of this turn, each peer's in order.
    private func collect() -> [Request] {
        var requests: [Request] = []
        for peer in server.peersWithLines {
            var count = 0
            var large = 0
            while count < DaemonLimits.messagesPerPeer, requests.count < DaemonLimits.messagesPerTurn,
                large < DaemonLimits.largeAnswersPerPeer, let frame = peer.nextFrame()
            {
                let request = Request(frame, from: peer)
                if case .call(let call) = request.work, call.isLarge { large += 1 }
                requests.append(request)
                count += 1
            }
        }
        return requests
    }

    /// Answers all requests inside one transaction, if any of them writes. An answer is a line or nothing.
    private func perform(_ requests: [Request], at now: Moment) throws -> (answers: [[UInt8]?], effects: Effects) {
        let writing = requests.map(\.writing).max() ?? .nothing
        guard writing != .nothing else { return try performEach(requests, at: now) }
        do {
            return try store.transaction(writing == .durable ? .full : .normal) { try performEach(requests, at: now) }
        } catch let failure as TurnFailure {
            journal.storeFailed(failure, requests: requests.count)
            let error = Self.answer(to: failure)
            // A lost answer about an open is no loss: it is offered again with its id.
            return (requests.map { $0.isAnswered ? $0.line(refusing: $0.refusal ?? error) : nil }, Effects())
        }
    }

    private func performEach(_ requests: [Request], at now: Moment) throws -> ([[UInt8]?], Effects) {
        var effects = Effects()
        var answers: [[UInt8]?] = []
        answers.reserveCapacity(requests.count)
        for request in requests {
            let line = try answer(request, at: now, &effects)
            answers.append(request.isAnswered ? line : nil)
        }
        return (answers, effects)
    }

    private func answer(_ request: Request, at now: Moment, _ effects: inout Effects) throws -> [UInt8]? {
        switch request.work {
        case .ignore: return nil
        case .refuse(let error): return request.line(refusing: error)
        case .event(let submission): return try events.answer(submission, request, at: now, &effects)
        case .call(let call): return try calls.answer(call, request, at: now, &effects)
        case .answer(let open, let answer):
            try calls.settle(open, as: answer, by: request.peer, at: now, &effects)
            return nil
        case .failedOffer(let open, let reason):
            try calls.settle(open, as: .refused(reason), by: request.peer, at: now, &effects)
            return nil
        }
    }

    private static func answer(to failure: TurnFailure) -> WireError {
        let reason: WireError.Reason = failure.reason == .diskFull ? .diskFull : .unavailable
        return WireError(reason, "the store could not keep it: \(failure.description)", mayRetry: true)
    }
}

extension Request {
    /// Whether anybody waits for an answer: calls without an id do not, except where they cannot be read.
    var isAnswered: Bool {
        if isBare || id != nil { return true }
        if case .refuse = work { return true }
        return false
    }

    /// The refusal that it was read as, if it was.
    var refusal: WireError? {
        if case .refuse(let error) = work { error } else { nil }
    }

    /// A refusal in the form that the request came in.
    func line(refusing error: WireError) -> [UInt8] {
        isBare
            ? Message.line { $0.member("error", object: error.writeMembers) }
            : Message.line(refusing: id, error)
    }

    /// A result in the form that the request came in; one that is longer than a line may be becomes a refusal.
    func line(answering result: some WireObject) -> [UInt8]? {
        let line =
            if isBare { Message.line(result.writeMembers) } else if let id {
                Message.line(answering: id, result: result.writeMembers)
            } else { [UInt8]() }
        guard !line.isEmpty else { return nil }
        guard line.count <= WireLimits.lineFromDaemon else {
            return self.line(
                refusing: WireError(.tooLarge, "the answer is longer than \(WireLimits.lineFromDaemon) bytes"))
        }
        return line
    }
}
