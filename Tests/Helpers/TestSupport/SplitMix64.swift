// What the tests of several targets generate their inputs with.

/// A seeded generator, so that a failing case is the same case next time.
public struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    /// The same seed gives the same numbers.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SplitMix64 {
    /// One of them; there must be one.
    public mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &self)]
    }

    /// True in so many of a hundred cases.
    public mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// Text that a path segment may hold: what links and patterns treat specially, and any script.
    public mutating func segment() -> String {
        while true {
            let text = self.text(1...12)
            if text != ".", text != "..", !text.unicodeScalars.contains("\u{0}") { return text }
        }
    }

    /// So many scalars, never none: what formats treat specially, and any script.
    public mutating func text(_ length: ClosedRange<Int>) -> String {
        let special = "/?#%{}:*.-_ &=+\"'\\|<>\u{7F}\n\u{1B}\u{301}é\u{65}\u{301}日🚇👩‍🚀\u{200F}\u{0}ab12".unicodeScalars
            .map { $0 }
        var text = ""
        for _ in 0..<Int.random(in: length, using: &self) {
            let scalar = chance(70) ? pick(special) : Unicode.Scalar(UInt32.random(in: 1...0x10FFFF, using: &self))
            if let scalar { text.unicodeScalars.append(scalar) }
        }
        return text.isEmpty ? "x" : text
    }
}
