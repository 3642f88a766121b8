internal import Routing
internal import RouteConfiguration

/// The commands of screens, from table files that this client reads itself: no argument ever comes over the socket.
final class TableCommands {
    /// What stands behind a screen of content `command`.
    enum Answer: Equatable {
        case command([String], refreshSeconds: Int?)
        /// The client's own files have no such command; the text says what to do.
        case none(String)
    }

    private let loader: TableLoader
    private var loaded: LoadedTable?

    init(loader: TableLoader) {
        self.loader = loader
    }

    /// Reads the files as they are now.
    func reload() {
        loaded = loader.load()
    }

    /// Whether the files are those that the daemon goes by.
    func agrees(with version: String) -> Bool {
        table.version == version
    }

    /// The command of a place. The path decides, not what the daemon says of the screen.
    func command(tab: String, path: ScreenPath) -> Answer {
        guard let match = table.table.factory.tab(tab)?.screen(at: path), let arguments = match.arguments else {
            return .none("Your route table files have no command for this screen: run deeplinkctl reload.")
        }
        return .command(arguments, refreshSeconds: match.screen.refreshSeconds)
    }

    private var table: LoadedTable {
        if let loaded { return loaded }
        let first = loader.load()
        loaded = first
        return first
    }
}
