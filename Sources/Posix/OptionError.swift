// A mistake in the words that started the program. The person who typed them sees which word, what is wrong with it, and where the
// help is; nothing else.

/// Words that a program could not understand.
public struct OptionError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Fault: Hashable, Sendable {
        /// There is no such option.
        case unknownOption(word: String)
        /// A shortened name that fits several options.
        case ambiguousOption(word: String, candidates: [String])
        /// The option wants an argument, and the words end.
        case missingArgument(option: String, argument: String)
        /// The option takes no argument, and one was given with `=`.
        case needlessArgument(option: String)
        /// The argument is not what it must be.
        case badValue(option: String, value: String, expected: String)
        /// There is no such command.
        case unknownCommand(word: String)
        /// A command is needed.
        case missingCommand
        /// Too few operands, or too many.
        case wrongOperands(expected: String)
        /// A word with a NUL inside.
        case unusable(word: String)
    }

    /// The program, with its command: `deeplinkctl send`.
    public let program: String
    /// What is wrong.
    public let fault: Fault

    /// Notes a mistake.
    public init(program: String, fault: Fault) {
        self.program = program
        self.fault = fault
    }
}

extension OptionError: CustomStringConvertible {
    /// Two lines: `deeplinkctl send: unknown option '--kye'` and `Try 'deeplinkctl send --help'.`
    public var description: String {
        "\(program): \(message)\nTry '\(program) --help'."
    }

    /// The first line without the program's name.
    public var message: String {
        switch fault {
        case .unknownOption(let word): "unknown option '\(word)'"
        case .ambiguousOption(let word, let candidates):
            "option '\(word)' could be \(candidates.map { "'\($0)'" }.joined(separator: " or "))"
        case .missingArgument(let option, let argument): "option '\(option)' needs its argument \(argument)"
        case .needlessArgument(let option): "option '\(option)' takes no argument"
        case .badValue(let option, let value, let expected): "'\(value)' for '\(option)': expected \(expected)"
        case .unknownCommand(let word): "unknown command '\(word)'"
        case .missingCommand: "a command is needed"
        case .wrongOperands(let expected): "expected \(expected)"
        case .unusable(let word): "a NUL byte in '\(word.prefix { $0 != "\0" })…'"
        }
    }
}
