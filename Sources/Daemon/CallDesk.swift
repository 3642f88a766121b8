internal import InboxStore
internal import Posix
internal import RouteConfiguration
internal import Routing
internal import Wire

/// Answers clients' calls, each from the caller's own inbox: the kernel's word for who is calling decides it.
final class CallDesk {
    let store: InboxStore
    let tables: TableKeeper
    let router: AppRouter
    let delivery: Delivery
    let policy: ServicePolicy
    let system: SystemFollower?
    let enrolments: EnrolmentDesk
    let about: DaemonFacts

    init(
        store: InboxStore, tables: TableKeeper, router: AppRouter, delivery: Delivery, policy: ServicePolicy,
        system: SystemFollower?, enrolments: EnrolmentDesk, about: DaemonFacts
    ) {
        self.system = system
        self.policy = policy
        self.enrolments = enrolments
        self.store = store
        self.tables = tables
        self.router = router
        self.delivery = delivery
        self.about = about
    }

    /// Does one call inside the turn's transaction and returns its answer. Refusals are answers; what is thrown fails
    /// the turn.
    func answer(_ call: ClientCall, _ request: Request, at now: Moment, _ effects: inout Effects) throws
        -> [UInt8]?
    {
        do {
            return try perform(call, request, at: now, &effects)
        } catch let refusal as WireError {
            return request.line(refusing: refusal)
        }
    }

    private func perform(_ call: ClientCall, _ request: Request, at now: Moment, _ effects: inout Effects) throws
        -> [UInt8]?
    {
        let peer = request.peer
        if let refusal = peer.standing.refusal(of: call) { throw refusal }
        // Its token was good when the turn began, and is not now.
        if let (_, reason) = effects.closing.first(where: { $0.peer === peer }) {
            throw WireError(.notPermitted, reason)
        }
        let uid = peer.uid
        let inbox = peer.inbox
        guard inbox == uid || call.onlyLooks else {
            throw WireError(.notPermitted, "the inbox of uid \(inbox) is not yours: you may only look into it")
        }
        switch call {
        case .ping: return request.line(answering: Nothing())
        case .hello(let hello): return request.line(answering: try greet(hello, request.peer, at: now, &effects))
        case .acknowledge(let ack):
            try delivery.followers.store(ack, of: request.peer, at: now)
            effects.acknowledged.append((request.peer.number, ack.seq))
            return request.line(answering: Nothing())
        case .followers: return request.line(answering: try followers(of: inbox))
        case .removeFollower(let call): return request.line(answering: try take(call, in: inbox, &effects))
        case .report(let report):
            return request.line(answering: try take(report, from: request.peer, &effects))
        case .list(let list): return request.line(answering: try page(list, of: inbox))
        case .get(let get): return request.line(answering: try detail(of: get, in: inbox))
        case .read(let read): return request.line(answering: try mark(read, in: inbox, &effects))
        case .dismiss(let dismiss): return request.line(answering: try mark(dismiss, in: inbox, &effects))
        case .readAll(let all): return request.line(answering: try markAll(all, in: inbox, &effects))
        case .unread(let unread): return request.line(answering: try unmark(unread, in: inbox, &effects))
        case .undo(let undo): return request.line(answering: try mark(undo, in: inbox, &effects))
        case .open(let open): return request.line(answering: try take(open, from: request.peer, at: now, &effects))
        case .resolve(let resolve): return request.line(answering: try route(to: resolve.target, in: inbox))
        case .explain(let explain): return request.line(answering: try explanation(explain.question, in: inbox))
        case .tableCheck:
            try demandKeeper(uid, to: "check")
            let found = delivery.check()
            return request.line(answering: TableCheck.Answer(table: found.table.version, findings: found.findings))
        case .tableReload:
            try demandKeeper(uid, to: "reload")
            let found = delivery.reload()
            return request.line(answering: TableCheck.Answer(table: found.table.version, findings: found.findings))
        case .tableDiff(let diff):
            try demandKeeper(uid, to: "compare")
            return request.line(answering: try difference(diff, in: inbox))
        case .status: return request.line(answering: try status(for: peer))
        case .authenticate(let call): return request.line(answering: try take(call, from: peer, &effects))
        case .requestDevice(let call):
            return request.line(answering: try take(call, from: peer, at: now, &effects))
        case .confirmDevice(let call):
            return request.line(answering: try take(call, from: peer, at: now, &effects))
        case .followTabs(let call): return request.line(answering: try take(call, from: peer, &effects))
        case .devices: return request.line(answering: try devices(of: inbox, at: now))
        case .approve(let call): return request.line(answering: try take(call, in: inbox, at: now, &effects))
        case .deny(let call): return request.line(answering: try take(call, in: inbox, at: now, &effects))
        case .revoke(let call): return request.line(answering: try take(call, in: inbox, at: now, &effects))
        }
    }

    /// Reading the table's files takes the daemon's time, and they may not be everybody's to read.
    private func demandKeeper(_ uid: UInt32, to what: String) throws {
        guard uid == 0 || uid == about.uid else {
            throw WireError(.notPermitted, "only uid \(about.uid) or root may \(what) the table")
        }
    }

    // MARK: Coming in

    private func greet(_ hello: Hello, _ peer: PeerLink, at now: Moment, _ effects: inout Effects) throws
        -> Hello.Answer
    {
        guard let version = hello.versions.filter(WireLimits.versions.contains).max() else {
            let ours = WireLimits.versions.map(String.init).joined(separator: ", ")
            let theirs = hello.versions.map(String.init).joined(separator: ", ")
            throw WireError(
                .updateRequired,
                "no protocol version in common: \(about.server) speaks \(ours), \(hello.client) speaks \(theirs): install the same version of both",
                field: "protocol", versions: WireLimits.versions)
        }
        guard !peer.isStranger else { throw Standing.notAuthenticated }
        guard effects.role(of: peer) == nil else {
            throw WireError(.invalidRequest, "this connection said hello already")
        }
        let inbox = hello.inbox ?? peer.uid
        guard peer.device == nil ? policy.mayRead(inbox, peer.credentials) : inbox == peer.uid else {
            throw WireError(
                .notPermitted, "uid \(peer.uid) may not read the inbox of uid \(inbox)", field: "inbox")
        }
        peer.look(into: inbox)
        let follower = try hello.follower.map { try self.follower($0, of: inbox, at: now) }
        let cursor = try router.navigatorCursor(of: inbox) ?? store.navigatorCursor(inbox: inbox)
        let missed = try store.changed(since: cursor, inbox: inbox)
        // What was missed is one count; from here on each cell is told of.
        if let role = hello.role {
            effects.attached.append(
                Effects.Attached(peer: peer, role: role, told: store.highWater, follower: follower))
        }
        return Hello.Answer(
            version: version, server: about.server, inbox: inbox, table: TableSummary(tables.resolver.table),
            unread: try delivery.announcer.unread(in: inbox, within: effects),
            missed: Hello.Missed(count: missed.count, since: cursor), cursor: follower?.position,
            behind: try follower.map { try store.eventCount(inbox: inbox, after: $0.position) },
            store: follower.map { _ in store.identity }, newest: follower.map { _ in store.highWater },
            host: about.host, owner: enrolments.owners.name(of: inbox), device: peer.device?.name)
    }

    private func follower(_ name: String, of inbox: UInt32, at now: Moment) throws -> Follower {
        switch try store.follower(inbox: inbox, name: name, at: now) {
        case .known(let follower), .added(let follower): return follower
        case .quota:
            throw WireError(
                .quota, "the inbox has \(InboxStore.maximumFollowers) followers already", field: "follower",
                mayRetry: true)
        }
    }

    private func take(_ report: NavigationReport, from peer: PeerLink, _ effects: inout Effects) throws -> Nothing {
        guard effects.role(of: peer) == .navigator else {
            throw WireError(.invalidRequest, "only a navigator reports where it stands: say hello with that role")
        }
        for ended in report.opens { try settle(ended.open, as: ended.answer, by: peer, &effects) }
        effects.reports.append((peer, report))
        return Nothing()
    }

    // MARK: Cells

    func cell(_ id: Int64, in inbox: UInt32) throws -> StoredCell {
        guard let stored = try store.cell(inbox: inbox, id: id) else { throw Self.noCell(id) }
        return stored
    }

    static func noCell(_ id: Int64) -> WireError { WireError(.notFound, "there is no cell \(id) in your inbox") }
}
