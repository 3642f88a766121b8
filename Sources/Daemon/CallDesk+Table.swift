internal import InboxStore
internal import RouteConfiguration
internal import Routing
internal import Wire

/// What another table would change.
extension CallDesk {
    /// One slice of the caller's cells, each resolved by the table in use and by the one that a reload would use.
    func difference(_ diff: TableDiff, in inbox: UInt32) throws -> TableDiff.Answer {
        guard let wanted = diff.table else {
            let found = tables.beginComparison()
            guard found.isWhole else {
                return TableDiff.Answer(
                    table: found.version, findings: found.findings, cells: [], lookedAt: 0, next: nil)
            }
            return try slice(after: diff.after, of: inbox, by: RouteResolver(table: found.table), found.findings)
        }
        guard let resolver = tables.compared(wanted) else {
            throw WireError(.stale, "table \(wanted.prefix(64)) is compared no more: begin again", field: "table")
        }
        return try slice(after: diff.after, of: inbox, by: resolver, [])
    }

    private func slice(after id: Int64, of inbox: UInt32, by next: RouteResolver, _ findings: [Finding]) throws
        -> TableDiff.Answer
    {
        let cells = try store.cells(inbox: inbox, after: id, limit: DaemonLimits.diffSlice)
        var changes: [TableDiff.Change] = []
        var bytes = 0
        var lookedAt = 0
        for stored in cells where bytes <= DaemonLimits.pageBytes {
            lookedAt += 1
            let state = stored.cell.cellState
            let (from, to) = (tables.resolver.route(for: state).link, next.route(for: state).link)
            guard from != to else { continue }
            changes.append(
                TableDiff.Change(cell: stored.cell.id, kind: state.kind, state: state.state, from: from, to: to))
            bytes += 256 + from.description.utf8.count + to.description.utf8.count
        }
        let isLast = lookedAt == cells.count && cells.count < DaemonLimits.diffSlice
        return TableDiff.Answer(
            table: next.table.version, findings: findings, cells: changes, lookedAt: lookedAt,
            next: isLast ? nil : cells[lookedAt - 1].cell.id)
    }
}
