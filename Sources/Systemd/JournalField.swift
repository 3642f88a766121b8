/// The name of a structured field, as `journalctl` shows and matches it.
///
/// The journal drops a field whose name it does not like without a word, so ours are checked when they are made:
/// capital letters, digits and `_`, a letter first, at most 64 bytes.
public struct JournalField: Hashable, Sendable, ExpressibleByStringLiteral {
    let bytes: [UInt8]

    /// Nil for a name that the journal would not keep.
    public init?(_ name: String) {
        let bytes = Array(name.utf8)
        let isLetter = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
        let isOther = { (byte: UInt8) in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
        }
        guard let first = bytes.first, isLetter(first), bytes.count <= 64,
            bytes.allSatisfy({ isLetter($0) || isOther($0) })
        else {
            return nil
        }
        self.bytes = bytes
    }

    /// For constants in source text, where a bad name is our own bug and traps.
    public init(stringLiteral name: StaticString) {
        guard let field = JournalField("\(name)") else {
            preconditionFailure("the journal would drop a field named \(name)")
        }
        self = field
    }
}
