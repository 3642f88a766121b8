internal import InboxStore
internal import Posix
internal import RouteConfiguration
internal import Routing
internal import Wire

/// What follows a commit, in order: memory, the table, opens that are over, announcements, offers.
final class Delivery {
    let announcer: Announcer
    let mover: Mover
    let followers: Followers
    let sideWork: SideWork
    private let server: Server
    private let store: InboxStore
    private let tables: TableKeeper
    private let router: AppRouter
    private let policy: ServicePolicy
    private let journal: DaemonJournal
    private let faults: FaultDesk
    private let enrolments: EnrolmentDesk
    /// What was read and is to be used once the running turn is committed.
    private var next: Configuration?

    /// What there is to reload: the table, and what deeplinkd.toml says.
    struct Configuration {
        var table: LoadedTable
        var service: LoadedService
        var isWhole: Bool { table.isWhole && service.isWhole }
        var findings: [Finding] { table.findings + service.findings }
    }

    init(
        server: Server, store: InboxStore, tables: TableKeeper, router: AppRouter, policy: ServicePolicy,
        enrolments: EnrolmentDesk, journal: DaemonJournal, faults: FaultDesk, expired: ExpiredOpens
    ) {
        self.policy = policy
        self.enrolments = enrolments
        self.faults = faults
        faults.follow(tables.loaded.findings + policy.loaded.findings)
        self.server = server
        self.store = store
        self.tables = tables
        self.router = router
        self.journal = journal
        sideWork = SideWork(store: store, journal: journal)
        let parts = DeliveryParts(
            server: server, store: store, tables: tables, router: router, journal: journal, sideWork: sideWork)
        announcer = Announcer(parts)
        followers = Followers(server: server, store: store, tables: tables, journal: journal)
        mover = Mover(parts, expired: expired)
    }

    /// The daemon's counters for `status`.
    var numbers: [String: Int] {
        let clients = router.clients.values
        return [
            "peers": server.peers.count, "navigators": clients.count { $0.role == .navigator },
            "observers": clients.count { $0.role == .observer }, "followers": followers.attachedCount,
            "followed": followers.count, "refused": journal.refusals, "opens_waiting": router.opens.count,
            "announced": announcer.count, "offered": mover.count, "output_bytes": server.allOutput,
            "journal_dropped": journal.dropped, "devices_waiting": enrolments.waitingCount,
            "devices_attached": server.peers.values.count { $0.device != nil },
        ]
    }

    // MARK: A turn

    /// A turn begins.
    func begin() {
        for peer in server.peers.values { peer.isBehind = false }
        announcer.begin()
    }

    /// What a client said to an offer could not be stored: it is not silent, and the offer goes to nobody else.
    func keepAnswered(_ request: Request) {
        if case .answer(let open, _) = request.work { router.setAnswered(open, by: request.peer.number) }
    }

    /// Lets memory follow what a turn committed.
    func follow(_ effects: Effects, at now: Moment) throws {
        try followDevices(effects, at: now)
        for client in effects.attached {
            client.peer.role = client.role
            if let follower = client.follower {
                followers.attach(client.peer, as: follower, at: now)
            } else {
                router.attach(
                    client.peer.number, inbox: client.peer.uid, role: client.role, announced: client.told)
            }
        }
        for (client, seq) in effects.acknowledged { followers.acknowledge(seq, by: client) }
        for (peer, report) in effects.reports {
            router.report(peer.number, scene: report.state.scene, idle: report.idleMilliseconds, at: now)
        }
        announcer.follow(effects)
        mover.follow(effects, at: now)
    }

    /// Forgets peers that went.
    func forget(_ peers: [PeerLink]) {
        for peer in peers { enrolments.forget(peer) }
        for peer in peers where peer.role != nil {
            router.detach(peer.number)
            announcer.forget(peer.number)
            followers.forget(peer.number)
            journal.left(peer)
        }
    }

    /// Tells and moves clients. Returns whether more can be done at once, whatever they take.
    func deliver(at now: Moment) throws -> Bool {
        if let next { use(next) }
        try tellFaults(at: now)
        try endEnrolments(at: now)
        let isRerouting = try reroute(at: now)
        try mover.endOverdue(at: now)
        followTold(at: now)
        try announcer.deliver(at: now)
        try mover.offer(at: now)
        if followTold(at: now) { try announcer.deliver(at: now) }
        try sideWork.run(at: now) { try followers.deliver() }
        return isRerouting
    }

    /// Opens that nobody showed are cells now; returns whether there were any.
    @discardableResult
    private func followTold(at now: Moment) -> Bool {
        let told = mover.takeTold()
        guard !told.accepted.isEmpty else { return false }
        announcer.follow(told)
        journal.write(told, at: now)
        return true
    }

    /// When something that no client waits for is over or tried again, in milliseconds on boot time.
    var nextDue: Int64? { [sideWork.nextDue, enrolments.nextDue].compactMap { $0 }.min() }

    // MARK: Devices

    /// Tells those that waited, and closes at once what came by a token that is worth nothing any more.
    private func followDevices(_ effects: Effects, at now: Moment) throws {
        enrolments.settle()
        for (peer, line) in effects.notices { peer.send(line) }
        for (device, tabs) in effects.follows {
            for peer in server.peers.values where peer.device?.isSame(as: device.inbox, device.name) == true {
                peer.follow(tabs)
            }
        }
        for (peer, reason) in effects.closing {
            peer.send(Bye(reason: reason).line(id: nil))
            // What the kernel takes now is all it gets.
            try? peer.flush()
            server.end(peer)
        }
        let came = effects.admitted.compactMap(\.peer.device)
        guard !came.isEmpty else { return }
        _ = try sideWork.transaction(at: now) {
            for device in came { try store.noteSeen(inbox: device.inbox, device: device.name, at: now) }
        }
    }

    /// Codes that are too old, and those that a killed daemon took along: their cells say so.
    private func endEnrolments(at now: Moment) throws {
        enrolments.endOverdue(at: now)
        guard enrolments.isDue, let effects = try sideWork.transaction(at: now, { try enrolments.tellEnded(at: now) })
        else { return }
        enrolments.settleEnded()
        announcer.follow(effects)
        journal.write(effects, at: now)
    }

    // MARK: The table

    /// Reads the files; the swap follows once the running turn is committed. Returns what was found.
    func reload() -> Configuration {
        let found = check()
        next = found
        return found
    }

    /// What the files say now; nothing changes.
    func check() -> Configuration { Configuration(table: tables.check(), service: policy.check()) }

    /// Uses table and rules, or keeps those in use when there is an error in either. Clients are told.
    private func use(_ found: Configuration) {
        next = nil
        let before = tables.loaded.version
        if found.isWhole {
            tables.use(found.table)
            policy.use(found.service)
        }
        journal.loaded(found.table, isUsed: found.isWhole)
        journal.loaded(found.service)
        faults.follow(found.findings)
        if tables.loaded.version != before { announcer.tableChanged() }
    }

    /// Faults of table files become cells of the daemon's owner.
    private func tellFaults(at now: Moment) throws {
        guard faults.isDue, let effects = try sideWork.transaction(at: now, { try faults.report(at: now) }) else {
            return
        }
        faults.settle()
        try follow(effects, at: now)
        journal.write(effects, at: now)
    }

    /// Re-routes a slice of the store after a change of the table; true while there is more that can be done now.
    private func reroute(at now: Moment) throws -> Bool {
        guard tables.isRerouting else { return false }
        guard let changes = try sideWork.run(at: now, { try tables.rerouteSlice(at: now) }) else { return false }
        announcer.follow(changes)
        return tables.isRerouting
    }
}
