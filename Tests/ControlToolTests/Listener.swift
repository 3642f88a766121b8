import Client
import JSON
import Posix
import Routing
import Testing
import Wire

@testable import ControlTool

/// The tool with its streams in arrays, talking to a daemon that gives the answers it was told to, one for each line it reads. The
/// daemon is a shell on the other end of the connection, so that question and answer take turns as in life.
final class Listener {
    private(set) var printed = ""
    private(set) var complained = ""
    var input: [UInt8] = []
    /// What each connection answers, call by call, in the order in which connections are made; an answer may be several lines.
    var answers: [[String]] = []
    private var daemons: [ChildProcess] = []
    private let place: TemporaryPlace?
    var variables: [String: String] = ["HOME": "/nowhere", "XDG_RUNTIME_DIR": "/nowhere/run"]

    init() {
        place = try? TemporaryPlace()
    }

    deinit {
        for daemon in daemons { _ = try? daemon.wait() }
    }

    /// 2026-11-30T00:00:00Z
    static let now: Int64 = 1_796_000_000_000 - 1_796_000_000_000 % 86_400_000

    /// Runs the tool once.
    func run(_ words: String...) -> Int32 {
        run(words)
    }

    /// The same with words in an array.
    func run(_ words: [String]) -> Int32 {
        (printed, complained) = ("", "")
        let console = Console(
            write: { [unowned self] in printed += String(decoding: $0, as: UTF8.self) },
            complain: { [unowned self] in complained += $0 },
            read: { [unowned self] limit in
                if input.count > limit { throw SystemError(call: "read", code: 27) }
                return input
            })
        let environment = Environment(variables: variables, uid: Environment.system.uid, gid: 0, pid: 1)
        let tool = ControlTool(
            console: console, environment: environment, clock: Clock(boot: Clock.system.boot, wall: { Self.now }),
            connect: { [unowned self] (path) throws(ConnectFailure) in try self.connect(path) })
        return tool.run(words)
    }

    private static let script = """
        log=$1; shift
        for answer; do IFS= read -r line || exit; printf '%s\\n' "$line" >>"$log"; printf '%s\\n' "$answer"; done
        """

    private func connect(_ path: String) throws(ConnectFailure) -> Connection {
        guard !answers.isEmpty, let place else { return try Connection(connectingTo: path) }
        do {
            let listener = try Socket.listen(path: place("\(daemons.count)"), mode: 0o600, backlog: 1)
            let connection = try Connection(connectingTo: place("\(daemons.count)"))
            guard let end = try listener.accept() else { throw SystemError(call: "accept4", code: 11) }
            let stream = try FileDescriptor.duplicate(of: end.fileDescriptor)
            try stream.setNonblocking(false)
            let words = ["/bin/sh", "-c", Self.script, "sh", place("log")] + answers.removeFirst()
            var command = ChildProcess.Command(words)
            (command.standardInput, command.standardOutput) = (stream.raw, stream.raw)
            daemons.append(try ChildProcess.spawn(command))
            return connection
        } catch let failure as ConnectFailure {
            throw failure
        } catch {
            throw .busy(path: "\(error)")
        }
    }

    /// The calls that were made, as `method params`, hello left out.
    var calls: [String] {
        guard let place, let bytes = try? Files.read(place("log"), limit: 1 << 20).bytes else { return [] }
        return bytes.split(separator: 10).compactMap { line in
            guard let root = try? JSONDocument(parsing: Array(line)).root, let method = root["method"]?.string else {
                return nil
            }
            let params = root["params"].map { String(decoding: $0.source, as: UTF8.self) } ?? ""
            return method == Hello.method ? nil : "\(method) \(params)"
        }
    }
}
