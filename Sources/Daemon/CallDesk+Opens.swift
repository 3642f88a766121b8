internal import InboxStore
internal import Posix
internal import RouteConfiguration
internal import Routing
internal import Wire

/// Opens: asked for, answered, and why a place is where it is.
extension CallDesk {
    // MARK: Asked for

    func take(_ open: Open, from peer: PeerLink, at now: Moment, _ effects: inout Effects) throws -> Open.Answer {
        let inbox = peer.uid
        // Asked again, after a lost answer: whatever became of it, it is not done twice.
        if let asked = open.id, let known = try store.open(asked: asked, inbox: inbox) {
            return Open.Answer(open: known.id, phase: known.phase)
        }
        switch open.target {
        case .link(let link):
            _ = try route(to: link)
            return try add(.link(link), open.id, in: inbox, deadline: nil, from: peer, at: now, &effects)
        case .cell(let id):
            let stored = try cell(id, in: inbox)
            let summary = tables.summary(of: stored.cell)
            // The banner changed under the finger and leads to another tab now: the first press only says so.
            if let tab = open.tab, tab != summary.route.tab ?? "notifications" {
                return Open.Answer(open: 0, phase: .withdrawn, changed: summary)
            }
            let seen = try seenState(of: stored.cell, version: open.version)
            let target = OpenTarget.cell(id, seenVersion: open.version, seenState: seen, seenTab: open.tab)
            return try add(target, open.id, in: inbox, deadline: stored.cell.deadline, from: peer, at: now, &effects)
        }
    }

    private func add(
        _ target: OpenTarget, _ asked: String?, in inbox: UInt32, deadline: Deadline?, from peer: PeerLink,
        at now: Moment,
        _ effects: inout Effects
    ) throws -> Open.Answer {
        let longest = now.deadline(after: Int64(WireLimits.heldSeconds) * 1000)
        // A cell that is over already was asked for by hand: it has the time of any open.
        let deadline = deadline.flatMap { $0.hasPassed(at: now) ? nil : $0 } ?? longest
        let phase = phase(forOpenIn: inbox, effects)
        try withdrawWaiting(for: target, in: inbox, by: peer, &effects)
        let acceptance = try store.addOpen(
            inbox: inbox, target: target, phase: phase, at: now, deadline: deadline, asked: asked)
        switch acceptance {
        case .quota:
            throw WireError(
                .quota, "\(InboxStore.maximumPendingOpens) opens wait for your client already", mayRetry: true)
        case .added(let record):
            effects.opened.append((record, peer.number))
            return Open.Answer(open: record.id, phase: phase)
        }
    }

    /// Asking again for a place that waits already is one wish, not two: the earlier open ends. One that a client has
    /// is left to it.
    private func withdrawWaiting(for target: OpenTarget, in inbox: UInt32, by peer: PeerLink, _ effects: inout Effects)
        throws
    {
        for waiting in router.opens.values.sorted(by: { $0.record.id < $1.record.id })
        where waiting.offeredTo == nil && waiting.record.inbox == inbox
            && waiting.record.target.isSamePlace(as: target)
            && !effects.settled.contains(where: { $0.record.id == waiting.record.id })
        {
            try end(waiting.record, as: .withdrawn, reason: "it was asked for again", by: peer, &effects)
        }
    }

    /// Whether a client is there that can take it: one that said so before, or in this turn.
    private func phase(forOpenIn inbox: UInt32, _ effects: Effects) -> OpenPhase {
        let isComing = effects.reports.contains {
            $0.peer.uid == inbox && $0.report.state.scene == .main
        }
        return isComing ? .offered : router.phase(forOpenIn: inbox)
    }

    /// The state that the cell had in the version that the user saw.
    private func seenState(of cell: Cell, version: Int64?) throws -> String? {
        guard let version, version != cell.version else { return cell.state }
        let history = try store.history(inbox: cell.inbox, cell: cell.id, limit: DaemonLimits.history)
        return history.first { $0.seq == version }?.event.state
    }

    // MARK: Answered

    /// Takes a client's word on an open. Said twice, or said of an open that has ended or that another client has, it
    /// changes nothing.
    func settle(_ open: Int64, as answer: OpenOffer.Answer, by peer: PeerLink, _ effects: inout Effects) throws {
        guard router.mayAnswer(open, peer.number, inbox: peer.uid),
            let record = router.opens[open]?.record, !effects.settled.contains(where: { $0.record.id == open })
        else { return }
        switch answer {
        case .queued: effects.queued.append((open, peer.number))
        case .shown, .already:
            try end(record, as: .shown, reason: nil, by: peer, &effects)
            try markShown(record, &effects)
        case .refused(let reason): try end(record, as: .refused, reason: reason, by: peer, &effects)
        }
    }

    private func end(
        _ record: OpenRecord, as phase: OpenPhase, reason: String?, by peer: PeerLink, _ effects: inout Effects
    ) throws {
        guard let ended = try store.setOpenPhase(record.id, phase, reason: reason) else { return }
        effects.settled.append((ended, peer.number))
    }

    /// What was shown is read, up to the version that was offered; where an earlier daemon offered it, up to the one
    /// that the user had seen when asking.
    private func markShown(_ record: OpenRecord, _ effects: inout Effects) throws {
        guard case .cell(let id, let seen, _, _) = record.target,
            let version = delivery.mover.offeredVersion(of: record.id) ?? seen,
            let change = try store.markRead(inbox: record.inbox, cell: id, version: version)
        else { return }
        effects.changes.append(change)
    }

    // MARK: Why

    func route(to target: Target, in inbox: UInt32) throws -> Route {
        switch target {
        case .cell(let id): tables.resolver.route(for: try cell(id, in: inbox).cell.cellState)
        case .link(let link): try route(to: link)
        }
    }

    private func route(to link: DeepLink) throws -> Route {
        do throws(PlaceFailure) { return try tables.resolver.route(to: link) } catch {
            throw WireError(.notFound, "\(link): \(error)")
        }
    }

    func explanation(_ question: Explain.Question, in inbox: UInt32) throws -> Explanation {
        let resolver = tables.resolver
        switch question {
        case .target(.cell(let id)): return resolver.explain(try cell(id, in: inbox).cell.cellState)
        case .target(.link(let link)):
            return Explanation(
                kind: "link", state: "new", route: try route(to: link), candidates: [],
                tableVersion: resolver.table.version)
        case .state(let kind, let state, let params?):
            return resolver.explain(CellState(kind: kind, state: state, params: params))
        case .state(let kind, let state, nil): return resolver.explain(kind: kind, state: state)
        }
    }

    // MARK: Numbers

    /// The daemon's numbers, all of them for root and its own user; others hear of their own inbox.
    func status(for peer: PeerLink) throws -> Status.Answer {
        let uid = peer.uid
        var numbers = policy.numbers
        numbers["retention_days"] = store.retention.days
        numbers["retention_events"] = store.retention.events
        let isOwners = peer.device == nil && (uid == 0 || uid == about.uid)
        if isOwners {
            numbers.merge(try allNumbers()) { $1 }
        } else {
            numbers["events"] = store.eventCount(inbox: uid)
            numbers["events_sent"] = store.eventCount(sender: uid)
        }
        return Status.Answer(
            server: about.server, pid: Int64(about.pid), uptime: about.uptime(), table: tables.loaded.version,
            tableDirectory: tables.loaded.directory, database: about.database, shortage: store.shortage,
            system: isOwners ? system?.description : nil, numbers: numbers)
    }

    private func allNumbers() throws -> [String: Int] {
        let statistics = try store.statistics()
        var numbers = delivery.numbers
        numbers["events"] = statistics.events
        numbers["cells"] = statistics.cells
        numbers["opens_pending"] = statistics.pendingOpens
        numbers["database_bytes"] = statistics.databaseBytes
        numbers["wal_bytes"] = statistics.walBytes
        numbers["commits"] = statistics.commits
        numbers["syncs"] = statistics.syncs
        numbers["table_findings"] = tables.loaded.findings.count
        numbers["service_findings"] = policy.loaded.findings.count
        if let system {
            numbers["system_followed"] = system.phase == .following ? 1 : 0
            numbers["system_behind"] = system.behind
            numbers["system_taken"] = system.taken
            numbers["system_skipped"] = system.skipped
        }
        return numbers
    }
}

extension OpenTarget {
    /// Whether both lead to one cell or by one link, whatever the user had seen of it.
    fileprivate func isSamePlace(as other: OpenTarget) -> Bool {
        switch (self, other) {
        case (.cell(let id, _, _, _), .cell(let otherID, _, _, _)): id == otherID
        case (.link(let link), .link(let otherLink)): link == otherLink
        default: false
        }
    }
}
