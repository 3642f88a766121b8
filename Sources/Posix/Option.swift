// One option of a program, as data: the parser, the help text and the shells' completions are all made from the same table.

/// An option: its names, what argument it takes, and one line of help.
public struct Option: Hashable, Sendable {
    /// The long name without its dashes: `json`.
    public let long: String
    /// The letter, where there is one: `k` for `-k`.
    public let short: Character?
    /// What its argument is called in the help (`KEY`); nil when it takes none.
    public let argument: String?
    /// The words that its argument can be; empty where they are not a few that are known.
    public let values: [String]
    /// One line, without a full stop.
    public let help: String

    /// Describes an option. Long names are lower-case letters, digits and dashes; a short one is one ASCII letter or digit.
    public init(_ long: String, short: Character? = nil, argument: String? = nil, values: [String] = [], help: String) {
        precondition(Self.isName(long), "a long option name is made of a-z, 0-9 and dashes")
        precondition(
            short.map { $0.isASCII && ($0.isLetter || $0.isNumber) } ?? true, "a short option is a letter or a digit")
        self.long = long
        self.short = short
        self.argument = argument
        self.values = values
        self.help = help
    }

    /// `-k, --key=KEY`, with the short name's room kept free where there is none.
    public var synopsis: String {
        let letter = short.map { "-\($0), " } ?? "    "
        return letter + "--" + long + (argument.map { "=\($0)" } ?? "")
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("-")
            && name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    }
}

extension Option {
    /// Every program has it.
    public static let help = Option("help", short: "h", help: "print this text and exit")
    /// Every program has it.
    public static let version = Option("version", help: "print the version and exit")
    /// Every program has it.
    public static let completions = Option(
        "completions", argument: "SHELL", values: Completion.Shell.allCases.map(\.rawValue),
        help: "print completions for bash, zsh or fish and exit")
}
