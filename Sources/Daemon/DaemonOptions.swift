internal import Client
internal import InboxStore
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
    var paths: SocketPaths
    /// The one directory to read tables from, instead of the standard ones.
    var configuration: String?
    /// How much of each inbox is kept.
    var retention = Retention()

    private static let standalone = Option("standalone", help: "bind the sockets instead of taking them from systemd")
    private static let notify = Option("notify", argument: "PATH", help: "the senders' socket, with --standalone")
    private static let client = Option("client", argument: "PATH", help: "the clients' socket, with --standalone")
    private static let state = Option("state", argument: "DIR", help: "where the inbox is kept")
    private static let config = Option(
        "config", argument: "DIR", help: "where routes.d is, instead of the standard places")
    private static let keepEvents = Option(
        "keep-events", argument: "NUMBER", help: "events kept of each inbox (else \(Retention().events))")
    private static let keepDays = Option(
        "keep-days", argument: "NUMBER", help: "days that an event is kept (else \(Retention().days))")
    private static let check = Option("check-config", help: "say what is wrong with the route table and exit")

    static let table = Options(
        program: "deeplinkd",
        summary: """
            Keeps notification events and leads the attached terminal client to where they happened.

            Started by systemd's socket units; with --standalone it binds its own sockets. It never runs a command.
            Exit status: 0 after SIGTERM, 1 on a fatal error or errors in the table (--check-config), 2 on wrong usage,
            3 when another daemon holds the state directory or serves a socket, 4 when the database is of a newer version.
            """,
        options: [
            standalone, notify, client, state, config, keepEvents, keepDays, check, .completions, .help, .version,
        ])

    /// Reads the words after the program's name.
    init(_ words: [String], environment: Environment) throws(OptionError) {
        let parsed = try Self.table.parse(words)
        guard parsed.operands.isEmpty else { throw parsed.wrongOperands(expected: "no words besides options") }
        paths = SocketPaths(environment: environment).replacing(
            notify: parsed.value(Self.notify), client: parsed.value(Self.client), state: parsed.value(Self.state))
        configuration = parsed.value(Self.config)
        retention.events = try parsed.number(Self.keepEvents, in: 1...10_000_000).map(Int.init) ?? retention.events
        retention.days = try parsed.number(Self.keepDays, in: 1...36_500).map(Int.init) ?? retention.days
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
}
