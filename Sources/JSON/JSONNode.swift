// A value inside a document: a reference to the document's tokens and an index into them, so walking a document
// allocates nothing until a text is asked for.
internal import CJson

/// One value of a document. Reading it as another kind than it is gives nil, never a conversion.
public struct JSONNode: Sendable {
    /// The six kinds of RFC 8259.
    public enum Kind: Sendable {
        /// `{…}`
        case object
        /// `[…]`
        case array
        /// `"…"`
        case string
        /// A number, of any size and precision.
        case number
        /// `true` or `false`
        case boolean
        /// `null`
        case null
    }

    let storage: JSONStorage
    let index: Int

    var token: cjson_token {
        storage.tokens[index]
    }

    /// What kind of value this is.
    public var kind: Kind {
        switch token.kind {
        case CJSON_OBJECT: .object
        case CJSON_ARRAY: .array
        case CJSON_STRING: .string
        case CJSON_NUMBER: .number
        case CJSON_NULL: .null
        default: .boolean
        }
    }

    /// Where the value's first byte stands in the text, in bytes.
    public var offset: Int {
        Int(token.offset)
    }

    /// The value of a boolean.
    public var boolean: Bool? {
        switch token.kind {
        case CJSON_TRUE: true
        case CJSON_FALSE: false
        default: nil
        }
    }

    /// Whether this is `null`.
    public var isNull: Bool {
        token.kind == CJSON_NULL
    }
}

extension JSONNode {
    /// A string's text, decoded. It may hold U+0000, from an escape.
    public var string: String? {
        decodedRange.map { String(decoding: storage.decoded[$0], as: UTF8.self) }
    }

    /// A string's text as UTF-8 bytes, decoded.
    public var utf8: [UInt8]? {
        decodedRange.map { Array(storage.decoded[$0]) }
    }

    /// The length of a string's text in UTF-8 bytes, for limits that are checked before a text is built.
    public var utf8Count: Int? {
        decodedRange?.count
    }

    /// Lends a string's text as UTF-8 bytes, without copying it.
    public func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result? {
        guard let range = decodedRange else { return nil }
        let decoded = storage.decoded
        return body(decoded.span.extracting(range))
    }

    /// Whether this is a string of exactly these Unicode scalars. (Swift's `==` also takes two spellings of one
    /// character as equal; JSON names are compared as they are sent.)
    public func isString(_ text: String) -> Bool {
        guard let range = decodedRange, range.count == text.utf8.count else { return false }
        return storage.decoded[range].elementsEqual(text.utf8)
    }

    private var decodedRange: Range<Int>? {
        let token = token
        guard token.kind == CJSON_STRING else { return nil }
        let start = Int(token.offset) + 1
        return start..<(start + Int(token.length))
    }
}

extension JSONNode {
    /// A number exactly as it is written.
    public var number: String? {
        numberRange.map { String(decoding: storage.source[$0], as: UTF8.self) }
    }

    /// A number that is written without fraction and exponent and fits 64 bits. (`1.0` and `1e3` are none.)
    public var integer: Int64? {
        guard let range = numberRange else { return nil }
        return Int64(decimal: storage.source[range])
    }

    private var numberRange: Range<Int>? {
        let token = token
        guard token.kind == CJSON_NUMBER else { return nil }
        return Int(token.offset)..<Int(token.offset + token.length)
    }
}

extension Int64 {
    /// Built downwards, since the lowest value has no positive twin.
    fileprivate init?(decimal digits: ArraySlice<UInt8>) {
        let negative = digits.first == UInt8(ascii: "-")
        var negated: Int64 = 0
        for digit in negative ? digits.dropFirst() : digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            let (shifted, overflowed) = negated.multipliedReportingOverflow(by: 10)
            let (sum, overflowedAgain) = shifted.subtractingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
            guard !overflowed, !overflowedAgain else { return nil }
            negated = sum
        }
        if negative {
            self = negated
        } else {
            guard negated != .min else { return nil }
            self = -negated
        }
    }
}
