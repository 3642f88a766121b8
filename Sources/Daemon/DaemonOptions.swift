internal import Client
internal import Posix
internal import Wire

/// What the command line of deeplinkd says, over what the environment says.
struct DaemonOptions {
    /// What to do.
    enum Action: Equatable {
        case serve
        case checkConfiguration
        case help
        case version
        case completions(String)
    }

    var action = Action.serve
    /// Bind the sockets ourselves instead of taking them from systemd.
    var isStandalone = false
    /// The machine's service: every user's inbox, each for its own user, and rules about more.
    var isSystem = false
    var paths: SocketPaths
    /// The one directory to read tables from, instead of the standard ones.
    var configuration: String?
    /// The clients' socket of the system's daemon, whose events for this user are taken in; nil: nobody's are.
    var followed: String?
    /// How much of each inbox is kept, where the command line says it.
    var keptEvents: Int?
    var keptDays: Int?

    private static let system = Option("system", help: "serve every user of this machine: the system's paths and rules")
    private static let standalone = Option("standalone", help: "bind the sockets instead of taking them from systemd")
    private static let notify = Option("notify", argument: "PATH", help: "the senders' socket, with --standalone")
    private static let client = Option("client", argument: "PATH", help: "the clients' socket, with --standalone")
    private static let remote = Option(
        "remote-socket", argument: "PATH",
        help: "the socket of enrolled devices, with --standalone; else remote.sock beside the clients' socket")
    private static let state = Option("state", argument: "DIR", help: "where the inbox is kept")
    private static let config = Option(
        "config", argument: "DIR", help: "where routes.d and deeplinkd.toml are, instead of the standard places")
    private static let follow = Option(
        "follow", argument: "PATH", help: "the clients' socket of the system's daemon, also where other paths are given"
    )
    private static let keepEvents = Option(
        "keep-events", argument: "NUMBER", help: "events kept of each inbox, over deeplinkd.toml")
    private static let keepDays = Option(
        "keep-days", argument: "NUMBER", help: "days that an event is kept, over deeplinkd.toml")
    private static let check = Option(
        "check-config", help: "say what is wrong with route table and deeplinkd.toml and exit")

    static let table = Options(
        program: "deeplinkd",
        summary: """
            Keeps notification events and leads the attached terminal client to where they happened.

            Started by systemd's socket units; with --standalone it binds its own sockets. It never runs a command.
            Exit status: 0 after SIGTERM, 1 on a fatal error or errors in what --check-config looks at, 2 on wrong usage,
            3 when another daemon holds the state directory or serves a socket, 4 when the database is of a newer version.
            """,
        options: [
            system, standalone, notify, client, remote, state, config, follow, keepEvents, keepDays, check,
            .completions,
            .help,
            .version,
        ])

    /// Reads the words after the program's name.
    init(_ words: [String], environment: Environment) throws(OptionError) {
        let parsed = try Self.table.parse(words)
        guard parsed.operands.isEmpty else { throw parsed.wrongOperands(expected: "no words besides options") }
        isSystem = parsed.has(Self.system)
        paths = (isSystem ? .system : SocketPaths(environment: environment)).replacing(
            notify: parsed.value(Self.notify), client: parsed.value(Self.client),
            remote: parsed.value(Self.remote), state: parsed.value(Self.state))
        configuration = parsed.value(Self.config)
        followed = try Self.followed(parsed, isSystem: isSystem)
        keptEvents = try parsed.number(Self.keepEvents, in: 1...10_000_000).map(Int.init)
        keptDays = try parsed.number(Self.keepDays, in: 1...36_500).map(Int.init)
        isStandalone = parsed.has(Self.standalone)
        if parsed.has(.help) {
            action = .help
        } else if parsed.has(.version) {
            action = .version
        } else if let script = try Completion(Self.table).script(asked: parsed) {
            action = .completions(script)
        } else if parsed.has(Self.check) {
            action = .checkConfiguration
        }
    }

    /// A daemon in a place of its own, as tests and trials have it, leaves the machine's alone until it is told.
    private static func followed(_ parsed: ParsedOptions, isSystem: Bool) throws(OptionError) -> String? {
        if let path = parsed.value(follow) {
            guard !isSystem else { throw parsed.badValue(follow, expected: "no --system beside it") }
            guard path.hasPrefix("/") else { throw parsed.badValue(follow, expected: "an absolute path") }
            return path
        }
        let isElsewhere = [notify, client, state].contains { parsed.has($0) }
        return isSystem || isElsewhere ? nil : SocketPaths.system.client
    }
}
