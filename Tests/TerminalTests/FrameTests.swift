import Terminal
import Testing
import Text

@Suite struct FrameTests {
    @Test func aFrame_IsComparedAsText() {
        var frame = Frame(rows: 5, columns: 12)
        frame.box(Area(row: 0, column: 0, height: 4, width: 10))
        frame.put("漢字 ok", row: 1, column: 1)
        frame.put("\u{1B}[2Je\u{301}👩\u{200D}🚀 long text", row: 2, column: 1, width: 8)
        #expect(
            frame.text == """
                ┌────────┐
                │漢字 ok │
                │␛[2Je\u{301}👩 │
                └────────┘
                """)
    }

    @Test(arguments: [
        ("漢字", -1, " 字"), ("漢字", -2, "字"), ("漢字", 3, "   漢"), ("漢字", 4, "    "), ("abc", 3, "   ab"),
        ("漢字", 9, ""), ("abcdefgh", -3, "defgh"),
    ])
    func textOverTheEdge_IsClipped(_ text: String, _ column: Int, _ expected: String) {
        var frame = Frame(rows: 1, columns: 5)
        frame.put(text, row: 0, column: column)
        #expect(frame.text == String(expected.reversed().drop { $0 == " " }.reversed()))
    }

    @Test(arguments: [-1, 1, 99])
    func aRowOutside_DrawsNothing(_ row: Int) {
        var frame = Frame(rows: 1, columns: 5)
        frame.put("text", row: row, column: 0)
        frame.clear(Area(row: row, column: -4, height: 2, width: 2))
        frame.box(Area(row: row + 1, column: 8, height: 4, width: 4))
        #expect(frame.text == "")
    }

    @Test(arguments: [(0, "x 字"), (1, " x字"), (2, "漢x "), (3, "漢 x")])
    func halfAWideGlyphOverdrawn_LeavesASpace(_ column: Int, _ expected: String) {
        var frame = Frame(rows: 1, columns: 5)
        frame.put("漢字", row: 0, column: 0)
        frame.put("x", row: 0, column: column)
        #expect(frame.text == expected.replacingSpacesAtEnd())
        #expect(frame.glyphs(row: 0).reduce(0) { $0 + $1.glyph.width } == 5)
    }

    @Test func wideOverWide_KeepsTheRowsWidth() {
        var frame = Frame(rows: 1, columns: 6)
        frame.put("漢字語", row: 0, column: 0)
        frame.put("本", row: 0, column: 1)
        #expect(frame.text == " 本 語")
        #expect(frame.glyphs(row: 0).reduce(0) { $0 + $1.glyph.width } == 6)
    }

    @Test func aSelectedRow_GetsItsAttributeEverywhere() {
        var frame = Frame(rows: 2, columns: 4)
        frame.put("漢", row: 1, column: 0, style: .bold)
        frame.add(.reverse, to: Area(row: 1, column: 0, height: 1, width: 99))
        #expect(frame[1, 0]?.style == Style([.bold, .reverse]))
        #expect(frame[1, 1] == nil)
        #expect(frame[1, 3]?.style == .reverse)
        #expect(frame[0, 3]?.style == .plain)
    }

    @Test func aFrameInAFrame_IsCopiedAndClipped() {
        var inner = Frame(rows: 2, columns: 4)
        inner.put("漢字", row: 0, column: 0)
        inner.put("abcd", row: 1, column: 0)
        var frame = Frame(rows: 2, columns: 6)
        frame.put(inner, row: 1, column: 3)
        #expect(frame.text == "\n   漢")
    }

    @Test(arguments: [(-3, 10, 0), (10, -1, 0), (5000, 1, 1000), (0, 0, 0)])
    func impossibleSides_AreKeptWithinTheBound(_ rows: Int, _ columns: Int, _ positions: Int) {
        let frame = Frame(rows: rows, columns: columns)
        #expect((0..<frame.rows).reduce(0) { $0 + frame.glyphs(row: $1).count } == positions)
    }

    @Test func randomDrawing_NeverBreaksARow() {
        var generator = SystemRandomNumberGenerator()
        let texts = ["漢字", "a", "👩\u{200D}🚀x", "e\u{301}", "\u{9B}31m", "字a漢b"]
        for _ in 0..<200 {
            var frame = Frame(rows: 3, columns: 9)
            for _ in 0..<20 {
                let text = texts[Int.random(in: 0..<texts.count, using: &generator)]
                let width = Bool.random(using: &generator) ? nil : Int.random(in: -1...5, using: &generator)
                let (row, column) = (Int.random(in: -1...3), Int.random(in: -3...10))
                frame.put(text, row: row, column: column, width: width)
            }
            for row in 0..<3 {
                #expect(frame.glyphs(row: row).reduce(0) { $0 + $1.glyph.width } == 9)
            }
        }
    }
}

extension String {
    fileprivate func replacingSpacesAtEnd() -> String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
