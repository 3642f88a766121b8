// What the words said. Asking for an option that the table has not is our own mistake and ends the program at once, so that a
// misspelt name in the code cannot read as "not given".

/// The options that were given, in order, and what was left.
public struct ParsedOptions: Sendable {
    private let table: Options
    private let given: [(Option, String?)]
    /// The words that are no options.
    public let operands: [String]

    init(table: Options, given: [(Option, String?)], operands: [String]) {
        self.table = table
        self.given = given
        self.operands = operands
    }

    /// It was given.
    public func has(_ option: Option) -> Bool {
        given.contains { $0.0 == known(option) }
    }

    /// Its argument; the last one if it was given more than once.
    public func value(_ option: Option) -> String? {
        values(option).last
    }

    /// All its arguments, in order.
    public func values(_ option: Option) -> [String] {
        given.filter { $0.0 == known(option) }.compactMap(\.1)
    }

    /// Its argument as a whole number in `range`; nil when it was not given.
    public func number(_ option: Option, in range: ClosedRange<Int64>) throws(OptionError) -> Int64? {
        guard let text = value(option) else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw badValue(option, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The error for an argument that is not what it must be.
    public func badValue(_ option: Option, expected: String) -> OptionError {
        let fault = OptionError.Fault.badValue(
            option: "--\(option.long)", value: value(option) ?? "", expected: expected)
        return table.mistake(fault)
    }

    /// The error for too few or too many operands: says what was expected.
    public func wrongOperands(expected: String) -> OptionError {
        table.mistake(.wrongOperands(expected: expected))
    }

    private func known(_ option: Option) -> Option {
        precondition(table.options.contains(option), "an option that is not in the table")
        return option
    }
}
