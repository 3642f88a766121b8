// How values become bytes: escapes, numbers, and JSON that is already there.
extension JSONWriter {
    mutating func append(_ ascii: String) {
        appendBytes(ascii.utf8)
    }

    mutating func append(_ number: Int64) {
        appendBytes(String(number).utf8)
    }

    mutating func append(number text: String) {
        precondition(text.utf8.isJSONNumber, "a number's text must follow JSON's grammar")
        appendBytes(text.utf8)
    }

    /// A raw line break inside a string is not JSON, so each one here stands between two tokens.
    mutating func append(raw value: [UInt8]) {
        precondition(!value.isEmpty, "a raw value must be one JSON value")
        appendBytes(value.lazy.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 })
    }

    /// Copies the stretches between escapes whole: most strings are one stretch.
    mutating func append(quoted text: String) {
        appendByte(UInt8(ascii: "\""))
        append(escaping: text.utf8.span)
        appendByte(UInt8(ascii: "\""))
    }

    private mutating func append(escaping text: Span<UInt8>) {
        var start = 0
        var at = 0
        while at < text.count {
            guard let escape = Escape(in: text, at: at) else {
                at += 1
                continue
            }
            appendSpan(text.extracting(start..<at))
            append(escape.text)
            at += escape.length
            start = at
        }
        appendSpan(text.extracting(start..<text.count))
    }

    private mutating func appendSpan(_ stretch: Span<UInt8>) {
        unsafe stretch.withUnsafeBufferPointer { unsafe appendBytes($0) }
    }
}

/// A character that is not written as itself.
private struct Escape {
    let text: String
    /// How many bytes of the text it stands for.
    let length: Int

    @inline(__always)
    init?(in text: Span<UInt8>, at index: Int) {
        let byte = text[index]
        guard byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
            return nil
        }
        self.init(special: byte, in: text, at: index)
    }

    private init?(special byte: UInt8, in text: Span<UInt8>, at index: Int) {
        switch byte {
        case UInt8(ascii: "\""): self.init(text: "\\\"", length: 1)
        case UInt8(ascii: "\\"): self.init(text: "\\\\", length: 1)
        case UInt8(ascii: "\n"): self.init(text: "\\n", length: 1)
        case UInt8(ascii: "\r"): self.init(text: "\\r", length: 1)
        case UInt8(ascii: "\t"): self.init(text: "\\t", length: 1)
        case 0..<0x20, 0x7F: self.init(scalar: UInt16(byte), length: 1)
        case 0xC2 where text[index + 1] < 0xA0: self.init(scalar: UInt16(text[index + 1]), length: 2)
        case 0xE2 where text[index + 1] == 0x80 && (0xA8...0xA9).contains(text[index + 2]):
            self.init(scalar: 0x2000 + UInt16(text[index + 2] - 0x80), length: 3)
        default: return nil
        }
    }

    private init(scalar: UInt16, length: Int) {
        let digits = String(scalar, radix: 16)
        self.init(text: "\\u" + String(repeating: "0", count: 4 - digits.count) + digits, length: length)
    }

    private init(text: String, length: Int) {
        self.text = text
        self.length = length
    }
}

extension Collection<UInt8> {
    /// Whether these bytes are a number by RFC 8259: no plus sign, no leading zero, digits on both sides of a point.
    fileprivate var isJSONNumber: Bool {
        var rest = self[...]
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let whole = rest.takeDigits()
        guard whole == 1 || (whole > 1 && !startsWithZero) else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard rest.takeDigits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
            guard rest.takeDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    private var startsWithZero: Bool {
        drop { $0 == UInt8(ascii: "-") }.first == UInt8(ascii: "0")
    }
}

extension Collection<UInt8> where SubSequence == Self {
    /// Drops the digits at the front and says how many there were.
    fileprivate mutating func takeDigits() -> Int {
        let digits = prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let count = digits.count
        removeFirst(count)
        return count
    }
}
