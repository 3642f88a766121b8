import Posix
import Testing

/// Runs real programs and collects what they print.
enum Helper {
    /// Runs a command to its end and returns its standard output, at most 1 MiB.
    static func output(_ arguments: [String], _ adjust: (inout ChildProcess.Command) -> Void = { _ in }) throws
        -> String
    {
        let (text, status) = try run(arguments, adjust)
        try #require(status.isSuccess, "\(arguments): \(status)")
        return text
    }

    /// The same for one that may fail.
    static func run(
        _ arguments: [String], _ adjust: (inout ChildProcess.Command) -> Void = { _ in }
    ) throws -> (output: String, status: ChildProcess.ExitStatus) {
        let pipe = try Pipe()
        let null = try FileDescriptor.null()
        var command = ChildProcess.Command(arguments)
        command.standardInput = null.raw
        command.standardOutput = pipe.writer
        adjust(&command)
        let child = try ChildProcess.spawn(command)
        pipe.closeWriter()
        let bytes = try pipe.readToEnd(limit: 1 << 20)
        return (String(decoding: bytes, as: UTF8.self), try child.wait())
    }
}
