/// A screen's command as the programs it starts would read it: which word is a program, which one is code.
///
/// Wrappers (`env`, `sudo`, …) are looked through: a `--` of theirs ends their own options only.
struct CommandWords {
    /// The arguments with their places left out.
    private let words: [String]
    private let arguments: [Template]
    /// Where a program's name stands: the first word, and behind each wrapper the next.
    let programs: [Int]

    init(_ command: [Template]) {
        arguments = command
        words = command.map(\.plainText)
        programs = Self.programs(in: words, hasValue: command.map { !$0.names.isEmpty })
    }

    /// The first place of an argument as the table has it, `{x}`; nil for an argument without one.
    func place(at index: Int) -> String? { arguments[index].names.first.map { "{\($0)}" } }

    /// The program before the argument that hands all its words to a shell: `ssh HOST …`, `watch …`.
    func relay(before index: Int) -> String? {
        words[..<index].indices.lazy.filter { isRelay(at: $0) }.first.map { Self.base(words[$0]) }
    }

    /// The program whose code the argument is: `sh -c`, `su -c`, `perl -e`, or the script that one is told to run.
    func interpreter(ofCodeAt index: Int) -> String? {
        for program in words[..<index].indices where place(at: program) == nil {
            let name = Self.base(words[program])
            guard let options = CodeOptions(of: name) else { continue }
            if codeIndex(of: program, options) == index { return name }
        }
        return nil
    }

    /// Whether the argument's value stands where the program reads options.
    func startsOption(at index: Int) -> Bool {
        let program = programs.last ?? 0
        guard !words[min(program + 1, index)..<index].contains("--") else { return false }
        guard case .text(let head)? = arguments[index].parts.first else { return true }
        return head == "-" || head.hasPrefix("--") && !head.contains("=")
    }
}

extension CommandWords {
    private static let relays: Set<String> = ["ssh", "slogin", "autossh", "mosh", "watch"]

    /// A name right behind an option is that option's value, and behind `--` an operand: `journalctl -u ssh`.
    private func isRelay(at index: Int) -> Bool {
        let name = Self.base(words[index])
        guard Self.relays.contains(name), place(at: index) == nil else { return false }
        if name == "watch", words[index...].contains(where: { $0 == "-x" || $0 == "--exec" }) { return false }
        return programs.contains(index) || !words[index - 1].hasPrefix("-")
    }

    /// Which argument is code of the interpreter at `program`: what follows its `-c`, or the script it runs.
    private func codeIndex(of program: Int, _ options: CodeOptions) -> Int? {
        var expectsCode = false
        var index = program + 1
        while index < words.count {
            let word = words[index]
            if options.isFlag(word) {
                if place(at: index) != nil { return index }
                expectsCode = expectsCode || !word.contains("=")
            } else if word == "--" {
                if !expectsCode, options.runsScripts { return scriptIndex(index + 1, of: program) }
            } else if options.takesValue(word) {
                index += 1
            } else if !isOption(at: index) {
                if expectsCode { return index }
                if options.runsScripts { return scriptIndex(index, of: program) }
            }
            index += 1
        }
        return nil
    }

    /// A script counts only where the interpreter is what runs: `git log -- python x` names files.
    private func scriptIndex(_ index: Int, of program: Int) -> Int? {
        guard programs.contains(program), index < words.count,
            case .placeholder? = arguments[index].parts.first
        else { return nil }
        return index
    }

    private func isOption(at index: Int) -> Bool {
        guard case .text(let head)? = arguments[index].parts.first else { return false }
        return head.hasPrefix("-") || head.hasPrefix("+")
    }

    static func base(_ word: String) -> String { String(word.split(separator: "/").last ?? "") }
}

/// How an interpreter is told its code.
private struct CodeOptions {
    private static let shells: Set<String> = ["sh", "bash", "dash", "zsh", "ksh", "mksh", "fish", "csh", "tcsh", "ash"]
    private static let others = ["python": "c", "perl": "eE", "ruby": "e", "node": "ep", "php": "r", "lua": "e"]
    private static let starters = ["su": "c", "runuser": "c", "script": "c", "flock": "c", "sg": "c", "env": "S"]
    private static let words: Set<String> = [
        "--command", "--session-command", "--eval", "--execute", "--print", "--split-string",
    ]

    private let letters: String
    private let isShell: Bool
    /// Whether its first operand is a script.
    let runsScripts: Bool

    /// nil for a program that takes no code.
    init?(of program: String) {
        let name = String(program.prefix { !$0.isNumber })
        isShell = Self.shells.contains(name)
        runsScripts = isShell || Self.others[name] != nil
        guard let letters = isShell ? "c" : Self.others[name] ?? Self.starters[name] else { return nil }
        self.letters = letters
    }

    /// Whether an option says that code comes: `-c`, `-lc`, `--command`.
    func isFlag(_ word: String) -> Bool {
        if word.hasPrefix("--") { return Self.words.contains(String(word.prefix { $0 != "=" })) }
        return word.hasPrefix("-") && word.dropFirst().contains(where: letters.contains)
    }

    /// Whether the next word belongs to this option of a shell: `-o pipefail`.
    func takesValue(_ word: String) -> Bool { isShell && ["-o", "+o", "-O", "+O"].contains(word) }
}

extension CommandWords {
    /// Programs that start another, with those of their options that take the next word.
    private static let wrappers = [
        "env": "uC", "sudo": "ugCDhpRTUrt", "doas": "uC", "nohup": "", "nice": "n", "ionice": "cnp", "setsid": "",
        "stdbuf": "ioe", "timeout": "ks", "time": "fo", "xargs": "IEnLPsad", "systemd-run": "upEMH", "chrt": "TPD",
        "unshare": "", "command": "", "exec": "a", "busybox": "",
    ]

    private static func programs(in words: [String], hasValue: [Bool]) -> [Int] {
        var programs: [Int] = []
        var next: Int? = words.isEmpty ? nil : 0
        while let program = next {
            programs.append(program)
            next = hasValue[program] ? nil : started(by: program, in: words, hasValue: hasValue)
        }
        return programs
    }

    /// Where the program stands that the wrapper at `program` starts; nil when that is no wrapper.
    private static func started(by program: Int, in words: [String], hasValue: [Bool]) -> Int? {
        let name = base(words[program])
        guard let valued = wrappers[name] else { return nil }
        var operandsBefore = ["timeout": 1, "chrt": 1][name] ?? 0
        var optionsEnded = false
        var index = program + 1
        while index < words.count {
            let word = words[index]
            if !optionsEnded, word == "--" {
                optionsEnded = true
            } else if !optionsEnded, word.hasPrefix("-") {
                if word.count == 2, !hasValue[index], let letter = word.last, valued.contains(letter) { index += 1 }
            } else if word.contains("="), ["env", "sudo", "doas"].contains(name) {
                // an assignment of the environment
            } else if operandsBefore > 0 {
                operandsBefore -= 1
            } else {
                return index
            }
            index += 1
        }
        return nil
    }
}
