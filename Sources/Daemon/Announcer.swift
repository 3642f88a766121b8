internal import InboxStore
internal import Posix
internal import Routing
internal import Wire

/// Tells clients what changed: each cell once, badges, another table. All after the commit.
///
/// A client is a cursor: it is told of what changed after the last seq that it was told of. One that does not read is
/// behind in the table, not in a buffer, and catches up with each cell's newest state; of badges and the table it is
/// owed the newest, once it reads again.
final class Announcer {
    private let parts: DeliveryParts
    private var badges = Badges()
    /// Cells that events of this turn changed, newest state each: what clients that are not behind are told.
    private var fresh: [UInt32: [Int64: Cell]] = [:]
    /// The newest seq before this turn.
    private var previousHighWater: Int64 = 0
    /// Inboxes whose lists and badges are others now.
    private var changed: Set<UInt32> = []
    private var owed: [AppRouter.ClientID: Owed] = [:]
    /// Cells that were read or dismissed in this turn, and up to which version.
    private var handled: [UInt32: [Int64: Int64]] = [:]
    /// The same, for clients that are not told yet.
    private var owedHandled: [AppRouter.ClientID: [Int64: Int64]] = [:]
    private var storedCursors: [UInt32: Int64] = [:]
    /// Announcements since the start.
    private(set) var count = 0

    /// What a client is to be told besides cells.
    private struct Owed: OptionSet {
        let rawValue: UInt8
        static let badges = Owed(rawValue: 1)
        static let table = Owed(rawValue: 2)
    }

    init(_ parts: DeliveryParts) { self.parts = parts }

    /// Badges as a client that says hello in a running turn is told them. Nothing that is not committed is remembered.
    func unread(in inbox: UInt32, within effects: Effects) throws -> [String: Int] {
        try badges.unread(in: inbox, after: effects.changes) ?? parts.store.unreadCounts(inbox: inbox)
    }

    // MARK: What happened

    /// A turn begins: what it stores is newer than this.
    func begin() { previousHighWater = parts.store.highWater }

    /// Follows what a turn committed.
    func follow(_ effects: Effects) {
        if !parts.router.clients.isEmpty {
            for accepted in effects.accepted {
                fresh[accepted.cell.inbox, default: [:]][accepted.cell.id] = accepted.cell
            }
        }
        follow(effects.changes)
    }

    /// Follows changed cells: badges, and the state of those that are yet to be announced.
    func follow(_ changes: [CellChange]) {
        for change in changes {
            let cell = change.after.cell
            badges.follow(change)
            changed.insert(cell.inbox)
            if change.before?.counts == true, !change.after.standing.counts {
                handled[cell.inbox, default: [:]][cell.id] = cell.version
            }
            if fresh[cell.inbox]?[cell.id] != nil {
                fresh[cell.inbox]?[cell.id] = change.after.isDismissed ? nil : cell
            }
        }
    }

    /// Another table is in use: clients are told of it, and their badges may be others.
    func tableChanged() {
        for id in parts.router.clients.keys { owed[id, default: []].formUnion([.table, .badges]) }
    }

    func forget(_ client: AppRouter.ClientID) {
        owed[client] = nil
        owedHandled[client] = nil
    }

    // MARK: Telling

    /// Tells every client what it can take now; then writes down how far navigators were told. Who is not
    /// told all is behind.
    func deliver(at now: Moment) throws {
        defer {
            fresh.removeAll()
            changed.removeAll()
            handled.removeAll()
        }
        guard !parts.router.clients.isEmpty else { return }
        for client in parts.router.clients.values where changed.contains(client.inbox) {
            owed[client.id, default: []].insert(.badges)
            owe(handled[client.inbox] ?? [:], to: client.id)
        }
        for inbox in parts.router.inboxes {
            let leader = parts.router.leader(of: inbox)
            for client in parts.router.audience(of: inbox) {
                guard let peer = parts.server.peers[client.id] else { continue }
                let allOutput = parts.server.allOutput
                let isCurrent = try announce(to: client, peer, leader: leader, allOutput, at: now)
                try payOwed(to: client, peer, allOutput)
                peer.isBehind = !isCurrent || owed[client.id] != nil
            }
        }
        try storeCursors(at: now)
    }

    /// Tells a client of cells, as many as it takes; returns whether it knows all now.
    private func announce(
        to client: AppRouter.Client, _ peer: PeerLink, leader: AppRouter.ClientID?, _ allOutput: Int, at now: Moment
    ) throws -> Bool {
        guard client.announced < parts.store.highWater else { return true }
        guard peer.mayBeTold(allOutput: allOutput) else { return false }
        let news = try news(for: client)
        // A jump is for the one client whose user was there last, and never for one that comes late.
        let mayJump = news.isFresh && leader == client.id
        for cell in news.cells {
            guard peer.mayBeTold(allOutput: allOutput) else { return false }
            if cell.deadline?.hasPassed(at: now) != true { announce(cell, to: peer, mayJump: mayJump, at: now) }
            parts.router.setAnnounced(client.id, through: cell.version)
        }
        if news.isAll { parts.router.setAnnounced(client.id, through: parts.store.highWater) }
        return news.isAll
    }

    private func announce(_ cell: Cell, to peer: PeerLink, mayJump: Bool, at now: Moment) {
        var summary = parts.tables.summary(of: cell)
        if let device = peer.device, !device.wants(tab: summary.route.tab) { return }
        if !mayJump || !summary.route.manner.allowsJump { summary.arrival = .banner }
        peer.send(CellAnnounced(cell: summary).line(id: nil))
        count += 1
        parts.journal.announced(cell, to: peer, at: now)
    }

    /// What a client is to be told, in the order of the cells' last events.
    private struct News {
        var cells: [Cell]
        /// It happened in this turn.
        var isFresh: Bool
        /// There is no more.
        var isAll: Bool
    }

    /// What changed since it was last told: from this turn, or from the table when it is behind.
    private func news(for client: AppRouter.Client) throws -> News {
        let turn = fresh[client.inbox] ?? [:]
        if client.announced >= previousHighWater, turn.count < DaemonLimits.catchUp {
            let cells = turn.values.filter { $0.version > client.announced }.sorted { $0.version < $1.version }
            return News(cells: cells, isFresh: true, isAll: true)
        }
        let cells = try parts.store.cells(
            inbox: client.inbox, changedAfter: client.announced, limit: DaemonLimits.catchUp
        ).map(\.cell)
        return News(cells: cells, isFresh: false, isAll: cells.count < DaemonLimits.catchUp)
    }

    private func payOwed(to client: AppRouter.Client, _ peer: PeerLink, _ allOutput: Int) throws {
        guard let debt = owed[client.id], peer.mayBeTold(allOutput: allOutput) else { return }
        owed[client.id] = nil
        if debt.contains(.table) {
            peer.send(TableChanged(table: TableSummary(parts.tables.resolver.table)).line(id: nil))
        }
        if debt.contains(.badges) {
            let unread = try badges.unread(in: client.inbox, counting: parts.store)
            let handled = (owedHandled.removeValue(forKey: client.id) ?? [:]).sorted { $0.key < $1.key }.map {
                CellsChanged.Handled(cell: $0.key, version: $0.value)
            }
            let message = CellsChanged(unread: unread, newest: parts.store.highWater, handled: handled)
            peer.send(message.line(id: nil))
        }
    }

    /// Remembers what a client is to be told as handled; what there is no room for is left to the banners' own time.
    private func owe(_ handled: [Int64: Int64], to client: AppRouter.ClientID) {
        for (cell, version) in handled.sorted(by: { $0.key < $1.key }) {
            let isKnown = owedHandled[client]?[cell] != nil
            guard isKnown || owedHandled[client]?.count ?? 0 < WireLimits.handled else { return }
            owedHandled[client, default: [:]][cell] = version
        }
    }

    /// Writes down how far each inbox's navigators were told; no sync: losing it repeats a count, never a banner.
    private func storeCursors(at now: Moment) throws {
        var advances: [(inbox: UInt32, seq: Int64)] = []
        for inbox in parts.router.inboxes {
            guard let cursor = parts.router.navigatorCursor(of: inbox), cursor > storedCursors[inbox] ?? 0 else {
                continue
            }
            advances.append((inbox, cursor))
        }
        guard !advances.isEmpty else { return }
        let stored: Void? = try parts.sideWork.transaction(at: now) {
            for advance in advances { try parts.store.advanceNavigatorCursor(inbox: advance.inbox, to: advance.seq) }
        }
        guard stored != nil else { return }
        for advance in advances { storedCursors[advance.inbox] = advance.seq }
    }
}
