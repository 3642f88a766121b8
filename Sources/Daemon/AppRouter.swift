internal import InboxStore
internal import Routing
internal import Wire

/// The one global app-level router: which client is told, which one moves, what waits and for whom.
///
/// There is one, made in the composition root and passed in. It decides and remembers only what is on the way now: a
/// client is a cursor, an open is a row, and after a kill the rows are all it needs. It knows no socket and no JSON;
/// clients are numbers. What it decides, `Announcer` and `Mover` do.
///
/// Opens go to one client each, oldest first, one at a time per client. A client that does not answer in time is
/// fenced: its connection is closed, so that it can move no more, and only then is the open offered elsewhere, with
/// the same id.
final class AppRouter {
    /// A client by its connection's number.
    typealias ClientID = UInt64

    /// A client that said hello with a role.
    struct Client {
        let id: ClientID
        let inbox: UInt32
        let role: Hello.Role
        /// It reported where it stands: from then on it is told and moved.
        var hasReported = false
        /// Its scene takes opens.
        var isReady = false
        /// When its user last pressed a key, in milliseconds on boot time.
        var lastInput: Int64 = .min
        /// The last seq that it was told of.
        var announced: Int64
        /// The open that it has and has not settled.
        var offered: Int64?
    }

    /// An open that has not ended.
    struct Waiting {
        var record: OpenRecord
        /// The client that asked, as long as it is there: it goes first.
        var preferred: ClientID?
        var offeredTo: ClientID?
        /// Until when that client may take, in milliseconds on boot time.
        var answerBy: Int64 = .max
        /// The client said that it waits behind something.
        var isQueued = false
        /// The client said how it ended, and that could not be stored yet: it is offered to nobody any more.
        var isAnswered = false
    }

    private(set) var clients: [ClientID: Client] = [:]
    /// By id, which is by age.
    private(set) var opens: [Int64: Waiting] = [:]

    /// Begins with the opens that the store kept: each is offered again, with its id, once a client can take it.
    init(pending: [OpenRecord]) {
        for record in pending { opens[record.id] = Waiting(record: record) }
    }

    // MARK: Clients

    func attach(_ id: ClientID, inbox: UInt32, role: Hello.Role, announced: Int64) {
        clients[id] = Client(id: id, inbox: inbox, role: role, announced: announced)
        // An observer has no screens to report.
        if role == .observer { clients[id]?.hasReported = true }
    }

    /// Forgets a client; what it had been offered and has not answered waits again.
    func detach(_ id: ClientID) {
        clients[id] = nil
        for (open, waiting) in opens where waiting.offeredTo == id || waiting.preferred == id {
            if waiting.offeredTo == id, !waiting.isAnswered { release(open) }
            opens[open]?.preferred = nil
        }
    }

    func report(_ id: ClientID, scene: NavigationState.Scene, idle: Int64, at now: Moment) {
        clients[id]?.hasReported = true
        clients[id]?.isReady = scene == .main
        clients[id]?.lastInput = now.boot.subtractingReportingOverflow(idle).partialValue
    }

    func setAnnounced(_ id: ClientID, through seq: Int64) { clients[id]?.announced = seq }

    /// The clients that are told what happens in an inbox, in the order of their coming.
    func audience(of inbox: UInt32) -> [Client] {
        clients.values.filter { $0.inbox == inbox && $0.hasReported }.sorted { $0.id < $1.id }
    }

    /// The inboxes that anybody is told about.
    var inboxes: Set<UInt32> { Set(clients.values.filter(\.hasReported).map(\.inbox)) }

    /// How far the navigators of an inbox that are attached were told; nil: none is.
    func navigatorCursor(of inbox: UInt32) -> Int64? {
        clients.values.filter { $0.inbox == inbox && $0.role == .navigator && $0.hasReported }.map(\.announced).max()
    }

    /// The navigator that goes first: the one that had input last; of equals the one that came last.
    func leader(of inbox: UInt32) -> ClientID? { candidates(in: inbox).first?.id }

    private func candidates(in inbox: UInt32) -> [Client] {
        clients.values
            .filter { $0.inbox == inbox && $0.role == .navigator && $0.hasReported && $0.isReady }
            .sorted { ($0.lastInput, $0.id) > ($1.lastInput, $1.id) }
    }

    // MARK: Opens

    /// The phase that a new open is stored with: whether a client is there that can take it.
    func phase(forOpenIn inbox: UInt32) -> OpenPhase { candidates(in: inbox).isEmpty ? .held : .offered }

    /// Takes a new open that was committed.
    func add(_ record: OpenRecord, askedBy client: ClientID) {
        opens[record.id] = Waiting(record: record, preferred: clients[client]?.role == .navigator ? client : nil)
    }

    /// What can be offered now: each open to its client, oldest first; a client gets one at a time. The same order of
    /// calls gives the same answer. An open whose client is busy waits for it: another one is not where the user is.
    func nextOffers(at now: Moment) -> [(client: ClientID, open: OpenRecord)] {
        var offers: [(ClientID, OpenRecord)] = []
        for id in opens.keys.sorted() {
            guard let waiting = opens[id], waiting.offeredTo == nil, !waiting.record.deadline.hasPassed(at: now),
                let client = client(for: waiting), client.offered == nil
            else { continue }
            clients[client.id]?.offered = id
            opens[id]?.offeredTo = client.id
            opens[id]?.answerBy = now.boot + Int64(WireLimits.openSeconds) * 1000
            offers.append((client.id, waiting.record))
        }
        return offers
    }

    /// The client that asked if it can take it, else the one whose user was there last.
    private func client(for waiting: Waiting) -> Client? {
        if let preferred = waiting.preferred.flatMap({ clients[$0] }), preferred.isReady { return preferred }
        return candidates(in: waiting.record.inbox).first
    }

    /// Takes back an offer that was not sent after all.
    func takeBack(_ open: Int64) { release(open) }

    /// Whether this client's word on an open counts: it is the one that has it, or it showed it before it lost us.
    func mayAnswer(_ open: Int64, _ client: ClientID, inbox: UInt32) -> Bool {
        guard let waiting = opens[open], waiting.record.inbox == inbox else { return false }
        return waiting.offeredTo == nil || waiting.offeredTo == client
    }

    /// The client waits behind something; it has more time, once. Of an open that it does not have, that says nothing.
    func setQueued(_ open: Int64, by client: ClientID, at now: Moment) {
        guard let waiting = opens[open], waiting.offeredTo == client, !waiting.isQueued else { return }
        opens[open]?.isQueued = true
        opens[open]?.answerBy = now.boot + Int64(WireLimits.queuedSeconds) * 1000
    }

    /// The client has answered, which is yet to be stored: it is not silent.
    func setAnswered(_ open: Int64, by client: ClientID) {
        guard let waiting = opens[open], waiting.offeredTo == nil || waiting.offeredTo == client else { return }
        opens[open]?.offeredTo = client
        opens[open]?.isAnswered = true
        opens[open]?.answerBy = .max
    }

    /// Forgets an open that has ended; its client can take the next.
    func settle(_ open: Int64) {
        release(open)
        opens[open] = nil
    }

    private func release(_ open: Int64) {
        if let client = opens[open]?.offeredTo, clients[client]?.offered == open { clients[client]?.offered = nil }
        opens[open]?.offeredTo = nil
        opens[open]?.answerBy = .max
        opens[open]?.isQueued = false
        opens[open]?.isAnswered = false
    }

    // MARK: Time

    /// What is over now.
    struct Overdue {
        /// Opens whose wait is over, with the reason.
        var expired: [(open: Int64, reason: String)] = []
        /// Clients that did not answer an offer.
        var silent: [ClientID] = []
    }

    func overdue(at now: Moment) -> Overdue {
        var overdue = Overdue()
        for (id, waiting) in opens.sorted(by: { $0.key < $1.key }) {
            if waiting.answerBy <= now.boot {
                if waiting.isQueued {
                    overdue.expired.append((id, "it stayed queued for \(WireLimits.queuedSeconds) s"))
                } else if let client = waiting.offeredTo {
                    overdue.silent.append(client)
                }
            } else if waiting.offeredTo == nil, waiting.record.deadline.hasPassed(at: now) {
                overdue.expired.append((id, "nobody showed it in time"))
            }
        }
        return overdue
    }

    /// When the next thing is over, in milliseconds on boot time; nil: nothing waits, so no timer is needed.
    func nextDue(at now: Moment) -> Int64? {
        opens.values.lazy.filter { !$0.isAnswered }.map { waiting in
            guard waiting.offeredTo == nil else { return waiting.answerBy }
            let (due, overflow) = now.boot.addingReportingOverflow(waiting.record.deadline.remaining(at: now))
            return overflow ? .max : due
        }.min()
    }
}
