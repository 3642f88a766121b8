internal import InboxStore
internal import Posix
internal import Routing
internal import Wire

/// The unit of work: what came, one transaction with one sync, then answers, then announcements and opens.
///
/// Answers keep the order of requests on a connection, and none is sent before the commit. Memory (badges, router)
/// follows only what was committed. When the transaction fails, nothing of it stays and who asked for a write is told
/// "try again"; what needs no disk is still answered, so that a full one stops nobody from reading. What a client said
/// to an offer is not lost then: it is tried again with the next turn, as the client says it once.
final class Turn {
    private let server: Server
    private let store: InboxStore
    private let events: EventDesk
    private let calls: CallDesk
    private let delivery: Delivery
    private let enrolments: EnrolmentDesk
    private let journal: DaemonJournal
    private let moments: () -> Moment
    /// Whose events are taken in besides; nil: nobody's.
    private let system: SystemFollower?
    /// The peer that was served last: the next turn begins with the one after it.
    private var lastServed: UInt64 = 0
    /// What clients said to offers and could not be stored.
    private var postponed: [Request] = []

    init(
        server: Server, store: InboxStore, events: EventDesk, calls: CallDesk, delivery: Delivery,
        enrolments: EnrolmentDesk, journal: DaemonJournal, system: SystemFollower? = nil,
        moments: @escaping () -> Moment
    ) {
        self.server = server
        self.store = store
        self.events = events
        self.calls = calls
        self.delivery = delivery
        self.enrolments = enrolments
        self.journal = journal
        self.moments = moments
        self.system = system
    }

    /// Does one turn. Returns whether the next has something to do at once.
    func run() throws -> Bool {
        try server.readAll()
        let requests = postponed + collect()
        postponed.removeAll()
        let now = moments()
        delivery.begin()
        let (answers, effects) = try perform(requests, at: now)
        for (request, line) in zip(requests, answers) { request.send(line) }
        try delivery.follow(effects, at: now)
        system?.follow(effects.taken, at: now)
        delivery.forget(server.takeGone())
        journal.write(effects, at: now)
        journal.writeRefusals(requests, at: now)
        let isUnfinished = try delivery.deliver(at: now)
        try server.flushAll()
        try delivery.sideWork.run(at: now) { try store.checkpointIfDue(idle: false) }
        journal.follow(shortage: store.shortage)
        journal.flush()
        return isUnfinished || server.hasMore
    }

    /// When to try again what could not be stored, in milliseconds on boot time; nil: there is nothing.
    var nextDue: Int64? { postponed.isEmpty ? nil : moments().boot + DaemonLimits.retryWait }

    /// The requests of this turn, each peer's in order.
    private func collect() -> [Request] {
        var requests: [Request] = []
        for peer in server.peersWithLines(after: lastServed) where requests.count < DaemonLimits.messagesPerTurn {
            take(from: peer, into: &requests)
            lastServed = peer.number
        }
        return requests
    }

    private func take(from peer: PeerLink, into requests: inout [Request]) {
        let first = requests.count
        var answers = 0
        while requests.count - first < DaemonLimits.messagesPerPeer, requests.count < DaemonLimits.messagesPerTurn,
            answers < DaemonLimits.answersPerPeer, let frame = peer.nextFrame()
        {
            let taken = Request.all(in: frame, from: peer)
            for request in taken { answers += request.expectedAnswer }
            requests += taken
        }
    }

    // MARK: One transaction

    private typealias Outcome = (answers: [[UInt8]?], effects: Effects)

    /// Answers all requests inside one transaction, if any of them writes. When that fails, those that need less of
    /// the disk than the failed ones are answered without them.
    private func perform(_ requests: [Request], at now: Moment) throws -> Outcome {
        var level = requests.map(\.writing).max() ?? .nothing
        if system?.isDue(at: now) == true { level = .durable }
        var failure: TurnFailure?
        while true {
            do {
                return try perform(requests, upTo: level, failure, at: now)
            } catch let error as TurnFailure {
                if let system, level == .durable, system.isDue(at: now) {
                    // What the system's daemon has can wait: what peers ask for is tried without it.
                    system.postpone(at: now)
                    journal.storeFailed(error, requests: 0, at: now)
                    level = requests.map(\.writing).max() ?? .nothing
                    continue
                }
                journal.storeFailed(error, requests: requests.count { $0.writing >= level }, at: now)
                failure = failure ?? error
                guard let lower = level.lower else { return refuse(requests, because: error) }
                level = lower
            }
        }
    }

    private func perform(
        _ requests: [Request], upTo level: Request.Writing, _ failure: TurnFailure?, at now: Moment
    ) throws -> Outcome {
        switch level {
        case .nothing: try performEach(requests, upTo: level, failure, at: now)
        case .relaxed: try store.transaction(.normal) { try performEach(requests, upTo: level, failure, at: now) }
        case .durable:
            try store.transaction(.full) {
                var outcome = try performEach(requests, upTo: level, failure, at: now)
                if let system, let handover = system.handover, system.isDue(at: now) {
                    try events.take(handover, into: system.inbox, at: now, &outcome.effects)
                }
                outcome.effects.droppedFollowers = try store.dropSilentFollowers(
                    at: now, isAttached: delivery.followers.isAttached)
                return outcome
            }
        }
    }

    private func performEach(
        _ requests: [Request], upTo level: Request.Writing, _ failure: TurnFailure?, at now: Moment
    ) throws -> Outcome {
        enrolments.begin()
        var effects = Effects()
        var answers: [[UInt8]?] = []
        var kept: [Request] = []
        answers.reserveCapacity(requests.count)
        for request in requests {
            if let failure, request.writing > level {
                answers.append(request.line(failing: failure))
                if request.isAnswerToOffer { kept.append(request) }
            } else {
                let line = try answer(request, at: now, &effects)
                answers.append(request.isAnswered ? line : nil)
            }
        }
        postpone(kept)
        return (answers, effects)
    }

    private func refuse(_ requests: [Request], because failure: TurnFailure) -> Outcome {
        enrolments.begin()
        postpone(requests.filter(\.isAnswerToOffer))
        return (requests.map { $0.line(failing: failure) }, Effects())
    }

    private func postpone(_ requests: [Request]) {
        postponed = requests
        for request in requests { delivery.keepAnswered(request) }
    }

    private func answer(_ request: Request, at now: Moment, _ effects: inout Effects) throws -> [UInt8]? {
        switch request.work {
        case .ignore: return nil
        case .refuse(let error): return request.line(refusing: error)
        case .event(let submission): return try events.answer(submission, request, at: now, &effects)
        case .call(let call): return try calls.answer(call, request, at: now, &effects)
        case .answer(let open, let answer):
            try calls.settle(open, as: answer, by: request.peer, &effects)
            return nil
        }
    }
}
