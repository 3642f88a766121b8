internal import Posix
internal import Routing

/// A screen's command as this client runs it.
struct CommandPlan: Equatable {
    var arguments: [String]
    /// nil: where this client was started.
    var directory: String?
    /// `NAME=value` each; nil: this client's own.
    var environment: [String]?
    /// Run again this long after it ended; nil: once.
    var refreshSeconds: Int?
    /// Followed at its end, without a limit of time.
    var follows = false
    /// It gets the terminal.
    var usesTerminal = false

    init(_ arguments: [String], directory: String? = nil, environment: [String]? = nil) {
        self.arguments = arguments
        self.directory = directory
        self.environment = environment
    }

    /// A command of this machine, with the environment of this client and what the table adds.
    init(_ invocation: Invocation, in surroundings: Environment) {
        arguments = invocation.arguments
        directory = invocation.directory.map { text in
            text.hasPrefix("~") ? (surroundings.home ?? "/") + text.dropFirst() : text
        }
        guard !invocation.environment.isEmpty else { return }
        var own = surroundings
        for variable in invocation.environment { own.variables[variable.name] = variable.value }
        environment = own.assignments
    }

    /// A command of another machine: the user's words to reach its shell, then one word for that.
    init(_ invocation: Invocation, through prefix: [String]) {
        arguments = prefix + [RemoteShell.line(invocation)]
    }
}
