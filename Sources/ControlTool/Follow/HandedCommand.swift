internal import Posix

/// The command of `--exec`: run with the values of one thing that happened in its environment, and nothing to read.
final class HandedCommand {
    private let words: [String]
    private let environment: [String: String]
    private let nothing: FileDescriptor

    init(_ request: Request) throws {
        words = request.operands
        environment = request.environment.variables
        nothing = try FileDescriptor.null()
    }

    /// What it is called in complaints.
    var name: String { words[0] }

    /// Starts it; refused as the kernel says.
    func spawn(with values: HandedValues) throws(SystemError) -> ChildProcess {
        var command = ChildProcess.Command(words)
        command.environment = values.environment(over: environment)
        command.standardInput = nothing.raw
        return try ChildProcess.spawn(command)
    }

    /// Why it cannot be started, as a shell would say it.
    func complaint(_ error: SystemError) -> String {
        error.isNotFound && !name.contains("/") ? "command not found" : error.reason
    }
}
