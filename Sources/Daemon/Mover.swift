internal import InboxStore
internal import Posix
internal import Routing
internal import Wire

/// Moves clients: offers opens as the app router decides, ends those whose time is over, gives observers copies.
///
/// Offering writes nothing: the row says that the open waits, and after a kill it is offered again with its id. So an
/// open costs the commit that stored it, which is synced, and the one that ends it, which is not.
final class Mover {
    private let parts: DeliveryParts
    private let expired: ExpiredOpens
    /// Where opens were last offered to lead.
    private var places: [Int64: Place] = [:]
    /// Opens that observers know to wait for a client.
    private var toldHeld: Set<Int64> = []
    /// What expired opens brought about, to be followed and told.
    private var told = Effects()
    /// Offers since the start.
    private(set) var count = 0

    /// Where an open leads at a moment.
    private struct Place {
        var route: Route
        /// The cell as it was then; its version is what the user has seen when it is shown.
        var cell: Cell?
    }

    init(_ parts: DeliveryParts, expired: ExpiredOpens) {
        self.parts = parts
        self.expired = expired
    }

    /// The version of its cell that an open was offered with; nil: not in this daemon's life, or it leads to no cell.
    func offeredVersion(of open: Int64) -> Int64? { places[open]?.cell?.version }

    // MARK: What happened

    /// Follows what a turn committed.
    func follow(_ effects: Effects, at now: Moment) {
        for (record, client) in effects.opened { parts.router.add(record, askedBy: client) }
        for (open, client) in effects.queued { parts.router.setQueued(open, by: client, at: now) }
        for (record, client) in effects.settled { forget(record, except: client) }
    }

    private func forget(_ record: OpenRecord, except client: AppRouter.ClientID?) {
        parts.router.settle(record.id)
        toldHeld.remove(record.id)
        let place = places.removeValue(forKey: record.id)
        tell(record, record.phase, place, except: client)
    }

    // MARK: Time

    /// Ends the opens whose time is over.
    func endOverdue(at now: Moment) throws {
        guard !parts.router.opens.isEmpty else { return }
        try end(parts.router.overdue(at: now).expired, at: now)
    }

    /// Ends opens as expired, in a transaction of its own; returns whether that is stored.
    @discardableResult
    private func end(_ expired: [(open: Int64, reason: String)], at now: Moment) throws -> Bool {
        guard !expired.isEmpty else { return true }
        let ended = try parts.sideWork.transaction(at: now) {
            var effects = Effects()
            let records = try expired.compactMap { try expire($0.open, $0.reason, at: now, &effects) }
            return (records: records, effects: effects)
        }
        guard let ended else { return false }
        for record in ended.records {
            forget(record, except: nil)
            parts.journal.settled(record)
        }
        told.changes += ended.effects.changes
        told.accepted += ended.effects.accepted
        return true
    }

    private func expire(_ open: Int64, _ reason: String, at now: Moment, _ effects: inout Effects) throws -> OpenRecord?
    {
        guard let record = try parts.store.setOpenPhase(open, .expired, reason: reason) else { return nil }
        if record.phase == .expired {
            let place = try place(of: record)
            try self.expired.report(record, to: place?.route, of: place?.cell, at: now, &effects)
        }
        return record
    }

    /// What expired opens brought about since the last call.
    func takeTold() -> Effects {
        defer { told = Effects() }
        return told
    }

    // MARK: Offering

    /// Offers what can be offered now. An open whose place is gone ends, and makes room for the next.
    func offer(at now: Moment) throws {
        guard !parts.router.opens.isEmpty else { return }
        var isDone = false
        while !isDone {
            var gone: [(open: Int64, reason: String)] = []
            for (client, record) in parts.router.nextOffers(at: now) {
                guard let peer = parts.server.peers[client],
                    let place = try parts.sideWork.run(at: now, { try place(of: record) })
                else {
                    // The store cannot be read now; it is offered at the next try.
                    parts.router.takeBack(record.id)
                    continue
                }
                if let place {
                    offer(record, place, to: peer)
                } else {
                    parts.router.takeBack(record.id)
                    gone.append((record.id, "its place is gone"))
                }
            }
            isDone = try gone.isEmpty || !end(gone, at: now)
        }
        for waiting in parts.router.opens.values where waiting.offeredTo == nil { try hold(waiting.record, at: now) }
    }

    /// Nobody can take it now. Observers are told once: a script may go there without a navigator.
    private func hold(_ record: OpenRecord, at now: Moment) throws {
        parts.journal.held(record)
        guard toldHeld.insert(record.id).inserted else { return }
        tell(record, .held, try parts.sideWork.run(at: now) { try place(of: record) } ?? nil, except: nil)
    }

    private func offer(_ record: OpenRecord, _ place: Place, to peer: PeerLink) {
        places[record.id] = place
        toldHeld.remove(record.id)
        peer.offer(
            OpenOffer(
                open: record.id, route: place.route, cell: place.cell.map { CellSummary($0, route: place.route) },
                movedFrom: Self.movedFrom(record, place)))
        count += 1
        tell(record, .offered, place, except: peer.number)
        parts.journal.offered(record, place.route, to: peer)
    }

    /// Where an open leads at this moment, by its cell's newest state and the table in use. nil: nowhere any more.
    private func place(of record: OpenRecord) throws -> Place? {
        switch record.target {
        case .link(let link):
            do throws(PlaceFailure) { return Place(route: try parts.tables.resolver.route(to: link), cell: nil) } catch
            {
                return nil
            }
        case .cell(let id, _, _, _):
            guard let cell = try parts.store.cell(inbox: record.inbox, id: id)?.cell else { return nil }
            return Place(route: parts.tables.resolver.route(for: cell.cellState), cell: cell)
        }
    }

    /// The state that the user saw, where the cell has another now.
    private static func movedFrom(_ record: OpenRecord, _ place: Place) -> String? {
        guard case .cell(_, _, let seen?, _) = record.target, let cell = place.cell, cell.state != seen else {
            return nil
        }
        return seen
    }

    /// Observers get copies of where an open goes and what became of it. One that does not read misses them.
    private func tell(_ record: OpenRecord, _ phase: OpenPhase, _ place: Place?, except client: AppRouter.ClientID?) {
        var cell: Int64?
        if case .cell(let id, _, _, _) = record.target { cell = id }
        let message = OpenChanged(
            open: record.id, phase: phase, reason: record.reason, route: place?.route, cell: cell)
        for observer in parts.router.audience(of: record.inbox)
        where observer.role == .observer && observer.id != client {
            guard let peer = parts.server.peers[observer.id], peer.mayBeTold(allOutput: parts.server.allOutput) else {
                continue
            }
            peer.send(message.line(id: nil))
        }
    }
}
