internal import InboxStore

/// What those who tell and move clients work with. Made once, by `Delivery`.
struct DeliveryParts {
    let server: Server
    let store: InboxStore
    let tables: TableKeeper
    let router: AppRouter
    let journal: DaemonJournal
    /// Work that nobody waits for, and what is done when the store fails it.
    let sideWork: SideWork
}
