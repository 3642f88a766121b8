// The options of a program or of one of its commands, read by the C library's getopt_long so that they behave as everywhere else on
// the machine: short ones bundle, long ones may be cut short while they stay unique, `--` ends them. It prints nothing itself; what
// is wrong comes back as an error that names the word.
import CPosix
import Glibc

/// A table of options with what a usage text says about them.
@safe
public struct Options: Sendable {
    /// A word that selects what the program does, with one line of help.
    public struct Command: Hashable, Sendable {
        /// The word.
        public let name: String
        /// One line, without a full stop.
        public let help: String

        /// Describes a command.
        public init(_ name: String, help: String) {
            self.name = name
            self.help = help
        }
    }

    /// The program's name as a person types it, with the command if this table is a command's: `deeplinkctl send`.
    public let program: String
    /// What follows the options: `KIND STATE`.
    public let operands: String
    /// What it does, in one or more lines.
    public let summary: String
    /// The options, in the order of the help.
    public let options: [Option]
    /// The commands, if the first operand is one.
    public let commands: [Command]
    /// Options end at the first operand, so that what follows may have its own (`run -- CMD`, a command's words).
    public let stopsAtFirstOperand: Bool

    /// Describes a program or a command. Two options of one name are our own mistake and end the program.
    public init(
        program: String, operands: String = "", summary: String, options: [Option], commands: [Command] = [],
        stopsAtFirstOperand: Bool = false
    ) {
        let names = options.map(\.long) + options.compactMap { $0.short.map { "-\($0)" } }
        precondition(Set(names).count == names.count, "an option name stands in the table twice")
        self.program = program
        self.operands = operands
        self.summary = summary
        self.options = options
        self.commands = commands
        self.stopsAtFirstOperand = stopsAtFirstOperand
    }

    /// Reads the words after the program's (and the command's) name.
    public func parse(_ words: [String]) throws(OptionError) -> ParsedOptions {
        if let word = words.first(where: { $0.utf8.contains(0) }) { throw mistake(.unusable(word: word)) }
        let raw = GetoptRun(words: [program] + words, table: self)
        var given: [(Option, String?)] = []
        for found in raw.found {
            guard let index = optionIndex(ofValue: found.value) else { throw mistake(fault(found, among: raw.words)) }
            given.append((options[index], found.argument))
        }
        return ParsedOptions(table: self, given: given, operands: raw.operands)
    }

    /// The command that the first operand names; a missing or unknown one is an error that says so.
    public func command(in parsed: ParsedOptions) throws(OptionError) -> Command {
        guard let word = parsed.operands.first else { throw mistake(.missingCommand) }
        guard let command = commands.first(where: { $0.name == word }) else {
            throw mistake(.unknownCommand(word: word))
        }
        return command
    }

    /// An error of this table's program.
    func mistake(_ fault: OptionError.Fault) -> OptionError {
        OptionError(program: program, fault: fault)
    }

    private func optionIndex(ofValue value: Int32) -> Int? {
        if value >= GetoptRun.firstLongValue { return Int(value - GetoptRun.firstLongValue) }
        return options.firstIndex { $0.short?.asciiValue.map(Int32.init) == value }
    }

    /// Finds out what getopt complained about; it says little more than "?" and ":".
    private func fault(_ found: GetoptRun.Found, among words: [String]) -> OptionError.Fault {
        let word = words.indices.contains(found.word) ? words[found.word] : ""
        let index = optionIndex(ofValue: found.wrong)
        if found.value == Int32(UInt8(ascii: ":")), let index {
            let isShort = found.wrong < GetoptRun.firstLongValue
            let name = isShort ? "-\(Character(UnicodeScalar(UInt8(found.wrong))))" : "--\(options[index].long)"
            return .missingArgument(option: name, argument: options[index].argument ?? "")
        }
        if let index, found.wrong >= GetoptRun.firstLongValue {
            return .needlessArgument(option: "--\(options[index].long)")
        }
        if found.wrong != 0 { return .unknownOption(word: shortName(found.wrong)) }
        let name = word.prefix { $0 != "=" }
        let candidates = options.map { "--\($0.long)" }.filter { $0.hasPrefix(name) }
        return candidates.count > 1
            ? .ambiguousOption(word: String(name), candidates: candidates) : .unknownOption(word: String(name))
    }

    /// getopt reads bytes: a letter beyond ASCII arrives as its first byte, which is no text by itself.
    private func shortName(_ value: Int32) -> String {
        guard let byte = UInt8(exactly: value & 0xff), byte < 0x80 else { return "-?" }
        return "-\(Character(UnicodeScalar(byte)))"
    }
}
