extension Completion {
    var fish: [String] {
        let prefix = "complete -c \(program.program)"
        let head = [
            "# fish completion of \(program.program): the output of '\(program.program) --completions=fish'", "",
        ]
        let own = commands.isEmpty ? "" : " -n 'test -z \"$(__\(program.program)_verb)\"'"
        var lines = head + (commands.isEmpty ? [] : fishVerb) + (completesCells ? fishCells : []) + ["\(prefix) -f"]
        lines += program.options.map { "\(prefix)\(own)\(fishOption($0))" }
        if commands.isEmpty { lines += fishOperands(program, prefix) }
        lines += program.commands.map { "\(prefix)\(own) -a \($0.name) -d \(Self.fishQuoted($0.help))" }
        for command in commands {
            let condition = " -n 'test \"$(__\(program.program)_verb)\" = \(name(of: command))'"
            lines += command.options.map { "\(prefix)\(condition)\(fishOption($0))" }
            lines += fishOperands(command, prefix + condition)
        }
        return lines
    }

    /// The command that stands before the cursor.
    private var fishVerb: [String] {
        [
            "function __\(program.program)_verb",
            "    set -l words (commandline -opc)",
            "    set -l index 2",
            "    while test $index -le (count $words)",
            "        switch $words[$index]",
            "            case \(leadingArguments.joined(separator: " "))",
            "                set index (math $index + 1)",
            "            case '-*'",
            "            case '*'",
            "                echo $words[$index]",
            "                return",
            "        end",
            "        set index (math $index + 1)",
            "    end",
            "end", "",
        ]
    }

    private var fishCells: [String] {
        [
            "function __\(program.program)_cells",
            "    \(program.program) list --limit=100 2>/dev/null | while read -l id rest",
            "        string match -qr '^[0-9]+$' -- $id; and printf '%s\\t%s\\n' $id $rest",
            "    end",
            "end", "",
        ]
    }

    private func fishOption(_ option: Option) -> String {
        let names = (option.short.map { " -s \($0)" } ?? "") + " -l \(option.long)"
        let argument = option.argument == nil ? "" : fishArgument(Self.argument(of: option))
        return "\(names)\(argument) -d \(Self.fishQuoted(option.help))"
    }

    private func fishArgument(_ place: Place) -> String {
        switch place {
        case .files: " -r -F"
        case .text: " -x"
        default: " -x\(fishWords(place))"
        }
    }

    private func fishOperands(_ table: Options, _ prefix: String) -> [String] {
        switch Self.operands(of: table) {
        case .text: []
        case .files: ["\(prefix) -F"]
        case let place: ["\(prefix)\(fishWords(place))"]
        }
    }

    private func fishWords(_ place: Place) -> String {
        switch place {
        case .words(let words): " -a \(Self.fishQuoted(words.joined(separator: " ")))"
        case .directories: " -a '(__fish_complete_directories)'"
        case .cells: " -k -a '(__\(program.program)_cells)'"
        case .command: " -a '(__fish_complete_subcommand)'"
        case .files, .text: ""
        }
    }

    private static func fishQuoted(_ text: String) -> String {
        "'" + text.map { "'\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "'"
    }
}
