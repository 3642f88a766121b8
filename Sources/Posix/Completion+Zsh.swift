extension Completion {
    var zsh: [String] {
        let function = "_\(program.program)"
        return ["#compdef \(program.program)"]
            + ["# zsh completion of \(program.program): the output of '\(program.program) --completions=zsh'", ""]
            + (completesCells ? zshCells(function) : [])
            + ["\(function)() {"] + (commands.isEmpty ? zshArguments(program, function) : zshVerbs(function)) + [
                "}", "",
            ]
            // Read by compinit the file is the function's body; read by a person's own rc file it only defines it.
            + ["if [[ ${funcstack[1]} == \(function) ]]; then", "    \(function) \"$@\"", "else"]
            + ["    compdef \(function) \(program.program)", "fi"]
    }

    private func zshCells(_ function: String) -> [String] {
        [
            "\(function)_cells() {",
            "    local -a cells",
            "    local id rest",
            "    while read -r id rest; do",
            "        [[ $id == <-> ]] && cells+=(\"$id:$rest\")",
            "    done < <(\(program.program) list --limit=100 2>/dev/null)",
            "    _describe -V notification cells",
            "}", "",
        ]
    }

    private func zshVerbs(_ function: String) -> [String] {
        let lines = program.commands.map { "        " + Self.quoted("\($0.name):\($0.help)") }
        return ["    local curcontext=$curcontext state line", "    typeset -A opt_args", "    local -a verbs=("]
            + lines
            + ["    )", "    _arguments -C \\"] + program.options.map { "        \(zshOption($0, function)) \\" }
            + ["        '1: :->verb' '*::: :->rest'", "    case $state in", "    verb) _describe command verbs ;;"]
            + [
                "    rest)", "        words=($line[1] \"${words[@]}\")", "        ((CURRENT++))",
                "        case $line[1] in",
            ]
            + commands.flatMap { command in
                ["        \(name(of: command)))"] + zshArguments(command, function).map { "        " + $0 }
                    + ["            ;;"]
            } + ["        esac", "        ;;", "    esac"]
    }

    private func zshArguments(_ table: Options, _ function: String) -> [String] {
        let operands = zshOperands(Self.operands(of: table), function)
        let rows = table.options.map { zshOption($0, function) } + operands
        let first = "    _arguments\(table.stopsAtFirstOperand ? " -A '-*'" : "") \\"
        return [first] + rows.enumerated().map { index, row in "        \(row)\(index == rows.count - 1 ? "" : " \\")" }
    }

    private func zshOperands(_ place: Place, _ function: String) -> [String] {
        switch place {
        case .words(let words): ["'1: :(\(words.joined(separator: " ")))'"]
        case .files: ["'*: :_files'"]
        case .directories: ["'*: :_files -/'"]
        case .cells: ["'*: :\(function)_cells'"]
        case .command: ["'(-)1: :_command_names -e'", "'*:: :_normal'"]
        case .text: []
        }
    }

    /// `'*'{-k+,--key=}'[which cell of that kind]:KEY: '`
    private func zshOption(_ option: Option, _ function: String) -> String {
        let argument = option.argument.map { ":\($0):\(zshAction(Self.argument(of: option), function))" } ?? ""
        let (plus, equals) = option.argument == nil ? ("", "") : ("+", "=")
        let text = "[\(Self.escaped(option.help))]\(argument)"
        guard let letter = option.short else { return Self.quoted("*--\(option.long)\(equals)\(text)") }
        return "'*'{-\(letter)\(plus),--\(option.long)\(equals)}\(Self.quoted(text))"
    }

    private func zshAction(_ place: Place, _ function: String) -> String {
        switch place {
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .files: "_files"
        case .directories: "_files -/"
        case .cells: "\(function)_cells"
        case .command, .text: " "
        }
    }

    private static func escaped(_ text: String) -> String {
        text.map { "[]:\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    }
}
