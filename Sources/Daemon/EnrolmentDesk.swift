internal import InboxStore
internal import Posix
internal import RouteConfiguration
internal import Routing
internal import Sodium
internal import Wire

/// Lets devices in, or not: answers what they and their owners say, and keeps the cells that tell of it.
///
/// Codes are in `Enrolment` only; of a token the store has the hash. What a turn decides is taken back when its
/// transaction fails: `begin` and `settle` are around each.
final class EnrolmentDesk {
    /// The kind of the cells.
    static let kind = "device.signup"

    let store: InboxStore
    let tables: TableKeeper
    let server: Server
    private let keeper: EventKeeper
    let secrets: Secrets
    let owners: Owners
    /// Who sends the events: the daemon itself.
    let sender: UInt32
    var enrolment: Enrolment
    private var committed: Enrolment
    private var tentative: [PeerLink] = []
    /// Requests that ended without their cells' saying so.
    private var ended: [Enrolment.Asking] = []
    /// Cells of the daemon before may still say that somebody waits.
    private var hasLeftovers = true
    /// What an unknown device's token is compared with.
    private let nobody: [UInt8]

    init(
        store: InboxStore, tables: TableKeeper, server: Server, secrets: Secrets, owners: Owners, sender: UInt32,
        firstRequest: Int64
    ) {
        self.store = store
        self.tables = tables
        self.server = server
        keeper = EventKeeper(store: store, tables: tables)
        self.secrets = secrets
        self.owners = owners
        self.sender = sender
        enrolment = Enrolment(after: firstRequest)
        committed = enrolment
        nobody = secrets.hash(secrets.token())
    }

    // MARK: A turn

    /// A transaction begins: what one before it decided and did not commit never was.
    func begin() {
        for peer in tentative { peer.become(nil) }
        tentative.removeAll()
        enrolment = committed
    }

    /// It is committed.
    func settle() {
        tentative.removeAll()
        committed = enrolment
    }

    /// Makes a connection a device, if the turn is committed.
    func admit(_ peer: PeerLink, as device: StoredDevice) {
        peer.become(AdmittedDevice(inbox: device.inbox, name: device.name, follows: device.follows))
        tentative.append(peer)
    }

    /// Devices that wait for a code or for their owner.
    var waitingCount: Int { committed.asking.count }

    // MARK: Tokens

    /// The device that a token is of; nil for an unknown one, a wrong token and a revoked one, in the same time.
    func device(_ call: Authenticate) throws -> StoredDevice? {
        let known = try owners.uid(named: call.owner).flatMap { try store.device(inbox: $0, name: call.device) }
        let isRight = secrets.areEqual(known?.tokenHash ?? nobody, secrets.hash(call.token))
        return isRight ? known : nil
    }

    /// Gives a device a token, within the turn's transaction. Connections that came by its old one are closed.
    func grant(_ wish: Enrolment.Wish, to peer: PeerLink, at now: Moment, _ effects: inout Effects) throws
        -> DeviceGrant
    {
        let token = secrets.token()
        let acceptance = try store.enrol(
            inbox: wish.inbox, name: wish.device, tokenHash: secrets.hash(token), at: now)
        guard acceptance != .quota, let device = try store.device(inbox: wish.inbox, name: wish.device) else {
            throw Self.full
        }
        close(wish.device, of: wish.inbox, "the device has another token now", &effects)
        admit(peer, as: device)
        return DeviceGrant(
            owner: owners.name(of: wish.inbox), token: token,
            tabs: tables.loaded.table.factory.tabs.map { DeviceGrant.Choice(id: $0.id, title: $0.title) })
    }

    static let full = WireError(
        .quota, "the inbox has \(InboxStore.maximumDevices) devices already: revoke one", field: "device")

    /// The connections of a device are closed after the commit, and are answered nothing from here on.
    func close(_ device: String, of inbox: UInt32, _ reason: String, _ effects: inout Effects) {
        for peer in server.peers.values where peer.device?.isSame(as: inbox, device) == true {
            effects.closing.append((peer, reason))
        }
    }

    // MARK: Cells

    /// Whether a request may have a cell: new names would else fill the inbox of who never asked to be asked. Looks at
    /// cells, so it is called for what the rate lets through.
    func mayTell(of wish: Enrolment.Wish) throws -> Bool {
        if try store.cell(inbox: wish.inbox, kind: Self.kind, key: wish.device) != nil { return true }
        let limit = DaemonLimits.unseenRequests
        return try store.unreadCount(inbox: wish.inbox, ofKind: Self.kind, upTo: limit) < limit
    }

    /// Stores what became of a request; returns its cell, nil where the inbox is full. Called within a transaction.
    @discardableResult
    func tell(_ asking: Enrolment.Asking, _ state: String, at now: Moment, _ effects: inout Effects) throws -> Int64? {
        try accept(Self.event(asking, state), in: asking.wish.inbox, at: now, &effects)
    }

    private func accept(_ event: Event, in inbox: UInt32, at now: Moment, _ effects: inout Effects) throws -> Int64? {
        guard
            case .stored(_, let change) = try keeper.keep(event, inbox: inbox, sender: sender, at: now, &effects)
        else { return nil }
        return change.after.cell.id
    }

    private static func event(_ asking: Enrolment.Asking, _ state: String) -> Event {
        let wish = asking.wish
        var params: [String: ParamValue] = [
            "device": .text(wish.device), "login": .boolean(wish.isLogin), "uid": .number(String(asking.asker.uid)),
            "request": .number(String(asking.request)),
        ]
        if let unit = asking.asker.unit { params["unit"] = .text(unit) }
        let title =
            switch state {
            case "requested": "\(wish.device) asks to be let in" + (wish.isLogin ? " again" : "")
            case "approved": "\(wish.device) was let in"
            case "denied": "\(wish.device) was not let in"
            default: "\(wish.device) asked to be let in, and it is too late now"
            }
        let isWaiting = state == "requested"
        return Event(
            kind: kind, state: state, key: wish.device, source: "deeplinkd", title: title,
            body: isWaiting ? "Its code: deeplinkctl enroll\n" : "", params: params,
            priority: isWaiting ? .high : .normal)
    }

    // MARK: What nobody waits for

    /// A connection went, and with it what it asked for.
    func forget(_ peer: PeerLink) {
        guard peer.door == .remote else { return }
        if let asking = enrolment.forget(peer.number) { ended.append(asking) }
        if ended.count > DaemonLimits.endedRequests { ended.removeFirst() }
        settle()
    }

    /// When a code is too old, in milliseconds on boot time; nil: nobody waits.
    var nextDue: Int64? { committed.nextDue }

    /// Ends the requests whose codes are too old; their cells are told of it next.
    func endOverdue(at now: Moment) {
        ended += enrolment.takeOverdue(at: now.boot)
        settle()
    }

    /// Whether cells say that somebody waits who does not.
    var isDue: Bool { hasLeftovers || !ended.isEmpty }

    /// Stores that those requests are over. Called inside a transaction.
    func tellEnded(at now: Moment) throws -> Effects {
        var effects = Effects()
        for asking in ended where !enrolment.isAsking(asking.wish) {
            let cell = try store.cell(inbox: asking.wish.inbox, kind: Self.kind, key: asking.wish.device)?.cell
            if cell?.state == "requested" { try tell(asking, "expired", at: now, &effects) }
        }
        if hasLeftovers { try tellLeftovers(at: now, &effects) }
        return effects
    }

    /// That is committed.
    func settleEnded() {
        ended.removeAll()
        hasLeftovers = false
    }

    /// Whoever waited when a daemon was killed waits no more: its code was in memory only.
    private func tellLeftovers(at now: Moment, _ effects: inout Effects) throws {
        for inbox in try store.inboxes() {
            let cells = try store.cells(
                inbox: inbox, newestOfKind: Self.kind, limit: DaemonLimits.enrolmentCells)
            for cell in cells.map(\.cell) where cell.state == "requested" {
                // One of the system's daemon, which may still wait there, has no device's name.
                guard DeviceName.fault(in: cell.key) == nil else { continue }
                let wish = Enrolment.Wish(inbox: inbox, device: cell.key, isLogin: false)
                guard !enrolment.isAsking(wish) else { continue }
                let event = Event(
                    kind: Self.kind, state: "expired", key: cell.key, source: "deeplinkd",
                    title: "\(cell.key) asked to be let in, and it is too late now", params: cell.params)
                _ = try accept(event, in: inbox, at: now, &effects)
            }
        }
    }
}
