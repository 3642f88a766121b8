// deeplinkctl: one verb, one answer, one exit code. It holds nothing and runs nothing in the background; what it knows it asks the
// daemon, but for the route table, which it reads from the same files.
internal import Client
public import Posix
internal import RouteConfiguration
internal import Wire

/// The control tool.
public struct ControlTool {
    private let console: Console
    private let environment: Environment
    private let clock: Clock
    private let connect: (String) throws(ConnectFailure) -> Connection

    /// The whole program: does what the words (without the program's name) say, and returns the exit code. A reader that goes away
    /// (`deeplinkctl watch | head -1`) is from here on an error to end on, not a signal to die of.
    public static func program(_ words: [String]) -> Int32 {
        try? Signals.ignoreBrokenPipe()
        return ControlTool().run(words)
    }

    /// The tool with this process's streams and surroundings.
    public init(environment: Environment = .system, clock: Clock = .system) {
        self.init(
            console: .standard(), environment: environment, clock: clock,
            connect: { (path) throws(ConnectFailure) in
                try Connection(connectingTo: path, trustedUIDs: Self.trustedUIDs(at: path, environment))
            })
    }

    /// The system's daemon runs as a user of its own.
    private static func trustedUIDs(at path: String, _ environment: Environment) -> Set<UInt32> {
        guard SocketPaths.isSystems(path), let program = try? Files.executablePath() else { return [] }
        return ServiceLoader.serviceUIDs(
            directories: TableLoader.directories(in: environment, program: program, ofSystem: true))
    }

    init(
        console: Console, environment: Environment, clock: Clock,
        connect: @escaping (String) throws(ConnectFailure) -> Connection
    ) {
        self.console = console
        self.environment = environment
        self.clock = clock
        self.connect = connect
    }

    /// Does what the words (without the program's name) say, and returns the exit code.
    public func run(_ words: [String]) -> Int32 {
        do {
            return try perform(words)
        } catch let error as OptionError {
            console.complain(lines: "\(error)")
            return ExitCode.usage.rawValue
        } catch let failure as Failure {
            console.complain(failure.text)
            return failure.code.rawValue
        } catch let error as SystemError {
            // Nobody reads any more (`deeplinkctl list | head -1`): nothing to complain about.
            if error.isDisconnected { return ExitCode.done.rawValue }
            console.complain("\(error)")
            return Failure(error).code.rawValue
        } catch {
            console.complain("\(error)")
            return ExitCode.no.rawValue
        }
    }

    private func perform(_ words: [String]) throws -> Int32 {
        let general = try Self.options.parse(words)
        if general.has(.help) {
            try console.printText(Self.help)
            return ExitCode.done.rawValue
        }
        if general.has(.version) {
            try console.print("deeplinkctl \(Version.text)")
            return ExitCode.done.rawValue
        }
        if let script = try Self.completion.script(asked: general) {
            try console.printText(script)
            return ExitCode.done.rawValue
        }
        let name = try Self.options.command(in: general).name
        guard let verb = Verb.all.first(where: { $0.name == name }) else {
            preconditionFailure("commands are the verbs")
        }
        let parsed = try verb.options.parse(Array(general.operands.dropFirst()))
        if parsed.has(.help) {
            try console.printText(verb.options.help)
            return ExitCode.done.rawValue
        }
        let request = request(parsed, general)
        return try verb.ownStatus?(request) ?? verb.perform(request).rawValue
    }

    private func request(_ parsed: ParsedOptions, _ general: ParsedOptions) -> Request {
        Request(
            parsed: parsed, console: console, environment: environment, clock: clock,
            paths: CommonOptions.paths(environment, [general, parsed]),
            configuration: CommonOptions.configuration([general, parsed]),
            manager: CommonOptions.manager([general, parsed]), connect: connect)
    }

    static let options = Options(
        program: "deeplinkctl", operands: "COMMAND [ARGUMENT]...",
        summary: "Sends events to deeplinkd, lists and opens notifications, and looks at the route table.",
        options: CommonOptions.all + [.completions, .help, .version],
        commands: Verb.all.map { Options.Command($0.name, help: $0.line) }, stopsAtFirstOperand: true)

    static let completion = Completion(options, commands: Verb.all.map(\.options))

    static var help: String {
        let codes = ExitCode.allCases.map { "  \($0.rawValue)  \($0.help)\n" }.joined()
        return options.help + "\nExit codes ('run' has the command's own):\n" + codes
            + "\n'deeplinkctl COMMAND --help' tells more about a command.\n"
    }
}
