internal import InboxStore
internal import RouteConfiguration
internal import Routing
internal import Wire

/// The route table in use, and the way from one to the next.
///
/// A table with errors at the start serves with what is right in it; at a reload the old one stays. After a change
/// the stored cells are re-routed in slices, so that no turn waits for the whole inbox.
final class TableKeeper {
    private let loader: TableLoader
    private let store: InboxStore
    private(set) var loaded: LoadedTable
    private(set) var resolver: RouteResolver
    /// The last cell that was looked at; nil: no re-routing is under way.
    private var reroutedThrough: Int64? = 0
    /// Whether the store knows the table in use, so that cells can be said to be routed by it.
    private var isRecorded = false

    /// Loads the table that the configuration gives.
    init(loader: TableLoader, store: InboxStore) {
        self.loader = loader
        self.store = store
        loaded = loader.load()
        resolver = RouteResolver(table: loaded.table)
    }

    /// What lint says about the files as they are now.
    func check() -> LoadedTable { loader.load() }

    /// A cell as clients are told of it, with the route of its state now.
    func summary(of cell: Cell) -> CellSummary { CellSummary(cell, route: resolver.route(for: cell.cellState)) }

    /// The table that somebody asks about: what would it change? Kept so that all pages speak of one.
    private var candidate: RouteResolver?

    /// Reads the files for a comparison.
    func beginComparison() -> LoadedTable {
        let found = loader.load()
        candidate = found.isWhole ? RouteResolver(table: found.table) : nil
        return found
    }

    /// The answers of the table that is compared, if it is still this one.
    func compared(_ version: String) -> RouteResolver? {
        candidate.flatMap { $0.table.version == version ? $0 : nil }
    }

    /// Uses a table from here on, unless it has errors or is the one in use.
    func use(_ table: LoadedTable) {
        guard table.isWhole, table.version != loaded.version else { return }
        loaded = table
        resolver = RouteResolver(table: table.table)
        candidate = nil
        reroutedThrough = 0
        isRecorded = false
    }

    /// Whether cells may still carry the tab of an older table.
    var isRerouting: Bool { reroutedThrough != nil }

    /// Re-routes one slice of the store, in a transaction of its own; returns the cells whose tab is another now.
    func rerouteSlice(at now: Moment) throws -> [CellChange] {
        guard let after = reroutedThrough else { return [] }
        if !isRecorded {
            try store.transaction(.normal) { try store.record(table: loaded.version, at: now) }
            isRecorded = true
        }
        let slice = try store.cells(notRoutedBy: loaded.version, after: after, limit: DaemonLimits.rerouteSlice)
        guard let last = slice.last else {
            reroutedThrough = nil
            return []
        }
        let changes = try store.transaction(.normal) { try slice.compactMap(reroute) }
        reroutedThrough = last.cell.id
        return changes
    }

    private func reroute(_ stored: StoredCell) throws -> CellChange? {
        var after = stored
        after.tab = resolver.route(for: stored.cell.cellState).tab ?? ""
        after.tableVersion = loaded.version
        try store.setTab(cell: stored.cell.id, tab: after.tab, table: loaded.version)
        return after.tab == stored.tab ? nil : CellChange(before: stored.standing, after: after)
    }
}
