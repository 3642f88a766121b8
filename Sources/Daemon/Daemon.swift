internal import InboxStore
internal import Posix
internal import RouteConfiguration
internal import Routing
internal import Sodium
internal import Systemd
internal import Wire

/// The composition root: makes each part once, passes it to those that need it, and runs the loop.
///
/// One thread, one sd-event loop. An event's way: `Server` reads lines, `Request` understands them, `Turn` has
/// `EventDesk` and `CallDesk` store them in one transaction, `Delivery` has `Announcer` tell and `Mover` move clients
/// as `AppRouter` decides.
final class Daemon {
    let store: InboxStore
    let server: Server
    let tables: TableKeeper
    let router: AppRouter
    let delivery: Delivery
    let journal: DaemonJournal
    let turn: Turn
    /// nil: nobody is followed, whatever deeplinkd.toml says.
    let system: SystemFollower?
    private let policy: ServicePolicy
    let loop: EventLoop
    let notifier: ServiceNotifier
    let clock: Clock
    private let bootID: String

    private var work: EventSource?
    private var moreWork: EventSource?
    private var waits: EventSource?
    private var waitsUntil: Int64?
    var upkeep: EventSource?
    private var watchdog: EventSource?
    var drainEnd: EventSource?
    private var signals: [SignalSource] = []
    var isStopping = false
    var commitsAtUpkeep = 0

    /// Makes a daemon that serves these sockets from this state directory; it begins with `run`.
    init(
        listeners: [Door: Socket], database: InboxStore, path: String, loader: TableLoader, policy: ServicePolicy,
        following followed: (path: String, trusted: () -> Set<UInt32>)? = nil, secrets: Secrets,
        environment: Environment,
        clock: Clock, journal: Journal
    ) throws {
        self.policy = policy
        self.clock = clock
        bootID = try Clock.bootID()
        loop = try EventLoop()
        notifier = try ServiceNotifier()
        store = database
        server = try Server(
            listeners: listeners, clock: clock, share: { policy.connections(of: $0) },
            strangerShare: policy.isSystem ? DaemonLimits.strangersOfUID : WireLimits.strangers)
        self.journal = DaemonJournal(journal)
        tables = TableKeeper(loader: loader, store: store)
        router = AppRouter(pending: try store.allPendingOpens())
        let enrolments = EnrolmentDesk(
            store: store, tables: tables, server: server, secrets: secrets,
            owners: Owners(
                isSystem: policy.isSystem, uid: environment.uid,
                hasInbox: { [store] in store.eventCount(inbox: $0) > 0 }),
            sender: environment.uid, firstRequest: clock.wall() / 1000)
        delivery = Delivery(
            server: server, store: store, tables: tables, router: router, policy: policy, enrolments: enrolments,
            journal: self.journal,
            faults: FaultDesk(store: store, tables: tables, owner: policy.isSystem ? 0 : environment.uid),
            expired: ExpiredOpens(store: store, tables: tables, sender: environment.uid))
        let about = try DaemonFacts(
            server: "deeplinkd \(Version.text)", environment: environment, database: path, clock: clock)
        system = followed.map { [loop, journal = self.journal] in
            SystemFollower(
                path: $0.path, inbox: environment.uid, store: database, journal: journal, loop: loop, clock: clock,
                trusted: $0.trusted)
        }
        turn = Turn(
            server: server, store: store, events: EventDesk(store: store, tables: tables, policy: policy),
            calls: CallDesk(
                store: store, tables: tables, router: router, delivery: delivery, policy: policy, system: system,
                enrolments: enrolments, about: about),
            delivery: delivery, enrolments: enrolments, journal: self.journal, system: system,
            moments: { [clock, bootID] in Moment(wall: clock.wall(), boot: clock.boot(), bootID: bootID) })
        server.onDrop = { [journal = self.journal] peer, reason in journal.dropped(peer, reason, at: clock.boot()) }
        self.journal.started(tables.loaded)
        self.journal.loaded(policy.loaded)
        self.journal.follow(shortage: database.shortage)
        try watchWork()
        system?.onEvents = { [unowned self] in try takeTurn() }
    }

    var now: Moment { Moment(wall: clock.wall(), boot: clock.boot(), bootID: bootID) }

    /// Serves until SIGTERM or SIGINT; returns the exit status. Fatal errors are thrown.
    func run() throws -> Int32 {
        try watchSignals()
        try notifier.ready(status: statusLine)
        return try loop.run()
    }

    var statusLine: String {
        let numbers = "\(server.peers.count) connections, seq \(store.highWater), table \(tables.loaded.version)"
        return store.shortage.map { "no room, no event is taken: \($0)" } ?? numbers
    }

    // MARK: Sources

    private func watchWork() throws {
        work = try loop.watch(server.fileDescriptor, for: .readable) { [unowned self] _ in try takeTurn() }
        // The first turn is taken at once: re-routing after a change of the table, opens that are over.
        moreWork = try loop.defer { [unowned self] in try takeTurn() }
    }

    private func watchSignals() throws {
        for (signal, handler) in [
            (Signals.terminate, { [unowned self] in try stop() }),
            (Signals.interrupt, { [unowned self] in try stop() }),
            (Signals.hangUp, { [unowned self] in try reload() }),
        ] as [(Int32, () throws -> Void)] {
            signals.append(SignalSource(try loop.onSignal(signal, handler)))
        }
        if let due = notifier.nextFeed {
            watchdog = try loop.timer(at: due, on: .boot) { [unowned self] in try feedWatchdog() }
        }
    }

    private func feedWatchdog() throws {
        try notifier.feedWatchdog(at: EventClock.boot.now)
        if let due = notifier.nextFeed { watchdog?.rearm(at: due) }
    }

    // MARK: Work

    /// One turn, and what must come after it.
    func takeTurn() throws {
        if try turn.run() { moreWork?.again() }
        guard !isStopping else { return try finishStopping() }
        try system?.set(isOn: policy.followsSystem)
        try armWaits()
        try armUpkeep()
    }

    /// When something is over or tried again, in milliseconds on boot time; nil: nothing waits.
    var nextDue: Int64? {
        // An open that is over ends in the store: while that rests, looking again would find it there each time.
        let opens = router.nextDue(at: now).map { max($0, delivery.sideWork.nextDue ?? $0) }
        return [opens, server.nextDue, turn.nextDue, delivery.nextDue, system?.nextDue].compactMap { $0 }.min()
    }

    /// A timer exists only while something can be over: an open that waits, a client that has said nothing, or what is
    /// to be tried again.
    private func armWaits() throws {
        guard let next = nextDue else {
            waits?.disable()
            waitsUntil = nil
            return
        }
        guard next != waitsUntil || waits?.isEnabled != true else { return }
        waitsUntil = next
        let delay = Duration.milliseconds(
            min(max(next.subtractingReportingOverflow(clock.boot()).partialValue, 1), 86_400_000))
        if waits == nil {
            waits = try loop.timer(after: delay) { [unowned self] in try timePassed() }
        } else {
            waits?.rearm(after: delay)
        }
    }

    /// Something may be over. First a turn, as the word that is waited for may be there already, unread.
    func timePassed() throws {
        try takeTurn()
        guard !isStopping else { return }
        let now = now
        for peer in server.overdue(at: now.boot) {
            drop(
                peer,
                peer.hasSpoken
                    ? "it was not let in within \(WireLimits.enrolmentSeconds) s"
                    : "it said nothing for \(WireLimits.helloSeconds) s")
        }
        for client in router.overdue(at: now).silent {
            // One whose answer waits in a line is not silent.
            guard let peer = server.peers[client], !server.isWaiting(peer) else { continue }
            drop(peer, "it did not answer an open for \(WireLimits.openSeconds) s")
        }
        if server.hasMore { try takeTurn() }
    }

    /// Says goodbye and closes at once: the fence after which a client can move no more.
    private func drop(_ peer: PeerLink, _ reason: String) {
        peer.send(Bye(reason: reason).line(id: nil))
        // What the kernel takes now is all it gets.
        try? peer.flush()
        journal.dropped(peer, reason, at: clock.boot())
        server.end(peer)
    }
}

/// A signal's source, in a class so that an array can hold it.
private final class SignalSource {
    private let source: EventSource
    init(_ source: consuming EventSource) { self.source = source }
}
