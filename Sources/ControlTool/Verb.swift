// A verb is a row of the table from which parsing, help and completions are made, and the function that does it.
internal import Client
internal import Posix

/// One thing that the control tool can do.
struct Verb: Sendable {
    let options: Options
    /// The line about it in the help of the whole tool.
    let line: String
    let perform: @Sendable (Request) throws -> ExitCode
    /// Its exit status is somebody else's: a code of ours cannot say it.
    let ownStatus: (@Sendable (Request) throws -> Int32)?

    init(
        _ name: String, operands: String = "", line: String, summary: String, options: [Option] = [],
        stopsAtFirstOperand: Bool = false, perform: @escaping @Sendable (Request) throws -> ExitCode
    ) {
        self.options = Self.table(name, operands, summary, options, stopsAtFirstOperand)
        self.line = line
        self.perform = perform
        ownStatus = nil
    }

    init(
        _ name: String, operands: String = "", line: String, summary: String, options: [Option] = [],
        stopsAtFirstOperand: Bool = false, ownStatus: @escaping @Sendable (Request) throws -> Int32
    ) {
        self.options = Self.table(name, operands, summary, options, stopsAtFirstOperand)
        self.line = line
        self.ownStatus = ownStatus
        perform = { _ in .done }
    }

    private static func table(
        _ name: String, _ operands: String, _ summary: String, _ options: [Option], _ stopsAtFirstOperand: Bool
    ) -> Options {
        Options(
            program: "deeplinkctl \(name)", operands: operands, summary: summary,
            options: options + CommonOptions.all + [.help], stopsAtFirstOperand: stopsAtFirstOperand)
    }

    /// The word that selects it.
    var name: String { String(options.program.dropFirst("deeplinkctl ".count)) }

    /// All of them, in the order of the help.
    static let all = [
        send, run, list, show, open, read, dismiss, watch, explain, routes, check, reload, status, followers, enroll,
        devices, setup,
    ]
}

extension Option {
    static let json = Option("json", help: "print JSON")
}
