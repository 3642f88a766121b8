/// Why a text is not the one JSON document it should be, and where.
public struct JSONError: Error, Equatable, Sendable {
    /// What kind of fault it is.
    public enum Reason: Equatable, Sendable {
        /// The grammar of RFC 8259 is broken; says how, in lower case, without the position.
        case syntax(String)
        /// An object names this member a second time (names are compared after decoding).
        case duplicateKey(String)
        /// More arrays and objects inside each other than allowed.
        case tooDeep
        /// A string's bytes are not UTF-8 (overlong forms and encoded surrogates are not).
        case invalidUTF8
        /// A raw NUL byte.
        case nul
    }

    /// What is wrong.
    public let reason: Reason
    /// Where, in bytes from the start: the byte that cannot stand there, the backslash of an escape, the opening quote
    /// of a second key, the bracket that is one too deep.
    public let offset: Int

    /// An error of this reason at this byte offset.
    public init(reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    /// One line for a person: the offset and what is wrong there. A long key is cut at 64 characters.
    public var description: String {
        "byte \(offset): \(words)"
    }

    private var words: String {
        switch reason {
        case .syntax(let message): message
        case .duplicateKey(let name): "the key \"\(name.prefix(64))\" is used twice"
        case .tooDeep: "nested too deep"
        case .invalidUTF8: "not UTF-8"
        case .nul: "a NUL byte"
        }
    }
}
