/// A place in a screen's command through which a value could become an option or code.
///
/// Values reach commands as whole arguments, never through a shell and never as an option (product promise 7). A value
/// may stand alone only after `--`; `--name={x}` is always fine; a shell's code is never a place for one.
struct CommandRisk: Equatable {
    /// Which argument of the command, the program being 0.
    var argument: Int
    var what: String
    var remedy: String

    private static let shells: Set<String> = ["sh", "bash", "dash", "zsh", "ksh", "fish", "csh", "tcsh", "ash"]

    /// All risks of a command, in the order of its arguments.
    static func risks(in command: [Template]) -> [CommandRisk] {
        guard let program = command.first else { return [] }
        guard program.names.isEmpty else {
            return [
                CommandRisk(argument: 0, what: "the program itself is a value", remedy: "name the program in the table")
            ]
        }
        let words = command.map(\.plainText)
        let runsCode = words.indices.filter { shells.contains(base(words[$0])) || base(words[$0]) == "su" }
        let remote = words.indices.first { base(words[$0]) == "ssh" }
        var risks: [CommandRisk] = []
        var optionsEnded = false
        for (index, argument) in command.enumerated() {
            defer { if argument.names.isEmpty, words[index] == "--" { optionsEnded = true } }
            guard !argument.names.isEmpty else { continue }
            let place = "{\(argument.names[0])}"
            if let remote, index > remote {
                risks.append(
                    CommandRisk(
                        argument: index, what: "\(place) would be read by a shell on the host that ssh reaches",
                        remedy: "write the host and its command without values"))
            } else if runsCode.contains(where: { isCode(index, in: words, of: $0) }) {
                risks.append(
                    CommandRisk(
                        argument: index, what: "\(place) would become code of \(base(words[runsCode[0]])) -c",
                        remedy:
                            "pass it as an argument after the code: [\"sh\", \"-c\", \"… \\\"$1\\\"\", \"sh\", \"--\", \"\(place)\"]"
                    ))
            } else if !optionsEnded, case .placeholder? = argument.parts.first {
                risks.append(
                    CommandRisk(
                        argument: index, what: "\(place) starts an argument and could become an option",
                        remedy: "put \"--\" before it, or write it as --name=\(place)"))
            }
        }
        return risks
    }

    /// Whether the argument is the code of the shell (or su) at `program`: it follows a `-c` of it.
    private static func isCode(_ index: Int, in words: [String], of program: Int) -> Bool {
        guard index > program else { return false }
        if words[index].hasPrefix("-") && !words[index].hasPrefix("--") && words[index].contains("c") { return true }
        if words[index].hasPrefix("--command=") { return true }
        let previous = words[index - 1]
        let isShortC = previous.hasPrefix("-") && !previous.hasPrefix("--") && previous.hasSuffix("c")
        return index - 1 > program && (isShortC || previous == "--command")
    }

    private static func base(_ word: String) -> String { String(word.split(separator: "/").last ?? "") }
}
