internal import InboxStore
internal import Posix
internal import RouteConfiguration
internal import Routing
internal import Systemd
internal import Wire

/// The composition root: makes each part once, passes it to those that need it, and runs the loop.
///
/// One thread, one sd-event loop. An event's way: `Server` reads lines, `Request` understands them, `Turn` has
/// `EventDesk` and `CallDesk` store them in one transaction, `Delivery` tells and moves clients as `AppRouter` decides.
final class Daemon {
    let store: InboxStore
    let server: Server
    let tables: TableKeeper
    let router: AppRouter
    let delivery: Delivery
    let journal: DaemonJournal
    let calls: CallDesk
    private let turn: Turn
    private let loop: EventLoop
    private let notifier: ServiceNotifier
    private let clock: Clock
    private let bootID: String

    private var work: EventSource?
    private var moreWork: EventSource?
    private var waits: EventSource?
    private var upkeep: EventSource?
    private var watchdog: EventSource?
    private var signals: [SignalSource] = []
    private var isStopping = false
    private var writesAtUpkeep = 0

    /// Milliseconds without a write after which the log is folded into the database.
    private static let upkeepDelay = Duration.milliseconds(2000)

    /// Makes a daemon that serves these sockets from this state directory; it begins with `run`.
    init(
        listeners: [Door: Socket], database: String, loader: TableLoader, environment: Environment, clock: Clock,
        journal: Journal
    ) throws {
        self.clock = clock
        bootID = try Clock.bootID()
        loop = try EventLoop()
        notifier = try ServiceNotifier()
        store = try InboxStore(path: database)
        server = try Server(listeners: listeners, clock: clock)
        self.journal = DaemonJournal(journal)
        let now = Moment(wall: clock.wall(), boot: clock.boot(), bootID: bootID)
        tables = try TableKeeper(loader: loader, store: store, at: now)
        router = AppRouter(pending: try store.allPendingOpens())
        delivery = Delivery(server: server, store: store, tables: tables, router: router, journal: self.journal)
        let about = DaemonFacts(
            server: "deeplinkd \(Version.text)", environment: environment, database: database, clock: clock)
        calls = CallDesk(store: store, tables: tables, router: router, delivery: delivery, about: about)
        turn = Turn(
            server: server, store: store, events: EventDesk(store: store, tables: tables), calls: calls,
            delivery: delivery, journal: self.journal,
            moments: { [clock, bootID] in Moment(wall: clock.wall(), boot: clock.boot(), bootID: bootID) })
        server.onDrop = { [journal = self.journal] peer, reason in journal.dropped(peer, reason) }
        self.journal.started(tables.loaded, database: database)
        try watchSources()
    }

    private var now: Moment { Moment(wall: clock.wall(), boot: clock.boot(), bootID: bootID) }

    private func watchSources() throws {
        work = try loop.watch(server.fileDescriptor, for: .readable) { [unowned self] _ in try takeTurn() }
        moreWork = try loop.defer { [unowned self] in try takeTurn() }
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

    /// Serves until SIGTERM or SIGINT; returns the exit status. Fatal errors are thrown.
    func run() throws -> Int32 {
        try notifier.ready(status: statusLine)
        return try loop.run()
    }

    /// Dispatches what is ready, for tests that hold both ends of a socket pair.
    func step() throws { while try loop.step() {} }

    // MARK: Work

    private func takeTurn() throws {
        let hasMore = try turn.run()
        let isRerouting = try delivery.rerouteSlice()
        if hasMore || isRerouting { moreWork?.again() }
        try armWaits()
        try armUpkeep()
        if isStopping { try finishStopping() }
    }

    /// A timer exists only while something can be over: an open that waits, or a client that has said nothing.
    private func armWaits() throws {
        let silent = server.silentClients.first.map {
            $0.arrived + Int64(WireLimits.helloSeconds) * 1000 - clock.boot()
        }
        guard let wait = [router.wait(at: now), silent].compactMap({ $0 }).min() else {
            waits?.disable()
            return
        }
        let delay = Duration.milliseconds(max(1, min(wait, 86_400_000)))
        if waits == nil {
            waits = try loop.timer(after: delay) { [unowned self] in try endWaits() }
        } else {
            waits?.rearm(after: delay)
        }
    }

    private func endWaits() throws {
        let now = now
        for peer in server.silentClients where now.boot - peer.arrived >= Int64(WireLimits.helloSeconds) * 1000 {
            drop(peer, "it said nothing for \(WireLimits.helloSeconds) s")
        }
        let overdue = router.overdue(at: now)
        for client in overdue.silent {
            guard let peer = server.peers[client] else { continue }
            drop(peer, "it did not answer an open for \(WireLimits.openSeconds) s")
        }
        if !overdue.expired.isEmpty { try expire(overdue.expired, at: now) }
        try takeTurn()
    }

    private func expire(_ overdue: [(open: Int64, reason: String)], at now: Moment) throws {
        var effects = Turn.Effects()
        do {
            try store.transaction(.normal) { try calls.expire(overdue, &effects) }
        } catch let failure as TurnFailure {
            journal.storeFailed(failure, requests: 0)
            return
        }
        try delivery.follow(effects, at: now)
        journal.write(effects, at: now)
    }

    /// Says goodbye and closes at once: the fence after which a client can move no more.
    private func drop(_ peer: PeerLink, _ reason: String) {
        peer.output.append(Bye(reason: reason).line(id: nil))
        // What the kernel takes now is all it gets.
        try? peer.output.flush(to: peer.socket)
        journal.dropped(peer, reason)
        server.end(peer, flushing: false)
    }

    // MARK: Upkeep

    /// After writing has paused, the log is folded into the database once; then nothing ticks.
    private func armUpkeep() throws {
        guard store.commits != writesAtUpkeep, upkeep?.isEnabled != true else { return }
        if upkeep == nil {
            upkeep = try loop.timer(after: Self.upkeepDelay) { [unowned self] in try keepUp() }
        } else {
            upkeep?.rearm(after: Self.upkeepDelay)
        }
        writesAtUpkeep = store.commits
    }

    private func keepUp() throws {
        guard store.commits == writesAtUpkeep else {
            try armUpkeep()
            return
        }
        try store.checkpointIfDue(idle: true)
        writesAtUpkeep = store.commits
        try notifier.status(statusLine)
    }

    private var statusLine: String {
        "\(server.peers.count) connections, seq \(store.highWater), table \(tables.loaded.version)"
    }

    private func feedWatchdog() throws {
        try notifier.feedWatchdog(at: EventClock.boot.now)
        if let due = notifier.nextFeed { watchdog?.rearm(at: due) }
    }

    // MARK: Signals

    private func reload() throws {
        try notifier.reloading()
        try delivery.reload(at: now)
        try notifier.ready(status: statusLine)
        try takeTurn()
    }

    private func stop() throws {
        guard !isStopping else { return }
        isStopping = true
        try notifier.stopping(status: "handing out what was answered")
        journal.stopping()
        // What was sent before the signal is still stored and answered, also on connections that were not yet accepted.
        let begun = clock.boot()
        while try turn.run() || !server.wasIdle, clock.boot() - begun < DaemonLimits.drainReading {}
        for client in router.clients.values {
            server.peers[client.id]?.output.append(Bye(reason: "deeplinkd is stopping").line(id: nil))
        }
        try server.drain()
        let rest = Duration.milliseconds(max(1, DaemonLimits.drain - (clock.boot() - begun)))
        waits = try loop.timer(after: rest) { [unowned self] in loop.exit() }
        try finishStopping()
    }

    private func finishStopping() throws {
        try server.flushAll()
        journal.flush()
        if server.peers.isEmpty { loop.exit() }
    }
}

/// A signal's source, in a class so that an array can hold it.
private final class SignalSource {
    private let source: EventSource
    init(_ source: consuming EventSource) { self.source = source }
}
