internal import InboxStore
internal import Posix
internal import RouteConfiguration
internal import Routing
internal import Wire

/// Who may do what, and how much of it: the rules of `deeplinkd.toml` applied to what the kernel says of a peer.
///
/// A user's own daemon serves its user, who needs no share and no rate against themselves; those, and what goes to
/// several people, are for the system's.
final class ServicePolicy {
    let isSystem: Bool
    private let loader: ServiceLoader
    private(set) var loaded: LoadedService
    private var rate: RateBudget

    init(loader: ServiceLoader, isSystem: Bool) {
        self.loader = loader
        self.isSystem = isSystem
        loaded = loader.load()
        rate = RateBudget(loaded.configuration.limits)
    }

    private var configuration: ServiceConfiguration { loaded.configuration }

    // MARK: The file

    /// What the file says now; nothing changes. Names are asked for here and at no other time.
    func check() -> LoadedService { loader.load() }

    /// Uses it from here on. How much is kept (`retention`) follows at the next start.
    func use(_ service: LoadedService) {
        if service.configuration.limits != configuration.limits { rate = RateBudget(service.configuration.limits) }
        loaded = service
    }

    /// Whether the system's daemon is followed; it follows nobody itself.
    var followsSystem: Bool { !isSystem && configuration.followsSystem }

    /// How much the store keeps of an inbox.
    var retention: Retention {
        Retention(days: configuration.retention.days, events: configuration.retention.events)
    }

    // MARK: Who may

    /// The inboxes that an event goes to, at least one. Throws when its sender may not send there.
    func inboxes(for event: Event, to: UInt32?, from sender: Peer) throws(WireError) -> [UInt32] {
        guard let to else {
            guard isSystem else { return [sender.uid] }
            return configuration.recipients(ofKind: event.kind, uid: sender.uid, gids: sender.allGroups)
                ?? [sender.uid]
        }
        guard configuration.maySend(uid: sender.uid, gids: sender.allGroups, to: to) else {
            throw WireError(.notPermitted, "uid \(sender.uid) may not send to uid \(to)", field: "to")
        }
        return [to]
    }

    /// Whether a peer may read an inbox.
    func mayRead(_ inbox: UInt32, _ peer: Peer) -> Bool {
        configuration.mayRead(uid: peer.uid, gids: peer.allGroups, inbox: inbox)
    }

    // MARK: How much

    /// How many connections a uid may have at a time.
    func connections(of uid: UInt32) -> Int { isSystem ? configuration.limits.connections : WireLimits.connections }

    /// Counts one event of a sender; throws when it sends faster than it may.
    func take(from uid: UInt32, at now: Moment) throws(WireError) {
        guard isSystem, let wait = rate.take(uid: uid, at: now.boot) else { return }
        throw WireError(
            .overloaded, "uid \(uid) sends more than \(configuration.limits.rate) events a second", mayRetry: true,
            retryAfter: Int((wait + 999) / 1000))
    }

    /// Whether a sender's events may be more in another's inbox. Root reports the machine's own faults: nothing keeps
    /// those from their readers.
    func mayKeepMore(of sender: UInt32, in inbox: UInt32, _ store: InboxStore) -> Bool {
        sender == inbox || sender == 0
            || store.eventCount(inbox: inbox, sender: sender) < configuration.limits.strangersEvents
    }

    /// The bounds, for `status`.
    var numbers: [String: Int] {
        let limits = configuration.limits
        var numbers: [String: Int] = [:]
        if isSystem {
            numbers["limit_connections_of_uid"] = limits.connections
            numbers["limit_burst_of_uid"] = limits.burst
            numbers["limit_rate_of_uid"] = limits.rate
            numbers["limit_strangers_events"] = limits.strangersEvents
            numbers["refused_for_rate"] = rate.refused
        }
        return numbers
    }
}

extension Peer {
    /// Its group and the others that it is in.
    fileprivate var allGroups: [UInt32] { [gid] + groups }
}
