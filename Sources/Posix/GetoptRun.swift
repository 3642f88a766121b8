// One run of getopt_long: the table and the words in the C library's form, and what it found as plain values. The words are copied
// first, since getopt reorders what it is given and points into it.
import CPosix
import Glibc

/// What getopt_long made of some words.
@safe
struct GetoptRun {
    /// One option met, or (as the last) one fault.
    struct Found {
        let value: Int32
        let wrong: Int32
        let word: Int
        let argument: String?
    }

    /// Long options are numbered from here, beyond every letter.
    static let firstLongValue: Int32 = 1_000

    /// All words, operands last.
    let words: [String]
    let found: [Found]
    let operands: [String]

    init(words: [String], table: Options) {
        let names = CStrings(table.options.map(\.long))
        let argv = CStrings(words)
        let descriptions = unsafe Self.descriptions(table.options, names)
        // Each option takes at least one byte of a word, so there cannot be more.
        let most = words.reduce(1) { $0 + $1.utf8.count }
        var raw = unsafe [deeplink_option_found](repeating: deeplink_option_found(), count: most)
        var firstOperand: Int32 = 0
        let count = unsafe argv.withPointers { pointers in
            unsafe deeplink_parse_options(
                Int32(words.count), pointers, Self.letters(table), descriptions, &raw, Int32(most), &firstOperand)
        }
        self.words = argv.strings
        operands = Array(argv.strings.dropFirst(Int(firstOperand)))
        found = unsafe raw.prefix(Int(count)).map { entry in
            unsafe Found(
                value: entry.value, wrong: entry.wrong, word: Int(entry.word),
                argument: entry.argument.map { unsafe String(cString: $0) })
        }
    }

    /// `+` stops at the first operand, `:` tells a missing argument from an unknown option and keeps getopt silent.
    private static func letters(_ table: Options) -> String {
        let letters = table.options.compactMap { option in
            option.short.map { "\($0)" + (option.argument == nil ? "" : ":") }
        }
        return (table.stopsAtFirstOperand ? "+:" : ":") + letters.joined()
    }

    private static func descriptions(_ options: [Option], _ names: CStrings) -> [option] {
        let entries = unsafe names.withPointers { pointers in
            unsafe options.indices.map { index in
                unsafe option(
                    name: pointers[index], has_arg: options[index].argument == nil ? 0 : 1, flag: nil,
                    val: firstLongValue + Int32(index))
            }
        }
        return unsafe entries + [option()]
    }
}
