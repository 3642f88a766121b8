internal import InboxStore
internal import Posix
internal import RouteConfiguration
internal import Routing
internal import Wire

/// Does what the app router decides: announces cells, offers opens, tells the others. All after the commit.
///
/// A client is a cursor: it is told of what changed after the last seq that it was told of. One that does not read is
/// behind in the table, not in a buffer, and catches up with each cell's newest state.
final class Delivery {
    private let server: Server
    private let store: InboxStore
    private let tables: TableKeeper
    private let router: AppRouter
    private let journal: DaemonJournal
    private var badges = Badges()
    /// Inboxes whose clients must be told that lists and badges are others now.
    private var changed: Set<UInt32> = []
    /// Cells that this turn changed, newest state each; what clients that are not behind are told.
    private var fresh: [UInt32: [Int64: Cell]] = [:]
    /// The version of its cell that an open was offered with: what the user has seen when it is shown.
    private var offeredVersions: [Int64: Int64] = [:]
    private var reloadWanted = false
    private(set) var announced = 0
    private(set) var offered = 0

    init(server: Server, store: InboxStore, tables: TableKeeper, router: AppRouter, journal: DaemonJournal) {
        self.server = server
        self.store = store
        self.tables = tables
        self.router = router
        self.journal = journal
    }

    // MARK: Facts for answers

    func summary(of cell: Cell) -> CellSummary {
        CellSummary(cell, route: tables.resolver.route(for: cell.cellState))
    }

    func unread(in inbox: UInt32) throws -> [String: Int] { try badges.unread(in: inbox, counting: store) }

    func offeredVersion(of open: Int64) -> Int64? { offeredVersions[open] }

    var numbers: [String: Int] {
        let clients = router.clients.values
        return [
            "peers": server.peers.count, "navigators": clients.filter { $0.role == .navigator }.count,
            "observers": clients.filter { $0.role == .observer }.count, "opens_waiting": router.opens.count,
            "announced": announced, "offered": offered, "output_bytes": server.allOutput,
            "journal_dropped": journal.dropped,
        ]
    }

    // MARK: After a commit

    /// Lets memory follow what a turn committed.
    func follow(_ effects: Turn.Effects, at now: Moment) throws {
        for change in effects.changes {
            badges.follow(change)
            changed.insert(change.after.cell.inbox)
        }
        for accepted in effects.accepted {
            let cell = accepted.change.after.cell
            fresh[cell.inbox, default: [:]][cell.id] = cell
        }
        for (peer, hello, seq) in effects.attached {
            guard let role = hello.role else { continue }
            peer.role = role
            router.attach(peer.number, inbox: peer.credentials.uid, role: role, announced: seq)
        }
        for (peer, report) in effects.reports {
            router.report(peer.number, scene: report.state.scene, idle: report.idleMilliseconds, at: now)
        }
        for (record, client) in effects.opened { router.add(record, askedBy: client) }
        for open in effects.queued { router.setQueued(open, at: now) }
        for (record, client) in effects.settled {
            router.settle(record.id)
            offeredVersions[record.id] = nil
            tell(record, except: client)
        }
    }

    /// Forgets peers that went.
    func forget(_ peers: [PeerLink], at now: Moment) throws {
        for peer in peers where peer.role != nil {
            router.detach(peer.number)
            journal.left(peer)
        }
    }

    /// Tells and moves clients: announcements, badges, offers; then writes down how far navigators were told.
    func deliver(at now: Moment) throws {
        if reloadWanted {
            reloadWanted = false
            try reload(at: now)
        }
        for inbox in router.inboxes {
            let audience = router.audience(of: inbox)
            for client in audience { try announce(to: client, at: now) }
            if changed.contains(inbox) { try tellChanged(audience, inbox: inbox) }
        }
        try offerAll(at: now)
        try storeCursors(at: now)
        changed.removeAll()
        fresh.removeAll()
    }

    // MARK: Announcements

    private func announce(to client: AppRouter.Client, at now: Moment) throws {
        let newest = store.highWater
        guard client.announced < newest, let peer = server.peers[client.id], !peer.isClosing, !peer.isCongested
        else { return }
        let cells = try news(for: client)
        for cell in cells where cell.deadline?.hasPassed(at: now) != true { announce(cell, to: client, peer) }
        let isCaughtUp = cells.count < DaemonLimits.catchUp
        router.setAnnounced(client.id, through: isCaughtUp ? newest : cells.last?.version ?? newest)
    }

    /// What changed since it was last told: from this turn, or from the table when it is behind.
    private func news(for client: AppRouter.Client) throws -> [Cell] {
        let turn = (fresh[client.inbox]?.values.map { $0 } ?? []).sorted { $0.version < $1.version }
        let isBehind = client.announced < previousHighWater
        if !isBehind, turn.count < DaemonLimits.catchUp { return turn.filter { $0.version > client.announced } }
        return try store.cells(inbox: client.inbox, changedAfter: client.announced, limit: DaemonLimits.catchUp).map(
            \.cell)
    }

    /// The newest seq before this turn's events.
    private var previousHighWater: Int64 = 0
    func turnBegins() { previousHighWater = store.highWater }

    private func announce(_ cell: Cell, to client: AppRouter.Client, _ peer: PeerLink) {
        var summary = summary(of: cell)
        // One client may jump: the one whose user was there last. Everybody else has a banner.
        let mayJump = summary.route.manner.allowsJump && router.leader(of: cell.inbox) == client.id
        if !mayJump { summary.arrival = .banner }
        peer.output.append(CellAnnounced(cell: summary).line(id: nil))
        announced += 1
        journal.announced(cell, to: peer)
    }

    private func tellChanged(_ audience: [AppRouter.Client], inbox: UInt32) throws {
        let message = CellsChanged(unread: try unread(in: inbox), newest: store.highWater).line(id: nil)
        for client in audience {
            guard let peer = server.peers[client.id], !peer.isClosing, !peer.isCongested else { continue }
            peer.output.append(message)
        }
    }

    /// Writes down how far each inbox's navigators were told; no sync: losing it repeats a count, never a banner.
    private func storeCursors(at now: Moment) throws {
        var advances: [(UInt32, Int64)] = []
        for inbox in router.inboxes {
            guard let cursor = router.navigatorCursor(of: inbox), cursor > storedCursors[inbox] ?? 0 else { continue }
            advances.append((inbox, cursor))
        }
        guard !advances.isEmpty else { return }
        do {
            try store.transaction(.normal) {
                for (inbox, cursor) in advances { try store.advanceNavigatorCursor(inbox: inbox, to: cursor) }
            }
            for (inbox, cursor) in advances { storedCursors[inbox] = cursor }
        } catch let failure as TurnFailure {
            journal.storeFailed(failure, requests: 0)
        }
    }
    private var storedCursors: [UInt32: Int64] = [:]

    // MARK: Opens

    private func offerAll(at now: Moment) throws {
        for (client, record) in router.nextOffers(at: now) {
            guard let peer = server.peers[client] else { continue }
            if let offer = try offer(record) {
                peer.offer(offer)
                offered += 1
                journal.offered(record, offer.route, to: peer)
            } else {
                try giveUp(record)
            }
        }
        for waiting in router.opens.values where waiting.offeredTo == nil { journal.held(waiting.record) }
    }

    /// The offer of an open: its route from the cell's state at this moment. nil: the place is gone.
    private func offer(_ record: OpenRecord) throws -> OpenOffer? {
        switch record.target {
        case .link(let link):
            do throws(PlaceFailure) {
                return OpenOffer(open: record.id, route: try tables.resolver.route(to: link), cell: nil)
            } catch {
                return nil
            }
        case .cell(let id, _, let seenState, _):
            guard let cell = try store.cell(inbox: record.inbox, id: id)?.cell else { return nil }
            offeredVersions[record.id] = cell.version
            let summary = summary(of: cell)
            let moved = seenState.flatMap { $0 == cell.state ? nil : $0 }
            return OpenOffer(open: record.id, route: summary.route, cell: summary, movedFrom: moved)
        }
    }

    private func giveUp(_ record: OpenRecord) throws {
        let ended = try store.transaction(.normal) {
            try store.setOpenPhase(record.id, .expired, reason: "its place is gone")
        }
        router.settle(record.id)
        offeredVersions[record.id] = nil
        if let ended {
            tell(ended, except: nil)
            journal.settled(ended)
        }
    }

    /// Observers get copies of what became of an open.
    private func tell(_ record: OpenRecord, except client: UInt64?) {
        var cell: Int64?
        if case .cell(let id, _, _, _) = record.target { cell = id }
        let message = OpenChanged(open: record.id, phase: record.phase, reason: record.reason, cell: cell).line(id: nil)
        for observer in router.audience(of: record.inbox) where observer.role == .observer && observer.id != client {
            guard let peer = server.peers[observer.id], !peer.isClosing, !peer.isCongested else { continue }
            peer.output.append(message)
        }
    }

    // MARK: The table

    /// Answers a `table.reload`: what was found; the swap follows once the turn is committed.
    func reloadAfterTurn() -> TableCheck.Answer {
        reloadWanted = true
        let found = tables.check()
        return TableCheck.Answer(table: found.version, findings: found.findings)
    }

    /// Uses the table files as they are now, or keeps the old table when they have errors. Clients are told.
    func reload(at now: Moment) throws {
        let before = tables.loaded.version
        let (found, isUsed) = try tables.reload(at: now)
        journal.loaded(found, isUsed: isUsed)
        guard isUsed, found.version != before else { return }
        let message = TableChanged(table: TableSummary(tables.resolver.table)).line(id: nil)
        for client in router.clients.values { server.peers[client.id]?.output.append(message) }
    }

    /// Re-routes a slice of the store after a change of the table; true while there is more to do.
    func rerouteSlice() throws -> Bool {
        guard tables.isRerouting else { return false }
        let more = try tables.rerouteSlice()
        guard !more else { return true }
        badges.forgetAll()
        for inbox in router.inboxes { try tellChanged(router.audience(of: inbox), inbox: inbox) }
        try server.flushAll()
        return false
    }
}
