// Everything that a verb works with: its words, its streams, its surroundings, and the ways to the daemon. Connections are made by a
// function that is passed in, so that tests put a socket pair there.
internal import Client
internal import Posix
internal import RouteConfiguration
internal import Wire

/// One call of a verb.
struct Request {
    let parsed: ParsedOptions
    let console: Console
    let environment: Environment
    let clock: Clock
    let paths: SocketPaths
    let configuration: String?
    /// Whose manager and daemon were asked for by name.
    let manager: CommonOptions.Manager?
    let connect: (String) throws(ConnectFailure) -> Connection

    var operands: [String] { parsed.operands }
    var wantsJSON: Bool { parsed.has(.json) }

    /// The operands, if they are as many as the verb takes.
    func operands(_ count: ClosedRange<Int>, _ expected: String) throws -> [String] {
        guard count.contains(operands.count) else { throw parsed.wrongOperands(expected: expected) }
        return operands
    }

    /// Asks the daemon one thing.
    func ask<C: Call>(_ call: C) throws -> C.Answer {
        try ask(call, over: try attach(role: nil))
    }

    /// Asks over a connection that was made before.
    func ask<C: Call>(_ call: C, over connection: Connection) throws -> C.Answer {
        do throws(CallFailure) {
            return try connection.wait(for: call, clock: clock)
        } catch {
            throw Failure(error)
        }
    }

    /// Connects to the clients' socket and says hello.
    func attach(role: Hello.Role?, follower: String? = nil, inbox: UInt32? = nil) throws -> Connection {
        let connection = try connected(paths.client)
        let hello = Hello(
            client: "deeplinkctl \(Version.text)", role: role, follower: follower, inbox: inbox)
        _ = try ask(hello, over: connection)
        return connection
    }

    /// Connects to a socket of the daemon's.
    func connected(_ path: String) throws -> Connection {
        do throws(ConnectFailure) {
            return try connect(path)
        } catch {
            throw Failure(error)
        }
    }

    /// What reads the table's files.
    func tableLoader() throws -> TableLoader {
        TableLoader(directories: try directories(), trustedUIDs: [environment.uid])
    }

    /// The table as its files say now, read by ourselves.
    func loadTable() throws -> LoadedTable {
        let loaded = try tableLoader().load()
        if let configuration, loaded.directory == nil {
            let remedy = "name the directory that holds routes.d"
            throw Failure("no routes.d/*.toml in \(configuration)", remedy: remedy, code: .no)
        }
        return loaded
    }

    /// `deeplinkd.toml` as it is now, read by ourselves.
    func loadService() throws -> LoadedService {
        ServiceLoader(directories: try directories(), trustedUIDs: [environment.uid]).load()
    }

    /// `deeplink.toml` as this user's client reads it.
    func loadClient() throws -> LoadedClient {
        let directories = TableLoader.directories(
            in: environment, program: try Files.executablePath(), override: configuration)
        return ClientLoader(directories: directories, trustedUIDs: [environment.uid]).load()
    }

    /// Where the daemon that is spoken with has its configuration, highest first.
    private func directories() throws -> [String] {
        TableLoader.directories(
            in: environment, program: try Files.executablePath(), override: configuration,
            ofSystem: SocketPaths.isSystems(paths.client))
    }
}
