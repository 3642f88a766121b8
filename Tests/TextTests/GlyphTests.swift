import Testing
import Text

@Suite struct GlyphTests {
    @Test(arguments: [
        ("a", ["a"], 1),
        ("漢", ["漢"], 2),
        ("e\u{301}x", ["e\u{301}", "x"], 2),
        ("👩\u{200D}🚀!", ["👩", "!"], 3),
        ("👨\u{200D}👩\u{200D}👧", ["👨"], 2),
        ("❤\u{FE0F}", ["❤"], 1),
        ("❤\u{FE0F}\u{200D}🔥", ["❤"], 1),
        ("👍🏽", ["👍"], 2),
        ("🏽", ["🏽"], 2),
        ("\u{1F1E9}\u{1F1EA}", ["\u{1F1E9}"], 1),
        ("\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}", ["\u{1F1E9}", "\u{1F1EB}"], 2),
        ("क\u{94D}ष", ["क\u{94D}", "ष"], 2),
        ("\u{1112}\u{1161}\u{11AB}", ["\u{1112}\u{1161}\u{11AB}"], 2),
        ("\u{301}", ["◌\u{301}"], 1),
        ("می\u{200C}خواهم", ["م", "ی", "خ", "و", "ا", "ه", "م"], 7),
        ("a\u{200D}b", ["a", "b"], 2),
    ])
    func text_SplitsIntoGlyphs(_ text: String, _ glyphs: [String], _ width: Int) {
        let line = Line(text)
        #expect(line.glyphs.map { Array($0.text.unicodeScalars) } == glyphs.map { Array($0.unicodeScalars) })
        #expect(line.width == width)
    }

    @Test func aMegabyteOfMarks_IsOneGlyphWithFour() {
        let line = Line("a" + String(repeating: "\u{301}", count: 524_288) + "b")
        #expect(line.glyphs.count == 2)
        #expect(line.glyphs[0].text.unicodeScalars.count == 1 + Glyph.markLimit)
    }

    @Test func everyGlyph_HasOneOrTwoColumns() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for glyph in Line(String(scalar)).glyphs where glyph.width < 1 || glyph.width > 2 {
                Issue.record("U+\(String(value, radix: 16)) takes \(glyph.width) columns")
            }
        }
    }
}
