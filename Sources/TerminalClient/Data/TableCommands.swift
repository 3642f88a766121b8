internal import Posix
internal import RouteConfiguration
internal import Routing

/// The commands of screens, from table files that this client reads itself: no argument ever comes over the socket.
final class TableCommands {
    /// What stands behind a screen of content `command`.
    enum Answer: Equatable {
        case command(CommandPlan)
        /// There is nothing to run here; the text says why and what to do.
        case none(String)
    }

    private let loader: TableLoader
    private let client: ClientLoader
    private let surroundings: Environment
    private var loaded: LoadedTable?
    private var configuration: ClientConfiguration?
    /// Where the inbox is that these screens belong to.
    var host = InboxHost.local

    init(loader: TableLoader, client: ClientLoader, surroundings: Environment = .system) {
        self.loader = loader
        self.client = client
        self.surroundings = surroundings
    }

    /// Reads the files as they are now.
    func reload() {
        loaded = loader.load()
        configuration = nil
    }

    /// Whether the files are those that the daemon goes by. Another machine has its own.
    func agrees(with version: String) -> Bool {
        host != .local || table.version == version
    }

    /// The command of a place. The path decides, not what the daemon says of the screen.
    func command(tab: String, path: ScreenPath) -> Answer {
        guard let match = table.table.factory.tab(tab)?.screen(at: path) else { return .none(noCommand) }
        do throws(InvocationFailure) {
            guard let invocation = try match.invocation() else { return .none(noCommand) }
            guard var plan = plan(invocation) else { return .none(elsewhere) }
            plan.refreshSeconds = match.screen.refreshSeconds
            plan.follows = match.screen.manner.follows
            plan.usesTerminal = match.screen.manner.usesTerminal
            return .command(plan)
        } catch {
            return .none(error.description)
        }
    }

    /// nil: nothing here leads to the machine where it would run.
    private func plan(_ invocation: Invocation) -> CommandPlan? {
        switch host {
        case .local: CommandPlan(invocation, in: surroundings)
        case .remote(let name, let socket): host(name, at: socket).map { CommandPlan(invocation, through: $0.prefix) }
        }
    }

    private var noCommand: String {
        switch host {
        case .local: "Your route table files have no command for this screen: run deeplinkctl reload."
        case .remote: elsewhere
        }
    }

    private var elsewhere: String {
        guard case .remote(let name, _) = host else { return noCommand }
        return "This screen lives on \(name). [host.\(name)] in deeplink.toml would run it there."
    }

    /// A daemon is free to call itself by another machine's name, so a name may be bound to a socket.
    private func host(_ name: String, at socket: String) -> ClientConfiguration.Host? {
        let known = configuration ?? client.load().configuration
        configuration = known
        return known.hosts[name].flatMap { $0.socket == nil || $0.socket == socket ? $0 : nil }
    }

    private var table: LoadedTable {
        if let loaded { return loaded }
        let first = loader.load()
        loaded = first
        return first
    }
}
