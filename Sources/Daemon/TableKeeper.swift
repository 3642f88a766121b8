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
    private var reroutedThrough: Int64?

    /// Loads the table that the configuration gives.
    init(loader: TableLoader, store: InboxStore, at now: Moment) throws {
        self.loader = loader
        self.store = store
        loaded = loader.load()
        resolver = RouteResolver(table: loaded.table)
        try use(loaded, at: now)
    }

    /// What lint says about the files as they are now.
    func check() -> LoadedTable { loader.load() }

    /// Reads the files again. Returns what was found, and whether the table is in use now: not with errors in it.
    func reload(at now: Moment) throws -> (found: LoadedTable, isUsed: Bool) {
        let found = loader.load()
        guard !found.findings.contains(where: { $0.severity == .error }) else { return (found, false) }
        try use(found, at: now)
        return (found, true)
    }

    private func use(_ table: LoadedTable, at now: Moment) throws {
        loaded = table
        resolver = RouteResolver(table: table.table)
        try store.transaction(.normal) { try store.record(table: table.version, at: now) }
        reroutedThrough = 0
    }

    /// Whether cells may still carry the tab of an older table.
    var isRerouting: Bool { reroutedThrough != nil }

    /// Re-routes one slice of the store; false when there is nothing left to do.
    func rerouteSlice() throws -> Bool {
        guard let after = reroutedThrough else { return false }
        let version = loaded.version
        let slice = try store.cells(notRoutedBy: version, after: after, limit: DaemonLimits.rerouteSlice)
        guard let last = slice.last else {
            reroutedThrough = nil
            return false
        }
        try store.transaction(.normal) {
            for stored in slice {
                let tab = resolver.route(for: stored.cell.cellState).tab ?? ""
                try store.setTab(cell: stored.cell.id, tab: tab, table: version)
            }
        }
        reroutedThrough = last.cell.id
        return true
    }
}
