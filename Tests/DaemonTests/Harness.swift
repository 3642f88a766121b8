import InboxStore
import JSON
import JournalReader
import Posix
import RouteConfiguration
import Routing
import Sodium
import Systemd
import Testing
import Wire

@testable import Daemon

/// A whole daemon in this process: a real database, real sockets, a real loop; only time is the test's.
final class Harness {
    let directory: String
    let time = TestClock()
    let journal: JournalReader
    private(set) var daemon: Daemon
    private let maximumBytes: Int64
    private let isSystem: Bool
    private let followed: String?

    static let table = """
        version = 1
        [[tab]]
        id = "builds"
        title = "Builds"
        root = "runs"
        order = 1
        [[screen]]
        tab = "builds"
        path = "runs"
        content = "cells"
        [[screen]]
        tab = "builds"
        path = "runs/:run/log"
        command = ["true"]
        [[screen]]
        tab = "builds"
        path = "runs/:run"
        command = ["true"]
        [[cell]]
        kind = "ci.run"
        state = "failed"
        tab = "builds"
        path = "runs/{run}/log"
        [[cell]]
        kind = "ci.run"
        state = "*"
        tab = "builds"
        path = "runs/{run}"
        [[cell]]
        kind = "alarm"
        state = "*"
        tab = "builds"
        allow_jump = true
        """

    /// With `service`, the text of a `deeplinkd.toml`, it is the system's daemon. With `followed`, the path of another's
    /// client.sock, it follows that one; `isServing` binds its own at `clientPath`.
    init(
        in parent: String = Environment.system["TMPDIR"] ?? "/tmp", table: String = Harness.table,
        maximumBytes: Int64 = InboxStore.defaultMaximumBytes, service: String? = nil,
        followed: String? = nil, isServing: Bool = false
    ) throws {
        self.followed = followed
        directory = "\(parent)/dld-\(try RandomBytes.hexadecimal(count: 8))"
        try Files.makeDirectories("\(directory)/routes.d", mode: 0o700)
        try Files.writeAtomically(Array(table.utf8), to: "\(directory)/routes.d/test.toml", mode: 0o600)
        self.maximumBytes = maximumBytes
        isSystem = service != nil
        if let service {
            try Files.writeAtomically(Array(service.utf8), to: "\(directory)/deeplinkd.toml", mode: 0o600)
        }
        journal = JournalReader(path: "\(directory)/journal")
        let path = "\(directory)/client.sock"
        let listeners = isServing ? [Door.client: try Socket.listen(path: path, mode: 0o600, backlog: 8)] : [:]
        daemon = try Self.start(
            directory, time, maximumBytes, isSystem, followed: followed, listeners, journal: journal)
        let findings = daemon.tables.loaded.findings.map(\.description)
        precondition(findings.isEmpty, "the test's table: \(findings)")
        try settle()
    }

    deinit {
        for folder in ["\(directory)/routes.d", directory] {
            for name in (try? Files.list(folder)) ?? [] { try? Files.unlink("\(folder)/\(name)") }
            try? Files.removeDirectory(folder)
        }
    }

    private static func start(
        _ directory: String, _ time: TestClock, _ maximumBytes: Int64, _ isSystem: Bool, followed: String?,
        _ listeners: [Door: Socket] = [:], journal: JournalReader
    ) throws -> Daemon {
        let database = "\(directory)/inbox.db"
        return try Daemon(
            listeners: listeners, database: try InboxStore(path: database, maximumBytes: maximumBytes), path: database,
            loader: TableLoader(directories: [directory], trustedUIDs: [Environment.system.uid]),
            policy: policy(directory, isSystem: isSystem),
            following: followed.map { ($0, { [] }) }, secrets: try Secrets(), environment: .system,
            clock: time.clock,
            journal: Journal(identifier: "deeplinkd", destination: .socket(path: journal.path)))
    }

    private static func policy(_ directory: String, isSystem: Bool) -> ServicePolicy {
        let loader = ServiceLoader(directories: [directory], trustedUIDs: [Environment.system.uid])
        return ServicePolicy(loader: loader, isSystem: isSystem)
    }

    /// Runs the loop until nothing is ready. A loop that never rests is a failure: nothing here takes this many turns.
    func settle(at location: SourceLocation = #_sourceLocation) throws {
        var steps = 0
        while try daemon.loop.step() {
            steps += 1
            journal.collect()
            try #require(steps < 5000, "the daemon never comes to rest", sourceLocation: location)
        }
    }

    /// Lets time pass, and what waited for it happen.
    func pass(seconds: Double) throws {
        time.advance(milliseconds: Int64(seconds * 1000))
        try daemon.timePassed()
        try settle()
    }

    /// Ends the daemon as SIGKILL would, and starts another on the same files.
    func restart() throws {
        let elsewhere = "\(directory)/elsewhere.db"
        daemon = try Daemon(
            listeners: [:], database: try InboxStore(path: elsewhere), path: elsewhere,
            loader: TableLoader(directories: [directory], trustedUIDs: []),
            policy: Self.policy(directory, isSystem: isSystem), secrets: try Secrets(), environment: .system,
            clock: time.clock,
            journal: Journal(identifier: "deeplinkd", destination: .socket(path: journal.path)))
        daemon = try Self.start(directory, time, maximumBytes, isSystem, followed: followed, journal: journal)
        try settle()
    }

    /// Where it serves clients, if it does.
    var clientPath: String { "\(directory)/client.sock" }

    func write(table: String) throws {
        try Files.writeAtomically(Array(table.utf8), to: "\(directory)/routes.d/test.toml", mode: 0o600)
    }

    // MARK: Peers

    /// A connection, of this process's user or of whom the kernel is said to have named.
    func connect(_ door: Door, as credentials: Peer? = nil) throws -> TestPeer {
        let (near, far) = try Socket.pair()
        let peer = try #require(try daemon.server.admit(near, at: door, as: credentials))
        return TestPeer(far, number: peer.number, of: self)
    }

    func sender() throws -> TestPeer { try connect(.notify) }

    /// A client that said hello, and reported where it stands if it is a navigator.
    func client(_ role: Hello.Role? = .navigator, idle: Int64 = 0) throws -> TestPeer {
        let client = try connect(.client)
        _ = try client.ask(Hello(client: "test", role: role))
        if role == .navigator { try client.report(idle: idle) }
        return client
    }

    /// Sends an event and gives its seq.
    @discardableResult
    func notify(_ kind: String, _ state: String, key: String = "k", more: String = "") throws -> Int64 {
        let sender = try sender()
        try sender.send(#"{"kind":"\#(kind)","state":"\#(state)","key":"\#(key)","params":{"run":"7"}\#(more)}"#)
        try settle()
        let answer = try #require(try sender.take().first)
        sender.close()
        try settle()
        return try #require(answer.node["seq"]?.integer, "\(answer.text)")
    }

    /// Sends events until there is no room; returns the last that was taken.
    @discardableResult
    func fill() throws -> Int64 {
        let sender = try sender()
        let body = String(repeating: "b", count: 30_000)
        var acked: Int64 = 0
        while true {
            try sender.send(#"{"kind":"m","title":"t","body":"\#(body)"}"#)
            try settle()
            let line = try #require(try sender.take().first)
            guard let seq = line.node["seq"]?.integer else {
                let error = WireError(wire: try #require(line.node["error"]))
                #expect(error.reason == .diskFull && error.mayRetry)
                return acked
            }
            acked = seq
        }
    }

    var me: UInt32 { Environment.system.uid }

    /// Badges as the store counts them now.
    func recount() throws -> [String: Int] { try daemon.store.unreadCounts(inbox: me) }
}
