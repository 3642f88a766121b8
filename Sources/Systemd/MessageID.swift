internal import CSystemd

/// A MESSAGE_ID: what kind of thing an entry reports, for `journalctl MESSAGE_ID=…` and the catalog.
///
/// Once shipped an id never changes its meaning.
public struct MessageID: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Reads 32 hexadecimal digits, or the same as a UUID; nil for anything else, and for all zeros.
    public init?(_ text: String) {
        var id = sd_id128_t()
        guard unsafe sd_id128_from_string(text, &id) == 0 else {
            return nil
        }
        let words = unsafe (UInt64(bigEndian: id.qwords.0), UInt64(bigEndian: id.qwords.1))
        guard words != (0, 0) else {
            return nil
        }
        (high, low) = words
    }

    /// The 32 lower-case hexadecimal digits that the journal stores.
    public var description: String {
        Self.digits(high) + Self.digits(low)
    }

    private static func digits(_ word: UInt64) -> String {
        let text = String(word, radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
    }
}

extension MessageID: ExpressibleByStringLiteral {
    /// For constants in source text, where a typing mistake is our own bug and traps.
    public init(stringLiteral text: StaticString) {
        guard let id = MessageID("\(text)") else {
            preconditionFailure("a message id is 32 hexadecimal digits, not \(text)")
        }
        self = id
    }
}
