import Client
import Posix
import Routing
import Testing
import TmuxHarness
import Wire

@testable import TerminalClient

/// A real deeplinkd in a directory of its own, with a route table of the test's.
final class TestDaemon {
    /// Two tabs: what a test of moves needs.
    static let table = """
        version = 1
        [[tab]]
        id = "builds"
        title = "Builds"
        root = "runs"
        order = 1
        [[tab]]
        id = "reviews"
        title = "Reviews"
        root = "open"
        order = 2
        [[screen]]
        tab = "builds"
        path = "runs"
        content = "cells"
        [[screen]]
        tab = "builds"
        path = "runs/:run"
        title = "Run {run}"
        command = ["printf", "run {run}\\n\\u001b[32mgreen\\u001b[0m\\u001b]0;x\\u0007\\n"]
        [[screen]]
        tab = "builds"
        path = "runs/:run/log"
        title = "Log"
        command = ["seq", "--", "1", "{run}"]
        [[screen]]
        tab = "reviews"
        path = "open"
        content = "cells"
        [[screen]]
        tab = "reviews"
        path = "pr/:number"
        title = "Pull request {number}"
        command = ["echo", "--", "pr {number}"]
        [[screen]]
        tab = "builds"
        path = "jobs/:id/output"
        title = "Output"
        content = "output"
        [[cell]]
        kind = "ci.run"
        state = "*"
        tab = "builds"
        path = "runs/{run}/log"
        [[cell]]
        kind = "pr"
        state = "review_requested"
        tab = "reviews"
        path = "pr/{number}"
        [[cell]]
        kind = "pr"
        state = "*"
        tab = "builds"
        path = "runs/{number}/log"
        [[cell]]
        kind = "job"
        tab = "builds"
        path = "jobs/{id}/output"
        [[cell]]
        kind = "fast"
        tab = "reviews"
        path = "pr/{number}"
        allow_jump = true
        """

    let directory: TemporaryDirectory
    private var process: ChildProcess?

    private let more: [String]

    /// - Parameter options: further words for deeplinkd.
    init(table: String = TestDaemon.table, options: [String] = []) throws {
        more = options
        directory = try TemporaryDirectory()
        try Files.makeDirectories("\(directory.path)/config/routes.d", mode: 0o700)
        try write(table: table)
        try start()
    }

    deinit {
        stop()
    }

    var paths: SocketPaths {
        SocketPaths(
            notify: "\(directory.path)/notify.sock", client: "\(directory.path)/client.sock",
            state: "\(directory.path)/state")
    }

    /// The socket of devices from elsewhere.
    var remote: String { "\(directory.path)/remote.sock" }

    var settings: ClientSettings {
        ClientSettings(
            paths: paths, tableDirectories: ["\(directory.path)/config"], trustedUIDs: [Environment.system.uid])
    }

    /// The options that lead any of the programs here.
    var options: [String] {
        [
            "--notify=\(paths.notify)", "--client=\(paths.client)", "--state=\(paths.state)",
            "--config=\(directory.path)/config",
        ]
    }

    func write(table: String) throws {
        try Files.writeAtomically(Array(table.utf8), to: "\(directory.path)/config/routes.d/test.toml")
    }

    /// Starts it and waits until it serves.
    func start() throws {
        let null = try FileDescriptor.null()
        var command = ChildProcess.Command([Program.path("deeplinkd"), "--standalone"] + options + more)
        command.standardInput = null.raw
        command.standardOutput = null.raw
        command.standardError = null.raw
        process = try ChildProcess.spawn(command)
        for _ in 0..<1_000 {
            do {
                try Socket.connect(path: paths.notify).close()
                return
            } catch {
                _ = Tmux.shell("sleep 0.01")
            }
        }
        Issue.record("deeplinkd does not serve")
    }

    /// Makes it read its table again; clients are told when it has.
    func reload() throws {
        try process?.kill(Signals.hangUp)
    }

    /// Ends it as SIGKILL does.
    func stop() {
        guard let process else { return }
        try? process.kill(Signals.kill)
        _ = try? process.wait()
        self.process = nil
    }

    /// Sends a bare event and waits for its ack: the seq.
    @discardableResult
    func send(_ event: String) throws -> Int64 {
        let socket = try Socket.connect(path: paths.notify)
        _ = try socket.send(Array("\(event)\n".utf8))
        var buffer: [UInt8] = []
        for _ in 0..<1_000 where buffer.last != UInt8(ascii: "\n") {
            if try socket.receive(appendingTo: &buffer, most: 4096) == .nothingYet { _ = Tmux.shell("sleep 0.005") }
        }
        let text = String(decoding: buffer, as: UTF8.self)
        let digits = text.drop { !$0.isNumber }.prefix { $0.isNumber }
        return try #require(Int64(digits), "no ack: \(text)")
    }
}
