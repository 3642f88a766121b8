internal import Posix
internal import Client
internal import RouteConfiguration
internal import Routing
internal import Terminal
internal import Wire

/// The command line of `deeplink`.
public enum ClientProgram {
    private static let print = Option(
        "print",
        help: "print the screen that LINK leads to, or the first tab's, and how to get there; needs no terminal")

    private static let remote = Option(
        "remote", argument: "PATH",
        help: "meet the daemon through this remote.sock, as a device that its owner lets in")
    private static let owner = Option("owner", argument: "NAME", help: "whose notifications, with --remote")

    private static let options = Options(
        program: "deeplink", operands: "[--print] [LINK]",
        summary: "Takes this terminal to where notifications lead, or to LINK. Press ? for the keys.",
        options: CommonOptions.all + [remote, owner, print, .completions, .help, .version])

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
            if parsed.operands.count > 1 { throw parsed.wrongOperands(expected: "one LINK, or none") }
        } catch {
            StandardStreams.complain("\(error)\n")
            return 2
        }
        if parsed.has(.help) { return try say(options.help) }
        if parsed.has(.version) { return try say("deeplink \(Version.text)\n") }
        if let completions { return try say(completions) }
        let settings = try settings(parsed, environment)
        let tokens = DeviceTokens(path: settings.tokensPath)
        if settings.remote != nil { _ = try tokens.read() }
        if parsed.has(print) { return try PrintedScreen.run(settings, link: parsed.operands.first) }
        var link: DeepLink?
        do throws(LinkFailure) {
            link = try parsed.operands.first.map { (text: String) throws(LinkFailure) in try DeepLink(parsing: text) }
        } catch {
            StandardStreams.complain("deeplink: \(parsed.operands[0]): \(error)\nTry 'deeplink --help'.\n")
            return 2
        }
        let app = try TerminalApp(settings)
        if let link { try hold(link, settings, tokens) }
        try app.run()
        return 0
    }

    /// A link is kept before anything else: whatever ends between here and there, it is gone to once.
    private static func hold(_ link: DeepLink, _ settings: ClientSettings, _ tokens: DeviceTokens) throws {
        let place = settings.place
        let known = place.isRemote ? try tokens.token(for: place.path, owner: place.owner)?.owner : nil
        try HeldLinks(path: settings.heldLinksPath).hold(
            HeldLink(
                socket: place.path, owner: known ?? place.owner, link: link, id: try RandomBytes.uuid(),
                expires: Clock.system.wall() + HeldLink.patience))
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
        settings.remote = try remote(parsed, environment)
        settings.ownDirectories = TableLoader.directories(
            in: environment, program: program, override: parsed.value(CommonOptions.config))
        if isSystem {
            settings.daemonUIDs = ServiceLoader.serviceUIDs(directories: directories)
        } else {
            if moved.isEmpty { settings.unitCommand = ["systemctl", "--user", "start", "deeplinkd.socket"] }
            settings.standaloneCommand = ["\(Files.directory(of: program))/deeplinkd", "--standalone"] + words
        }
        return settings
    }

    /// The remote.sock that was named; without any word about sockets, the one that there is where no daemon's client
    /// socket is.
    private static func remote(_ parsed: ParsedOptions, _ environment: Environment) throws -> ClientSettings.Remote? {
        let name = parsed.value(owner)
        if let path = parsed.value(remote) { return ClientSettings.Remote(path: try absolute(path), owner: name) }
        if parsed.has(CommonOptions.client) || parsed.has(CommonOptions.notify) { return nil }
        var paths = [SocketPaths(environment: environment).client, SocketPaths.system.client]
        switch CommonOptions.manager([parsed]) {
        case .user: paths.removeLast()
        case .system: paths.removeFirst()
        case nil: break
        }
        if paths.contains(where: isSocket) { return nil }
        let found = paths.map { Files.directory(of: $0) + "/remote.sock" }.first(where: isSocket)
        return found.map { ClientSettings.Remote(path: $0, owner: name) }
    }

    /// Tokens are kept by this path, so it says the same from every directory.
    private static func absolute(_ path: String) throws -> String {
        path.hasPrefix("/") ? path : "\(try Files.readLink("/proc/self/cwd"))/\(path)"
    }

    /// What cannot be looked at is nothing to speak with.
    private static func isSocket(_ path: String) -> Bool { (try? Files.facts(path).kind) == .socket }
}
