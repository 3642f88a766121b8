internal import InboxStore
internal import Routing
internal import Wire

/// Sends followers their events. A follower is a cursor in the store; what it may have in flight is a window, and one that
/// does not read or acknowledge is behind in the table, not in a buffer. Nobody waits for it but retention.
final class Followers {
    private let server: Server
    private let store: InboxStore
    private let tables: TableKeeper
    private let journal: DaemonJournal
    private var attached: [UInt64: Attached] = [:]
    /// Events sent since the start.
    private(set) var count = 0

    private struct Attached {
        let inbox: UInt32
        let name: String
        var window: FollowerWindow
    }

    init(server: Server, store: InboxStore, tables: TableKeeper, journal: DaemonJournal) {
        self.server = server
        self.store = store
        self.tables = tables
        self.journal = journal
    }

    var attachedCount: Int { attached.count }

    /// Whether somebody is here under this name.
    func isAttached(_ follower: Follower) -> Bool {
        attached.values.contains { $0.inbox == follower.inbox && $0.name == follower.name }
    }

    /// The connections under this name: one at most.
    func peers(of follower: Follower) -> [PeerLink] {
        attached.filter { $0.value.inbox == follower.inbox && $0.value.name == follower.name }
            .compactMap { server.peers[$0.key] }
    }

    // MARK: Coming and going

    /// Takes one in, after the commit. Whoever was here under its name is told so and closed at once: from here on only
    /// the newcomer may acknowledge.
    func attach(_ peer: PeerLink, as follower: Follower, at now: Moment) {
        for (number, other) in attached where other.inbox == follower.inbox && other.name == follower.name {
            attached[number] = nil
            if let old = server.peers[number] { turnOut(old, "another follower \(follower.name) came", at: now) }
        }
        attached[peer.number] = Attached(
            inbox: follower.inbox, name: follower.name, window: FollowerWindow(after: follower.position))
    }

    private func turnOut(_ peer: PeerLink, _ reason: String, at now: Moment) {
        peer.send(Bye(reason: reason).line(id: nil))
        // What the kernel takes now is all it gets.
        try? peer.flush()
        journal.dropped(peer, reason, at: now.boot)
        server.end(peer)
    }

    func forget(_ peer: UInt64) { attached[peer] = nil }

    // MARK: Acknowledging

    /// Stores how far a follower has come, within the turn's transaction.
    func store(_ ack: CursorAck, of peer: PeerLink, at now: Moment) throws {
        guard let follower = attached[peer.number] else {
            throw WireError(.invalidRequest, "only a follower acknowledges, and only what it was sent")
        }
        guard ack.seq <= follower.window.sent else {
            throw WireError(
                .invalidField, "event \(ack.seq) was not sent to you yet: the newest is \(follower.window.sent)",
                field: "seq")
        }
        let kept = try store.advanceFollower(inbox: follower.inbox, name: follower.name, to: ack.seq, at: now)
        if kept == nil { throw WireError(.notFound, "there is no follower \(follower.name) any more: say hello again") }
    }

    /// Follows what was committed.
    func acknowledge(_ seq: Int64, by peer: UInt64) { attached[peer]?.window.acknowledge(through: seq) }

    // MARK: Sending

    /// Sends each what it can take, one slice at most.
    func deliver() throws {
        for number in attached.keys.sorted() {
            guard let peer = server.peers[number], let follower = attached[number] else { continue }
            peer.isBehind = try deliver(to: follower, peer)
        }
    }

    /// Returns whether there is more that it may be sent once it reads; when its window is full, an acknowledgement comes
    /// first.
    private func deliver(to follower: Attached, _ peer: PeerLink) throws -> Bool {
        var window = follower.window
        defer { attached[peer.number]?.window = window }
        let limit = min(window.room, DaemonLimits.followerSlice)
        guard window.looked < store.highWater, limit > 0 else { return false }
        guard mayBeTold(peer) else { return true }
        let newest = store.highWater
        let events = try store.events(inbox: follower.inbox, after: window.looked, limit: limit)
        for event in events {
            guard mayBeTold(peer) else { return true }
            peer.send(message(event).boundedLine())
            window.send(event.seq)
            count += 1
        }
        if events.count < limit { window.look(through: newest) }
        return window.looked < newest && window.room > 0
    }

    private func mayBeTold(_ peer: PeerLink) -> Bool { peer.mayBeTold(allOutput: server.allOutput) }

    private func message(_ stored: StoredEvent) -> FollowedEvent {
        var event = stored.event
        event.expiry = stored.deadline.map { .at(milliseconds: $0.wall) }
        let state = CellState(
            cell: stored.cell, kind: event.kind, state: event.state, params: event.params, link: event.link)
        return FollowedEvent(
            seq: stored.seq, cell: stored.cell, sender: stored.sender, unit: stored.unit, arrived: stored.arrived,
            event: event, route: tables.resolver.route(for: state))
    }
}
