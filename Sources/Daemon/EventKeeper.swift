internal import InboxStore
internal import Routing

/// Stores events with the route of their cell's new state, and notes what that changed: those that come in, those of the
/// system's daemon, and the daemon's own.
struct EventKeeper {
    let store: InboxStore
    let tables: TableKeeper

    /// Stores one. Called inside a transaction.
    @discardableResult
    func keep(
        _ event: Event, inbox: UInt32, sender: UInt32, unit: String? = nil, at now: Moment, _ effects: inout Effects
    ) throws -> Acceptance {
        var routed: Route?
        let acceptance = try store.accept(event, inbox: inbox, sender: sender, unit: unit, at: now) { state in
            let route = tables.resolver.route(for: state)
            routed = route
            return route
        }
        guard case .stored(let seq, let change) = acceptance else { return acceptance }
        effects.changes.append(change)
        let route = routed ?? tables.resolver.route(for: change.after.cell.cellState)
        effects.accepted.append(
            Effects.Accepted(
                seq: seq, sender: sender, unit: unit, cell: change.after.cell, route: route,
                table: change.after.tableVersion))
        return acceptance
    }
}
