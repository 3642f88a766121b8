internal import InboxStore
internal import Intake
internal import Posix
internal import Routing
internal import Wire

/// Takes events in: stores each, with the route of its cell's new state.
final class EventDesk {
    private let store: InboxStore
    private let tables: TableKeeper

    init(store: InboxStore, tables: TableKeeper) {
        self.store = store
        self.tables = tables
    }

    /// Stores one event, or says where it would go. Called inside the turn's transaction.
    func answer(_ submission: Submission, _ request: Request, at now: Moment, _ effects: inout Effects) throws
        -> [UInt8]?
    {
        let sender = request.peer.credentials.uid
        // Access rules come with system mode; until then an inbox is filled by its own uid, and by root.
        let inbox = submission.to ?? sender
        guard inbox == sender || sender == 0 else {
            let error = WireError(.notPermitted, "uid \(sender) may not send to uid \(inbox)", field: "to")
            return refuse(request, error, &effects)
        }
        if submission.isDryRun { return try rehearse(submission.event, inbox: inbox, request) }
        return try accept(submission.event, inbox: inbox, request, at: now, &effects)
    }

    private func accept(
        _ event: Event, inbox: UInt32, _ request: Request, at now: Moment, _ effects: inout Effects
    ) throws -> [UInt8]? {
        let sender = request.peer.credentials.uid
        let unit = request.peer.unit
        var routed: Route?
        let acceptance = try store.accept(event, inbox: inbox, sender: sender, unit: unit, at: now) { state in
            let route = tables.resolver.route(for: state)
            routed = route
            return route
        }
        switch acceptance {
        case .stored(let seq, let change):
            effects.changes.append(change)
            let route = routed ?? tables.resolver.route(for: change.after.cell.cellState)
            effects.accepted.append(
                Effects.Accepted(seq: seq, sender: sender, unit: unit, cell: change.after.cell, route: route))
            return request.line(answering: Notify.Answer.stored(seq: seq, isDuplicate: false))
        case .duplicate(let seq):
            return request.line(answering: Notify.Answer.stored(seq: seq, isDuplicate: true))
        case .quota:
            let text = "the inbox is full of unread cells, or of what a follower has not read"
            return refuse(request, WireError(.quota, text, mayRetry: true), &effects)
        case .refused(let reason):
            return refuse(request, WireError(.invalidField, "the store refused the event: \(reason)"), &effects)
        }
    }

    /// A refusal is written down too: a sender that wants no answer does not hear of it.
    private func refuse(_ request: Request, _ error: WireError, _ effects: inout Effects) -> [UInt8] {
        effects.refused.append((request.peer, error))
        return request.line(refusing: error)
    }

    /// `dry_run`: nothing is stored; the answer is where it would lead.
    private func rehearse(_ event: Event, inbox: UInt32, _ request: Request) throws -> [UInt8]? {
        let key = event.key ?? event.id
        let cell = try key.flatMap { try store.cell(inbox: inbox, kind: event.kind, key: $0) }
        // Without a cell, the next seq is the id that it would get.
        let id = cell?.cell.id ?? store.highWater + 1
        let state = CellState(cell: id, kind: event.kind, state: event.state, params: event.params, link: event.link)
        let answer = Notify.Answer.wouldBe(cell: cell?.cell.id, route: tables.resolver.route(for: state))
        return request.line(answering: answer)
    }
}
