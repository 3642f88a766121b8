/// One segment of an encoded path: where it stands, and its bytes in one word.
///
/// Read eight bytes at a time: the slash behind it is found in a word by arithmetic, not byte by byte.
struct PathSegment {
    let start: Int
    let end: Int
    /// Eight bytes and fewer as they are, the first one lowest; of more, all of them folded.
    let word: UInt64

    var count: Int { end &- start }

    @inline(__always) init(of text: Span<UInt8>, from start: Int) {
        let first = text.word(at: start)
        let length = min(Self.bytesBeforeSlash(first), text.count &- start)
        if length < 8 {
            word = first & ~(~0 &<< UInt64(truncatingIfNeeded: length &* 8))
            end = start &+ length
        } else {
            (word, end) = Self.folded(text, from: start, first: first)
        }
        self.start = start
    }

    /// What a segment of eight bytes and more comes to, and where it ends.
    private static func folded(_ text: Span<UInt8>, from start: Int, first: UInt64) -> (UInt64, end: Int) {
        var word = first
        var end = start + 8
        while end < text.count {
            let next = text.word(at: end)
            let length = min(bytesBeforeSlash(next), text.count - end)
            if length > 0 {
                let bytes = length < 8 ? next & ~(~0 << UInt64(truncatingIfNeeded: length * 8)) : next
                word = (word &* 0x9E37_79B9_7F4A_7C15) ^ bytes
            }
            end += length
            if length < 8 { break }
        }
        return (word, end)
    }

    /// How many bytes of a word, from the lowest, stand before the first slash; 8 when there is none.
    private static func bytesBeforeSlash(_ word: UInt64) -> Int {
        let zeroWhereSlash = word ^ 0x2F2F_2F2F_2F2F_2F2F
        let marks = (zeroWhereSlash &- 0x0101_0101_0101_0101) & ~zeroWhereSlash & 0x8080_8080_8080_8080
        return marks.trailingZeroBitCount / 8
    }

    func isInteger(in text: Span<UInt8>) -> Bool {
        let digits = count > 1 && text[start] == UInt8(ascii: "-") ? start + 1 : start
        for index in digits..<end where text[index] < UInt8(ascii: "0") || text[index] > UInt8(ascii: "9") {
            return false
        }
        return count > 0
    }
}

extension Span<UInt8> {
    /// Eight bytes from an index, the first one lowest; zeros behind the end.
    @inline(__always) func word(at index: Int) -> UInt64 {
        if count >= 8 {
            if index <= count &- 8 { return eightBytes(from: index) }
            return eightBytes(from: count &- 8) &>> UInt64(truncatingIfNeeded: (index &- (count &- 8)) &* 8)
        }
        var word: UInt64 = 0
        for offset in index..<count { word |= UInt64(self[offset]) << UInt64(truncatingIfNeeded: (offset - index) * 8) }
        return word
    }

    /// The compiler makes one load of this.
    @inline(__always) private func eightBytes(from index: Int) -> UInt64 {
        let bytes = extracting(index..<index + 8)
        let low = UInt64(bytes[0]) | UInt64(bytes[1]) << 8 | UInt64(bytes[2]) << 16 | UInt64(bytes[3]) << 24
        let high = UInt64(bytes[4]) | UInt64(bytes[5]) << 8 | UInt64(bytes[6]) << 16 | UInt64(bytes[7]) << 24
        return low | high << 32
    }
}
