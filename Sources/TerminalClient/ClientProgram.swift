internal import Posix
internal import Client
internal import RouteConfiguration
internal import Terminal
internal import Wire

/// The command line of `deeplink`.
public enum ClientProgram {
    private static let print = Option(
        "print",
        help: "print the screen that LINK leads to, or the first tab's, and how to get there; needs no terminal")

    private static let options = Options(
        program: "deeplink", operands: "[--print [LINK]]",
        summary: "Takes this terminal to where notifications lead. Press ? for the keys.",
        options: CommonOptions.all + [print, .completions, .help, .version])

    /// Runs the client; the exit code is 0 after an ordinary end, 1 for a fault or a link that leads nowhere, 2 for a
    /// wrong command line or no terminal, 3 when `--print` found no daemon.
    public static func run(_ words: [String]) -> Int32 {
        do {
            return try run(words, .system)
        } catch let error as ScreenError {
            StandardStreams.complain("deeplink: \(error): deeplink --print needs none\n")
            return 2
        } catch {
            StandardStreams.complain("deeplink: \(error)\n")
            return 1
        }
    }

    private static func run(_ words: [String], _ environment: Environment) throws -> Int32 {
        let parsed: ParsedOptions
        let completions: String?
        do throws(OptionError) {
            parsed = try options.parse(words)
            completions = try Completion(options).script(asked: parsed)
            if parsed.operands.count > (parsed.has(print) ? 1 : 0) {
                throw parsed.wrongOperands(expected: "no operands, or --print and one LINK")
            }
        } catch {
            StandardStreams.complain("\(error)\n")
            return 2
        }
        if parsed.has(.help) { return try say(options.help) }
        if parsed.has(.version) { return try say("deeplink \(Version.text)\n") }
        if let completions { return try say(completions) }
        let settings = try settings(parsed, environment)
        if parsed.has(print) { return try PrintedScreen.run(settings, link: parsed.operands.first) }
        try TerminalApp(settings).run()
        return 0
    }

    private static func say(_ text: String) throws -> Int32 {
        try StandardStreams.print(text)
        return 0
    }

    /// Where everything is. Sockets named by hand are no unit's: then only a standalone daemon can serve them. The
    /// system's daemon is the administrator's to start.
    private static func settings(_ parsed: ParsedOptions, _ environment: Environment) throws -> ClientSettings {
        let program = try Files.executablePath()
        let isSystem = CommonOptions.isSystem(environment, [parsed])
        let directories = TableLoader.directories(
            in: environment, program: program, override: parsed.value(CommonOptions.config), ofSystem: isSystem)
        let places = [CommonOptions.notify, CommonOptions.client, CommonOptions.state, CommonOptions.config]
        let moved = places.filter { parsed.has($0) }
        let words = moved.flatMap { ["--\($0.long)", parsed.value($0) ?? ""] }
        var settings = ClientSettings(
            paths: CommonOptions.paths(environment, [parsed]), tableDirectories: directories,
            trustedUIDs: [environment.uid])
        if isSystem {
            settings.daemonUIDs = ServiceLoader.serviceUIDs(directories: directories)
        } else {
            if moved.isEmpty { settings.unitCommand = ["systemctl", "--user", "start", "deeplinkd.socket"] }
            settings.standaloneCommand = ["\(Files.directory(of: program))/deeplinkd", "--standalone"] + words
        }
        return settings
    }
}
