// What a shell completes, made from the tables that the parser and the help are made from. What cannot be known beforehand, the ids of
// notifications, the script asks the control tool for when it is needed; of what that prints only digits ever become a word.

/// The completions of one program.
public struct Completion: Sendable {
    /// A shell that we write for.
    public enum Shell: String, CaseIterable, Sendable {
        /// GNU bash, with or without the package bash-completion.
        case bash
        /// zsh's completion system.
        case zsh
        /// fish.
        case fish
    }

    let program: Options
    let commands: [Options]

    /// Describes a program: its own table and, if it has commands, theirs in the order of the help.
    public init(_ program: Options, commands: [Options] = []) {
        self.program = program
        self.commands = commands
    }

    /// The script that the shell reads, ending in a newline.
    public func script(for shell: Shell) -> String {
        let lines =
            switch shell {
            case .bash: bash
            case .zsh: zsh
            case .fish: fish
            }
        return lines.map { $0 + "\n" }.joined()
    }

    /// What the words of a program's command line ask for; nil when they do not ask for completions.
    public func script(asked parsed: ParsedOptions) throws(OptionError) -> String? {
        guard let word = parsed.value(.completions) else { return nil }
        guard let shell = Shell(rawValue: word) else {
            throw parsed.badValue(.completions, expected: Option.completions.values.joined(separator: ", "))
        }
        return script(for: shell)
    }
}

extension Completion {
    /// What stands at a place of the command line.
    enum Place: Equatable {
        case words([String])
        case files
        case directories
        case cells
        case command
        /// Nothing that we could name.
        case text
    }

    static func argument(of option: Option) -> Place {
        if !option.values.isEmpty { return .words(option.values) }
        switch option.argument {
        case "PATH", "FILE": return .files
        case "DIR": return .directories
        case "CELL": return .cells
        default: return .text
        }
    }

    /// What the operands are, by what the help calls them; words in small letters stand for themselves.
    static func operands(of table: Options) -> Place {
        let names = table.operands.split { !$0.isLetter && $0 != "-" }.map(String.init).filter { !$0.hasPrefix("-") }
        let literals = names.filter { $0 == $0.lowercased() }
        if !literals.isEmpty { return .words(literals) }
        if names.contains("CELL") { return .cells }
        if names.contains("FILE") { return .files }
        return names.first == "COMMAND" ? .command : .text
    }

    /// The command's own name: `send` of `deeplinkctl send`.
    func name(of command: Options) -> String {
        String(command.program.dropFirst(program.program.count + 1))
    }

    /// `-k`, `--key`.
    static func names(of option: Option) -> [String] {
        (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
    }

    /// The options before a command that take a word, which is then no command.
    var leadingArguments: [String] {
        program.options.filter { $0.argument != nil }.flatMap(Self.names)
    }

    var completesCells: Bool {
        commands.contains { Self.operands(of: $0) == .cells }
    }

    /// A word in single quotes, which bash and zsh read as it is.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
