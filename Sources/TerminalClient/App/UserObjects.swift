internal import Routing

/// What belongs to the user whose inbox is shown, and is not another's to see: what is known of the inbox, how screens were
/// looked at, what waits to be shown, and the builders that hold these. Emptied when the user changes.
final class UserObjects {
    let repository: CellRepository
    let states: ViewStateStore
    let screens: ScreenBuilders
    let cells: CellsModuleBuilder

    var banners = BannerQueue()
    var ledger = OpenLedger()
    var jumps = JumpList()
    /// The open that waits behind a modal or a text field; the daemon offers one at a time.
    var queued: QueuedOpen?
    /// The version of the table that the tabs came from.
    var tableVersion: String?
    /// Where the user stood before the main scene was replaced.
    var leftState: NavigationState?

    init(
        repository: CellRepository, states: ViewStateStore, screens: ScreenBuilders, cells: CellsModuleBuilder
    ) {
        self.repository = repository
        self.states = states
        self.screens = screens
        self.cells = cells
    }
}
