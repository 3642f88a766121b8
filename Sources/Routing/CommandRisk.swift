/// A place in a screen's command through which a value could become an option or code.
///
/// Values reach commands as whole arguments, never through a shell and never as an option (product promise 7). A value
/// may stand alone only after the program's own `--`; `--name={x}` is always fine; the program, its script and a
/// shell's code are never a place for one. Lint knows the usual programs; what a table's own script does with its
/// arguments is that script's business.
struct CommandRisk: Equatable {
    /// Which argument of the command, the program being 0.
    var argument: Int
    var what: String
    var remedy: String

    /// All risks of a command, in the order of its arguments.
    static func risks(in command: [Template]) -> [CommandRisk] {
        let words = CommandWords(command)
        return command.indices.compactMap { risk(at: $0, in: words) }
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
        if words.startsOption(at: index) {
            return CommandRisk(
                argument: index, what: "\(place) starts an argument and could become an option",
                remedy: "put \"--\" before it, or write it as --name=\(place)")
        }
        return nil
    }
}
