public import Posix

/// The options that all our programs have in common: what the environment says, said otherwise.
public enum CommonOptions {
    /// The senders' socket.
    public static let notify = Option("notify", argument: "PATH", help: "use this socket for senders")
    /// The clients' socket.
    public static let client = Option("client", argument: "PATH", help: "use this socket for clients")
    /// The state directory.
    public static let state = Option("state", argument: "DIR", help: "use this directory for inbox and job output")
    /// The configuration.
    public static let config = Option(
        "config", argument: "DIR", help: "read routes.d and deeplinkd.toml in this directory only")

    /// The user's own daemon.
    public static let user = Option("user", help: "speak with your own daemon")
    /// The machine's daemon.
    public static let system = Option("system", help: "speak with the daemon of this machine")

    /// In the order of the help.
    public static let all = [user, system, notify, client, state, config]

    /// Whose service is meant.
    public enum Manager: Sendable {
        /// A user's own.
        case user
        /// The machine's.
        case system
    }

    /// The one that was asked for, of several parses the last; nil: none was.
    public static func manager(_ parses: [ParsedOptions]) -> Manager? {
        for parsed in parses.reversed() {
            if parsed.has(system) { return .system }
            if parsed.has(user) { return .user }
        }
        return nil
    }

    /// Whether the system's daemon is spoken with: when it is asked for; else when the user has no socket and the system
    /// has one. Sockets named by hand are a user's own.
    public static func isSystem(_ environment: Environment, _ parses: [ParsedOptions]) -> Bool {
        if let manager = manager(parses) { return manager == .system }
        if parses.contains(where: { $0.has(notify) || $0.has(client) }) { return false }
        return !isThere(SocketPaths(environment: environment).client) && isThere(SocketPaths.system.client)
    }

    /// What cannot be looked at is nothing to speak with.
    private static func isThere(_ path: String) -> Bool { (try? Files.facts(path).kind) == .socket }

    /// The paths that the environment and, over it, these options say; of several parses the later ones win. Also with the
    /// system's daemon, what is kept here (`state`) is the user's own.
    public static func paths(_ environment: Environment, _ parses: [ParsedOptions]) -> SocketPaths {
        var paths = SocketPaths(environment: environment)
        if isSystem(environment, parses) {
            paths = paths.replacing(notify: SocketPaths.system.notify, client: SocketPaths.system.client)
        }
        return parses.reduce(paths) { paths, parsed in
            paths.replacing(
                notify: parsed.value(notify), client: parsed.value(client), state: parsed.value(state))
        }
    }

    /// What `--config` says, the last of several.
    public static func configuration(_ parses: [ParsedOptions]) -> String? {
        parses.compactMap { $0.value(config) }.last
    }
}
