import Posix
import Testing

/// The built programs, beside the running test bundle.
enum Programs {
    /// The longest that anything here waits, in milliseconds. Nothing asserts how long a thing took.
    static let patience: Int64 = 10_000

    /// The path of a built program.
    static func path(_ name: String) throws -> String {
        // The runner is the bundle itself or the toolchain's helper, which is given the bundle's path.
        let candidates = [try Files.executablePath()] + CommandLine.arguments
        let paths = candidates.map { "\(Files.directory(of: $0))/\(name)" }
        return try #require(try paths.first { try Files.exists($0) }, "no \(name) in any of \(paths)")
    }

    /// What a program that ended left behind.
    struct Ended: CustomStringConvertible {
        let status: ChildProcess.ExitStatus
        let output: String
        let complaint: String
        var description: String { "\(status), output: \(output), error: \(complaint)" }
    }

    /// Runs a program to its end, with `input` on its standard input.
    static func run(_ words: [String], in place: Workplace, input: String = "") throws -> Ended {
        let program = try RunningProgram(words, in: place, input: input)
        let status = try program.ended()
        return Ended(status: status, output: program.output, complaint: program.complaint)
    }

    static func deeplinkd(_ words: [String], in place: Workplace) throws -> Ended {
        try run([try path("deeplinkd")] + place.options + words, in: place)
    }

    /// Runs the control tool; `rest` follows the options that put it into the place.
    static func deeplinkctl(
        _ words: [String], in place: Workplace, after rest: [String] = [], input: String = ""
    ) throws -> Ended {
        try run([try path("deeplinkctl")] + words + place.options + rest, in: place, input: input)
    }
}

/// A program that runs; it is killed, by its id, with the object.
final class RunningProgram {
    let child: ChildProcess
    private let files: String

    /// Starts it with its standard streams in files of the place.
    init(_ words: [String], in place: Workplace, input: String = "") throws {
        files = "\(place.directory)/\(try RandomBytes.hexadecimal(count: 4))"
        try Files.append(Array(input.utf8), to: files + ".in")
        try Files.append([], to: files + ".out")
        try Files.append([], to: files + ".err")
        // The streams are the shell's business: it opens them and becomes the program.
        var command = ChildProcess.Command(
            ["/bin/sh", "-c", "exec \"$@\" <\"$0.in\" >>\"$0.out\" 2>>\"$0.err\"", files] + words)
        command.environment = place.environment
        child = try ChildProcess.spawn(command)
    }

    deinit {
        guard child.status == nil else { return }
        try? child.kill(Signals.kill)
        _ = try? child.wait()
    }

    var output: String { Self.text(files + ".out") }
    var complaint: String { Self.text(files + ".err") }

    /// Whether it says something on its standard error, which it may do after it has answered.
    func says(_ text: String) throws -> Bool {
        let deadline = Clock.system.boot() + Programs.patience
        while !complaint.contains(text), Clock.system.boot() < deadline, try isRunning(for: 2) {}
        return complaint.contains(text)
    }

    /// Whether it is still there, waiting so long for its end.
    func isRunning(for milliseconds: Int64 = 0) throws -> Bool {
        guard child.status == nil else { return false }
        guard try Readiness.wait(for: child.pidfd, milliseconds: milliseconds) else { return true }
        return try child.reap() == nil
    }

    /// Waits for its end.
    func ended() throws -> ChildProcess.ExitStatus {
        if try isRunning(for: Programs.patience) {
            Issue.record("pid \(child.pid) does not end; output: \(output), error: \(complaint)")
            try child.kill(Signals.kill)
        }
        return try child.wait()
    }

    private static func text(_ path: String) -> String {
        guard let content = try? Files.read(path, limit: 4 << 20) else { return "" }
        return String(decoding: content.bytes, as: UTF8.self)
    }
}
