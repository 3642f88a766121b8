/// A place in a screen's command through which a value could become an option or code.
///
/// Values reach commands as whole arguments, never through a shell and never as an option (product promise 7). A value
/// may stand alone only after the program's own `--`, or when it is declared `plain` and so never begins as an option does;
/// `--name={x}` is always fine; the program, its script and a
/// shell's code are never a place for one. Lint knows the usual programs; what a table's own script does with its
/// arguments is that script's business.
struct CommandRisk: Equatable {
    /// Which argument of the command, the program being 0.
    var argument: Int
    var what: String
    var remedy: String

    /// All risks of a command, in the order of its arguments.
    ///
    /// - Parameter plain: names whose values the client refuses where they could be an option.
    static func risks(in command: [Template], plain: [String] = []) -> [CommandRisk] {
        let words = CommandWords(command)
        return command.indices.compactMap { index in
            if let risk = risk(at: index, in: words) { return risk }
            if let name = EnvironmentName.steered(byArgument: command[index]) {
                return CommandRisk(
                    argument: index, what: "a value in \(name) would steer what programs load or run",
                    remedy: "give \(name) a literal value, or pass the value as an argument")
            }
            return optionRisk(at: index, of: command[index], in: words, plain: plain)
        }
    }

    private static func risk(at index: Int, in words: CommandWords) -> CommandRisk? {
        guard let place = words.place(at: index) else { return nil }
        if let program = words.relay(before: index) {
            return CommandRisk(
                argument: index, what: "\(place) would be read by a shell that \(program) reaches",
                remedy: "write everything after \(program) without values")
        }
        if let program = words.interpreter(ofCodeAt: index) {
            return CommandRisk(
                argument: index, what: "\(place) would become code of \(program)",
                remedy:
                    "pass it as an argument after the code: [\"sh\", \"-c\", \"… \\\"$@\\\"\", \"sh\", \"--\", \"\(place)\"]"
            )
        }
        if words.programs.contains(index) {
            return CommandRisk(
                argument: index, what: "\(place) would choose the program that is run",
                remedy: "name the program in the table")
        }
        return nil
    }

    private static func optionRisk(at index: Int, of argument: Template, in words: CommandWords, plain: [String])
        -> CommandRisk?
    {
        guard let place = words.place(at: index), words.startsOption(at: index) else { return nil }
        guard case .placeholder(let name)? = argument.parts.first else {
            return CommandRisk(
                argument: index, what: "\(place) makes up an option's name",
                remedy: "write the option in the table, and its value as --name=\(place)")
        }
        if plain.contains(name) { return nil }
        return CommandRisk(
            argument: index, what: "\(place) starts an argument and could become an option",
            remedy:
                "put \"--\" before it, write it as --name=\(place), or say plain = [\"\(name)\"]: then a value that begins with - or + is refused"
        )
    }
}
