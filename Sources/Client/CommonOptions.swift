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
    public static let config = Option("config", argument: "DIR", help: "read routes.d in this directory only")

    /// In the order of the help.
    public static let all = [notify, client, state, config]

    /// The paths that the environment and, over it, these options say; of several parses the later ones win.
    public static func paths(_ environment: Environment, _ parses: [ParsedOptions]) -> SocketPaths {
        parses.reduce(SocketPaths(environment: environment)) { paths, parsed in
            paths.replacing(
                notify: parsed.value(notify), client: parsed.value(client), state: parsed.value(state))
        }
    }

    /// What `--config` says, the last of several.
    public static func configuration(_ parses: [ParsedOptions]) -> String? {
        parses.compactMap { $0.value(config) }.last
    }
}
