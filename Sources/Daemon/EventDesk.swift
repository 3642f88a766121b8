internal import InboxStore
internal import Intake
internal import Posix
internal import Routing
internal import Wire

/// Takes events in: stores each, with the route of its cell's new state.
final class EventDesk {
    private let store: InboxStore
    private let tables: TableKeeper
    private let policy: ServicePolicy
    private let keeper: EventKeeper

    init(store: InboxStore, tables: TableKeeper, policy: ServicePolicy) {
        self.store = store
        self.tables = tables
        self.policy = policy
        keeper = EventKeeper(store: store, tables: tables)
    }

    /// Stores one event, or says where it would go. Called inside the turn's transaction.
    func answer(_ submission: Submission, _ request: Request, at now: Moment, _ effects: inout Effects) throws
        -> [UInt8]?
    {
        do {
            let sender = request.peer.credentials
            let inboxes = try policy.inboxes(for: submission.event, to: submission.to, from: sender)
            if submission.isDryRun {
                return request.line(answering: try rehearse(submission.event, inbox: inboxes.first ?? sender.uid))
            }
            try policy.take(from: sender.uid, at: now)
            let answer = try accept(submission.event, inboxes: inboxes, request, at: now, &effects)
            return request.line(answering: answer)
        } catch let refusal as WireError {
            return refuse(request, refusal, &effects)
        }
    }

    /// An event for several inboxes is one event in each; it is answered with the first that took it, and refused when
    /// none did.
    private func accept(
        _ event: Event, inboxes: [UInt32], _ request: Request, at now: Moment, _ effects: inout Effects
    ) throws -> Notify.Answer {
        var answer: Notify.Answer?
        var refusal: WireError?
        for inbox in inboxes {
            do {
                let taken = try accept(event, inbox: inbox, request, at: now, &effects)
                answer = answer ?? taken
            } catch let error as WireError {
                refusal = refusal ?? error
            }
        }
        guard let answer else { throw refusal ?? WireError(.internalError, "the event has no inbox") }
        return answer
    }

    private func accept(
        _ event: Event, inbox: UInt32, _ request: Request, at now: Moment, _ effects: inout Effects
    ) throws -> Notify.Answer {
        let sender = request.peer.credentials.uid
        guard policy.mayKeepMore(of: sender, in: inbox, store) else {
            throw WireError(
                .quota, "uid \(sender) has as many events in the inbox of uid \(inbox) as it may", mayRetry: true)
        }
        switch try keeper.keep(event, inbox: inbox, sender: sender, unit: request.peer.unit, at: now, &effects) {
        case .stored(let seq, _):
            return .stored(seq: seq, isDuplicate: false)
        case .duplicate(let seq):
            return .stored(seq: seq, isDuplicate: true)
        case .quota:
            throw WireError(
                .quota, "the inbox is full of unread cells, or of what a follower has not read", mayRetry: true)
        case .refused(let reason):
            throw WireError(.invalidField, "the store refused the event: \(reason)")
        }
    }

    /// Takes in what the system's daemon has for this user, in order, as far as there is place. Called inside the turn's
    /// transaction, with how far that went in it.
    func take(_ handover: Handover, into inbox: UInt32, at now: Moment, _ effects: inout Effects) throws {
        var taken = Effects.Taken()
        for item in handover.items {
            if let refusal = try take(item, of: handover.store, into: inbox, at: now, &effects) {
                if refusal.mayRetry { break }
                taken.skipped.append((item.seq, refusal))
            }
            taken.count += 1
            taken.through = item.seq
        }
        if taken.count > 0 { try store.setTaken(inbox: inbox, of: handover.store, through: taken.through) }
        effects.taken = taken
    }

    /// Returns why an event was not stored; nil: it was, now or before.
    private func take(
        _ item: Handover.Item, of origin: String, into inbox: UInt32, at now: Moment, _ effects: inout Effects
    ) throws -> WireError? {
        let (followed, event): (FollowedEvent, Event)
        do throws(WireError) {
            followed = try item.event.get()
            event = try followed.taken(from: origin)
        } catch {
            return error
        }
        switch try keeper.keep(event, inbox: inbox, sender: followed.sender, unit: followed.unit, at: now, &effects) {
        case .stored, .duplicate: return nil
        case .quota: return WireError(.quota, "the inbox is full", mayRetry: true)
        case .refused(let reason): return WireError(.invalidField, reason)
        }
    }

    /// A refusal is written down too: a sender that wants no answer does not hear of it.
    private func refuse(_ request: Request, _ error: WireError, _ effects: inout Effects) -> [UInt8] {
        effects.refused.append((request.peer, error))
        return request.line(refusing: error)
    }

    /// `dry_run`: nothing is stored; the answer is where it would lead.
    private func rehearse(_ event: Event, inbox: UInt32) throws -> Notify.Answer {
        let key = event.key ?? event.id
        let cell = try key.flatMap { try store.cell(inbox: inbox, kind: event.kind, key: $0) }
        // Without a cell, the next seq is the id that it would get.
        let id = cell?.cell.id ?? store.highWater + 1
        let state = CellState(cell: id, kind: event.kind, state: event.state, params: event.params, link: event.link)
        return .wouldBe(cell: cell?.cell.id, route: tables.resolver.route(for: state))
    }
}
