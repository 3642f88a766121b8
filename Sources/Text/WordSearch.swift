// What `cells.list` looks for. Case is folded as Unicode says (full folding: ß is ss, the Kelvin sign is k), each scalar
// by itself after NFC, so that the work grows with the text's length only. Most texts are ASCII and take the short way.
internal import CUtf8proc

/// Words that all must occur in a text, upper or lower case alike.
public struct WordSearch: Sendable, Equatable {
    private let words: [[UInt8]]

    /// - Parameter text: words, apart by white space; without any, every text matches.
    public init(_ text: String) {
        words = text.split(whereSeparator: \.isWhitespace).map { folded(String($0)) }.filter { !$0.isEmpty }
    }

    /// How many words there are: each text is looked through for each.
    public var count: Int { words.count }

    /// Whether each word occurs in one of these texts.
    public func matches(_ texts: String...) -> Bool {
        var missing = words
        for text in texts where !missing.isEmpty {
            let text = folded(text)
            missing.removeAll { occurs($0, in: text) }
        }
        return missing.isEmpty
    }
}

private func folded(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return foldedByScalar(text) }
    for index in bytes.indices where bytes[index] &- 0x41 < 26 {
        bytes[index] |= 0x20
    }
    return bytes
}

private func foldedByScalar(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    // No scalar folds into more than three.
    var part = [Int32](repeating: 0, count: 8)
    for scalar in nfc(text).unicodeScalars {
        if scalar.value < 0x80 {
            let byte = UInt8(scalar.value)
            result.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
            continue
        }
        var boundary: CInt = 0
        let count = unsafe utf8proc_decompose_char(
            Int32(scalar.value), &part, part.count, UTF8PROC_CASEFOLD, &boundary)
        precondition(count >= 0 && count <= part.count, "a Unicode scalar folds into at most 8 code points")
        for codePoint in part[..<count] {
            guard let folded = Unicode.Scalar(UInt32(bitPattern: codePoint)) else {
                preconditionFailure("utf8proc folds scalars to scalars")
            }
            result.append(contentsOf: UTF8.encode(folded)?.map { $0 } ?? [])
        }
    }
    return result
}

/// In time that grows with the text, whatever the word: the C library's search is linear.
private func occurs(_ word: [UInt8], in text: [UInt8]) -> Bool {
    unsafe word.withUnsafeBytes { word in
        unsafe text.withUnsafeBytes { text in
            guard let wordStart = word.baseAddress, let textStart = text.baseAddress else { return unsafe word.isEmpty }
            return unsafe memmem(textStart, text.count, wordStart, word.count) != nil
        }
    }
}
