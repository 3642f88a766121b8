/// How a screen's command is run, beside its arguments.
public struct CommandManner: Sendable, Equatable {
    /// Names whose values never begin as options do (with `-` or `+`, or empty): only so may they stand where a program reads
    /// options. A link with another value is shown, but its command is not run.
    public var plain: [String]
    /// Where it starts, as a template that begins `/…` or `~/…`; nil: where the client was started.
    public var directory: Template?
    /// What its environment has beside the client's own, in the order of names.
    public var environment: [Variable]
    /// Its output is followed at the end, and it may run as long as it likes.
    public var follows: Bool
    /// It gets the terminal instead of a screen.
    public var usesTerminal: Bool

    /// One variable of the environment.
    public struct Variable: Sendable, Equatable {
        /// Its name, never from a value.
        public var name: String
        /// Its text.
        public var value: Template

        /// Makes a variable.
        public init(name: String, value: Template) {
            self.name = name
            self.value = value
        }
    }

    /// Makes a manner; without anything: a piped command that is given its time.
    public init(
        plain: [String] = [], directory: Template? = nil, environment: [Variable] = [], follows: Bool = false,
        usesTerminal: Bool = false
    ) {
        self.plain = plain
        self.directory = directory
        self.environment = environment
        self.follows = follows
        self.usesTerminal = usesTerminal
    }
}

/// A command ready to be run: every place is filled, and no value became anything but a value.
public struct Invocation: Sendable, Equatable {
    /// The program and its arguments, whole words.
    public var arguments: [String]
    /// Where it starts; `~/` before it is the home of whoever runs it. nil: where the client was started.
    public var directory: String?
    /// What its environment has beside the client's own.
    public var environment: [Variable]

    /// One variable of the environment.
    public struct Variable: Sendable, Equatable {
        /// Its name.
        public var name: String
        /// Its text.
        public var value: String

        /// Makes a variable.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Makes a command of literal words.
    public init(_ arguments: [String], directory: String? = nil, environment: [Variable] = []) {
        self.arguments = arguments
        self.directory = directory
        self.environment = environment
    }
}

/// Why a screen's command is not run for these values.
public enum InvocationFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The value would stand where the program reads options.
    case option(name: String, value: String)
    /// The value is not one name of a directory.
    case directory(name: String, value: String)
    /// The value would steer programs through this variable.
    case variable(String)
    /// Nothing was captured for the name.
    case noValue(name: String)

    /// What is wrong, in words for people. The values are text from outside.
    public var description: String {
        switch self {
        case .option(let name, ""): "not run: {\(name)} is empty and would shift the command's arguments"
        case .option(let name, let value):
            "not run: {\(name)} is \"\(value.prefix(64))\", which the program could take for an option"
        case .directory(let name, let value):
            "not run: {\(name)} is \"\(value.prefix(64))\", which is no name of one directory"
        case .variable(let name): "not run: a value may not fill the variable \(name)"
        case .noValue(let name): "not run: there is no value for {\(name)}"
        }
    }
}
