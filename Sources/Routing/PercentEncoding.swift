/// Percent-encoding of one path segment or query value (RFC 3986 §2.1), on bytes, once.
enum PercentEncoding {
    /// Decodes one segment; refuses a bad `%` and what is not UTF-8. Raw UTF-8 is taken as it stands.
    static func decode(_ bytes: some Collection<UInt8>) throws(PathFailure) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let byte = bytes[index]
            bytes.formIndex(after: &index)
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = hexadecimalDigit(of: bytes, at: &index), let low = hexadecimalDigit(of: bytes, at: &index)
            else { throw .badPercent }
            decoded.append(high << 4 | low)
        }
        guard let text = String(validating: decoded, as: UTF8.self) else { throw .invalidUTF8 }
        return text
    }

    /// The canonical encoding: `pchar` of RFC 3986 stays, all else becomes `%XX` in upper case.
    static func encode(_ text: String) -> String { encode(text, plain: staysPlain) }

    /// The canonical encoding of a query's value: `/` and `?` stay too; `&`, `=` and `+` do not, which others read
    /// otherwise there.
    static func encodeQuery(_ text: String) -> String { encode(text, plain: staysPlainInQuery) }

    private static func encode(_ text: String, plain staysPlain: (UInt8) -> Bool) -> String {
        if text.utf8.allSatisfy(staysPlain) { return text }
        var encoded = ""
        for byte in text.utf8 {
            if staysPlain(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += "%"
                encoded.unicodeScalars.append(digits[Int(byte >> 4)])
                encoded.unicodeScalars.append(digits[Int(byte & 15)])
            }
        }
        return encoded
    }

    private static let digits = Array("0123456789ABCDEF".unicodeScalars)

    private static func staysPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"),
            UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="),
            UInt8(ascii: ":"), UInt8(ascii: "@"):
            true
        default: false
        }
    }

    private static func staysPlainInQuery(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: "+"): false
        case UInt8(ascii: "/"), UInt8(ascii: "?"): true
        default: staysPlain(byte)
        }
    }

    private static func hexadecimalDigit<Bytes: Collection<UInt8>>(of bytes: Bytes, at index: inout Bytes.Index)
        -> UInt8?
    {
        guard index != bytes.endIndex else { return nil }
        let byte = bytes[index]
        bytes.formIndex(after: &index)
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - UInt8(ascii: "A") + 10
        default: return nil
        }
    }
}
