internal import Client
internal import InboxStore
internal import Posix
internal import RouteConfiguration
internal import Sodium
internal import Systemd
internal import Wire

/// The program deeplinkd: parse, set up, run; every exit goes through here.
public enum DaemonProgram {
    /// The exit statuses besides 0; `--help` states them.
    private enum Status {
        static let fatal: Int32 = 1
        static let usage: Int32 = 2
        static let held: Int32 = 3
        static let newerDatabase: Int32 = 4
    }

    /// Runs the program with the words after its name and returns its exit status.
    public static func run(_ words: [String]) -> Int32 {
        let environment = Environment.system
        do {
            let options = try DaemonOptions(words, environment: environment)
            switch options.action {
            case .help: return try print(DaemonOptions.table.help)
            case .version: return try print("deeplinkd \(Version.text)\n")
            case .completions(let script): return try print(script)
            case .checkConfiguration: return try check(options, environment)
            case .serve: return try serve(options, environment)
            }
        } catch let error as OptionError {
            StandardStreams.complain("\(error)\n")
            return Status.usage
        } catch {
            StandardStreams.complain("deeplinkd: \(error)\n")
            return status(of: error)
        }
    }

    private static func status(of error: any Error) -> Int32 {
        switch error {
        case HeldState.held, Listeners.Failure.served: Status.held
        case Listeners.Failure.nothingHandedIn: Status.usage
        case StoreError.newerSchema: Status.newerDatabase
        default: Status.fatal
        }
    }

    private static func print(_ text: String) throws -> Int32 {
        try StandardStreams.print(text)
        return 0
    }

    // MARK: Actions

    private static func check(_ options: DaemonOptions, _ environment: Environment) throws -> Int32 {
        let loaded = try loader(options, environment).load()
        for finding in loaded.findings { try StandardStreams.print("\(finding)\n") }
        let folders = loaded.directories.map { "\($0)/routes.d" }.joined(separator: ", ")
        let place = folders.isEmpty ? "the built-in table" : folders
        try StandardStreams.print("\(place): \(loaded.files.count) files, table \(loaded.version)\n")
        let service = try serviceLoader(options, environment).load()
        for finding in service.findings { try StandardStreams.print("\(finding)\n") }
        try StandardStreams.print("\(service.file ?? "no deeplinkd.toml: nothing is allowed but one's own inbox")\n")
        return loaded.isWhole && service.isWhole ? 0 : Status.fatal
    }

    private static func serve(_ options: DaemonOptions, _ environment: Environment) throws -> Int32 {
        let inherited = try Listeners.inherited()
        guard inherited != nil || options.isStandalone else { throw Listeners.Failure.nothingHandedIn }
        try Signals.ignoreBrokenPipe()
        let state = options.paths.state
        try Files.makeDirectories(state, mode: 0o700)
        let lock = try HeldState.lock(state)
        let paths = options.paths
        let listeners =
            try inherited
            ?? Listeners.bind(
                notify: paths.notify, client: paths.client, remote: paths.remote, forEverybody: options.isSystem)
        defer { try? listeners.unlink() }
        let database = "\(state)/inbox.db"
        let policy = ServicePolicy(loader: try serviceLoader(options, environment), isSystem: options.isSystem)
        let retention = Retention(
            days: options.keptDays ?? policy.retention.days, events: options.keptEvents ?? policy.retention.events)
        let store = try InboxStore(path: database, retention: retention)
        let daemon = try Daemon(
            listeners: listeners.sockets, database: store, path: database,
            loader: loader(options, environment), policy: policy,
            following: try followed(options, environment), secrets: try Secrets(), environment: environment,
            clock: .system,
            journal: Journal(identifier: "deeplinkd"))
        defer { withExtendedLifetime(lock) {} }
        return try daemon.run()
    }

    /// The system's daemon is believed as clients believe it.
    private static func followed(_ options: DaemonOptions, _ environment: Environment) throws
        -> (path: String, trusted: () -> Set<UInt32>)?
    {
        let program = try Files.executablePath()
        return options.followed.map { path in
            (
                path,
                {
                    ServiceLoader.serviceUIDs(
                        directories: TableLoader.directories(in: environment, program: program, ofSystem: true))
                }
            )
        }
    }

    private static func loader(_ options: DaemonOptions, _ environment: Environment) throws -> TableLoader {
        TableLoader(directories: try directories(options, environment), trustedUIDs: [environment.uid])
    }

    private static func serviceLoader(_ options: DaemonOptions, _ environment: Environment) throws -> ServiceLoader {
        ServiceLoader(directories: try directories(options, environment), trustedUIDs: [environment.uid])
    }

    private static func directories(_ options: DaemonOptions, _ environment: Environment) throws -> [String] {
        TableLoader.directories(
            in: environment, program: try Files.executablePath(), override: options.configuration,
            ofSystem: options.isSystem)
    }
}

/// The lock that guards the state directory: one daemon at a time.
enum HeldState: Error, CustomStringConvertible {
    case held(directory: String, pid: Int32?)

    static func lock(_ directory: String) throws -> FileLock {
        do throws(FileLock.Failure) { return try FileLock(path: "\(directory)/lock") } catch {
            switch error {
            case .held(let pid): throw HeldState.held(directory: directory, pid: pid)
            case .system(let error): throw error
            }
        }
    }

    var description: String {
        switch self {
        case .held(let directory, let pid):
            "another deeplinkd\(pid.map { " (pid \($0))" } ?? "") holds \(directory): end that one, or give --state another directory"
        }
    }
}
