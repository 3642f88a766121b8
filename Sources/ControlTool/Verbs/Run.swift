internal import Posix

extension Verb {
    static let run = Verb(
        "run", operands: "[--] COMMAND...", line: "run a command as a job",
        summary: "Runs a command and says when it started and how it ended; its output is kept and is where the\n"
            + "notification leads. The exit code is the command's own, 128 and the signal's number if one ended it,\n"
            + "127 if there is no such command, 126 if it cannot be run. Without a daemon it runs all the same.",
        options: [.key, .title, .min], stopsAtFirstOperand: true,
        ownStatus: { request in try JobRun(request).perform() })
}

extension Option {
    static let min = Option("min", argument: "SECONDS", help: "say nothing if it ends sooner")
}
