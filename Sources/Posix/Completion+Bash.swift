// bash needs no package for this script. It splits `--key=x` into three words, hence the looks at `=`.

extension Completion {
    var bash: [String] {
        let function = "_\(program.program)"
        return ["# bash completion of \(program.program): the output of '\(program.program) --completions=bash'", ""]
            + (completesCells ? bashCells(function) : [])
            + ["\(function)() {"] + bashBody(function).map { "    " + $0 } + ["}"]
            + ["complete -F \(function) \(program.program)"]
    }

    private func bashCells(_ function: String) -> [String] {
        [
            "\(function)_cells() {",
            "    local id rest",
            "    while read -r id rest; do",
            "        [[ $id =~ ^[0-9]+$ && $id == \"$current\"* ]] && COMPREPLY+=(\"$id\")",
            "    done < <(\(program.program) list --limit=100 2>/dev/null)",
            "}", "",
        ]
    }

    private func bashBody(_ function: String) -> [String] {
        [
            "local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb= first=0 options=",
            "COMPREPLY=()",
            "if [[ $current == = ]]; then",
            "    current=",
            "elif [[ $before == = && COMP_CWORD -gt 1 ]]; then",
            "    before=${COMP_WORDS[COMP_CWORD-2]}",
            "fi",
        ] + bashVerb + bashArguments + bashOptions
            + ["case $verb in"]
            + (commands.isEmpty
                ? bashCase("''", Self.operands(of: program), function)
                : bashCase("''", .words(program.commands.map(\.name)), function))
            + commands.flatMap { bashCase(name(of: $0), Self.operands(of: $0), function) } + ["esac"]
    }

    /// Finds the command and, of one that runs a command, where that begins.
    private var bashVerb: [String] {
        guard !commands.isEmpty else { return [] }
        let running = commands.filter(\.stopsAtFirstOperand)
        let arguments = running.map { command in
            "\(name(of: command)):@(\(command.options.filter { $0.argument != nil }.flatMap(Self.names).joined(separator: "|")))"
        }
        return [
            "local index word",
            "for ((index = 1; index < COMP_CWORD; index++)); do",
            "    word=${COMP_WORDS[index]}",
            "    if [[ -z $verb && $word == @(\(leadingArguments.joined(separator: "|"))) ]]"
                + arguments.map { " || [[ $verb:$word == \($0) ]]" }.joined() + "; then",
            "        [[ ${COMP_WORDS[index+1]} == = ]] && ((index++))",
            "        ((index++))",
            "    elif [[ $word == = ]]; then",
            "        ((index++))",
            "    elif [[ -z $verb && $word != -* ]]; then",
            "        verb=$word",
            "    elif [[ $verb != @(\(running.map(name(of:)).joined(separator: "|"))) ]]; then",
            "        continue",
            "    elif [[ $word == -- ]]; then",
            "        first=$((index + 1))",
            "        break",
            "    elif [[ $word != -* ]]; then",
            "        first=$index",
            "        break",
            "    fi",
            "done",
        ]
    }

    /// After an option that takes an argument.
    private var bashArguments: [String] {
        let tables = [("", program)] + commands.map { (name(of: $0), $0) }
        var rows: [String] = []
        for (verb, table) in tables {
            for option in table.options where option.argument != nil {
                let pattern = Self.names(of: option).map { "\(verb):\($0)" }.joined(separator: " | ")
                rows.append("\(pattern)) \(bashReply(Self.argument(of: option), "")) return ;;")
            }
        }
        return ["[[ $first -gt 0 ]] || case $verb:$before in"] + rows + ["esac"]
    }

    private var bashOptions: [String] {
        let tables = [("''", program)] + commands.map { (name(of: $0), $0) }
        return ["if [[ $current == -* && $first -eq 0 ]]; then", "    case $verb in"]
            + tables.map { verb, table in
                "    \(verb)) options=\(Self.quoted(table.options.flatMap(Self.names).joined(separator: " "))) ;;"
            }
            + ["    esac", "    COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))", "    return", "fi"]
    }

    private func bashCase(_ verb: String, _ place: Place, _ function: String) -> [String] {
        place == .text ? [] : ["\(verb)) \(bashReply(place, function)) ;;"]
    }

    private func bashReply(_ place: Place, _ function: String) -> String {
        switch place {
        case .words(let words):
            "COMPREPLY=($(compgen -W \(Self.quoted(words.joined(separator: " "))) -- \"$current\"));"
        case .files: "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$current\");"
        case .directories: "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- \"$current\");"
        case .cells: "\(function.isEmpty ? "_\(program.program)" : function)_cells;"
        case .command:
            "compopt -o filenames 2>/dev/null; if [[ $first -eq 0 || $first -eq $COMP_CWORD ]]; then "
                + "mapfile -t COMPREPLY < <(compgen -c -- \"$current\"); else "
                + "mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); fi;"
        case .text: ""
        }
    }
}
