import JSON
import Posix
import Testing

/// The built program, run as a person would run it, with a daemon's notify socket that the test serves.
final class ToolProgram {
    let place: TemporaryPlace
    private let listener: Socket
    private var senders: [Socket] = []
    private var received: [UInt8] = []
    /// So many connections are closed as soon as something was said on them.
    var hangUps = 0
    /// Answers with this instead of a seq.
    var answer: (Int64) -> String = { #"{"jsonrpc":"2.0","id":\#($0),"result":{"seq":\#($0),"duplicate":false}}"# }

    init() throws {
        place = try TemporaryPlace()
        listener = try Socket.listen(path: place("notify.sock"), mode: 0o600, backlog: 16)
    }

    /// The command line up to the verb.
    func command(_ words: [String]) throws -> ChildProcess.Command {
        let folder = Files.directory(of: try Files.executablePath())
        return ChildProcess.Command(
            [
                "\(folder)/deeplinkctl", "--notify", place("notify.sock"), "--client", place("client.sock"), "--state",
                place("state"),
            ] + words)
    }

    /// Runs it to its end, serving its events, and returns what it printed.
    func run(
        _ words: [String], serving: Bool = true, _ adjust: (inout ChildProcess.Command) -> Void = { _ in }
    ) throws -> (output: String, complaints: String, code: Int32) {
        let (output, complaints) = (try Pipe(), try Pipe())
        let null = try FileDescriptor.null()
        var command = try command(words)
        command.standardInput = null.raw
        command.standardOutput = output.writer
        command.standardError = complaints.writer
        adjust(&command)
        let child = try ChildProcess.spawn(command)
        output.closeWriter()
        complaints.closeWriter()
        try output.setReaderNonblocking()
        try complaints.setReaderNonblocking()
        var (printed, complained): ([UInt8], [UInt8]) = ([], [])
        let status = try serve(child, serving) {
            _ = try output.read(appendingTo: &printed, most: 1 << 16)
            _ = try complaints.read(appendingTo: &complained, most: 1 << 16)
        }
        printed += try output.readToEnd(limit: 1 << 22)
        complained += try complaints.readToEnd(limit: 1 << 20)
        return (String(decoding: printed, as: UTF8.self), String(decoding: complained, as: UTF8.self), status.shellCode)
    }

    /// Answers events until the child has ended.
    func serve(
        _ child: ChildProcess, _ serving: Bool = true, _ meanwhile: () throws -> Void = {}
    ) throws -> ChildProcess.ExitStatus {
        while true {
            let status = try child.reap()
            if serving { try answerAll() }
            try meanwhile()
            if let status { return status }
            try Readiness.wait(for: child.pidfd, milliseconds: 5)
        }
    }

    private func answerAll() throws {
        while let sender = try listener.accept() { senders.append(sender) }
        for (index, sender) in senders.enumerated().reversed() {
            var bytes: [UInt8] = []
            while case .bytes = try sender.receive(appendingTo: &bytes, most: 65_536) {}
            received += bytes
            if hangUps > 0, !bytes.isEmpty {
                hangUps -= 1
                senders.remove(at: index)
                continue
            }
            for line in bytes.split(separator: 10) {
                guard let id = try JSONDocument(parsing: Array(line)).root["id"]?.integer else { continue }
                _ = try? sender.send(Array((answer(id) + "\n").utf8))
            }
        }
    }

    /// The states that were reported, with exit and title.
    var events: [String] {
        received.split(separator: 10).compactMap { line in
            guard let params = (try? JSONDocument(parsing: Array(line)).root)?["params"] else { return nil }
            let exit = params["params"]?["exit"]?.number
            return [params["kind"]?.string, params["state"]?.string, exit, params["title"]?.string]
                .compactMap(\.self).joined(separator: " ")
        }
    }

    /// The ids of the reported events.
    var ids: [String] {
        received.split(separator: 10).compactMap { line in
            (try? JSONDocument(parsing: Array(line)).root)?["params"]?["id"]?.string
        }
    }

    /// The files of jobs that were kept.
    func jobs() throws -> [String] {
        guard try Files.exists(place("state/jobs")) else { return [] }
        return try Files.list(place("state/jobs")).map { name in
            String(decoding: try Files.read(place("state/jobs/\(name)"), limit: 1 << 22).bytes, as: UTF8.self)
        }
    }
}
