import Testing
import Text

@Suite struct NormalizationTests {
    @Test(arguments: [
        ("", ""),
        ("plain", "plain"),
        ("e\u{301}", "\u{E9}"),
        ("\u{E9}", "\u{E9}"),
        ("\u{212B}", "\u{C5}"),
        ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"),
        ("q\u{307}\u{323}", "q\u{323}\u{307}"),
        ("\u{1E0B}\u{323}", "\u{1E0D}\u{307}"),
        ("a\u{0}b\u{301}", "a\u{0}b\u{301}"),
        ("\u{FB01}", "\u{FB01}"),
        ("\u{958}", "\u{915}\u{93C}"),
        ("\u{F73}", "\u{F71}\u{F72}"),
        ("\u{10FFFD}e\u{301}", "\u{10FFFD}\u{E9}"),
    ])
    func decomposedText_IsComposed(_ text: String, _ expected: String) {
        #expect(Array(nfc(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test func everyScalar_NormalisesToWhatSwiftCallsEqual() {
        for value in UInt32(0)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "x" + String(scalar) + "\u{301}\u{323}"
            let normal = nfc(text)
            if normal != text || Array(nfc(normal).utf8) != Array(normal.utf8) {
                Issue.record("U+\(String(value, radix: 16)) changed its meaning")
            }
        }
    }

    @Test func aMegabyteOfUnorderedMarks_IsOrdered() {
        let marks = String(repeating: "\u{301}\u{323}", count: 262_144)
        let normal = Array(nfc("z" + marks).unicodeScalars)
        // z with a dot below is a letter of its own: one mark went into it.
        #expect(normal.count == 524_288)
        #expect(normal.first == "\u{1E93}")
        #expect(normal[1] == "\u{323}")
        #expect(normal.last == "\u{301}")
    }
}
