import Testing
import Text

@Suite struct LineTests {
    @Test(arguments: [
        ("hello", 5, "hello"),
        ("hello", 4, "hel…"),
        ("hello", 1, "…"),
        ("hello", 0, ""),
        ("漢字漢字", 8, "漢字漢字"),
        ("漢字漢字", 7, "漢字漢…"),
        ("漢字漢字", 6, "漢字…"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
    func tooLongALine_IsCutWithASign(_ text: String, _ columns: Int, _ expected: String) {
        let cut = Line(text).cut(to: columns)
        #expect(cut.text == expected)
        #expect(cut.width <= max(0, columns))
    }

    @Test(arguments: [
        ("Jobs › output", 20, "Jobs › output"),
        ("Jobs › output", 7, "…output"),
        ("漢字漢字", 6, "… 漢字"),
        ("x", 0, ""),
    ])
    func tooLongALine_IsCutAtItsFront(_ text: String, _ columns: Int, _ expected: String) {
        let cut = Line(text).cutFront(to: columns)
        #expect(cut.text.filter { $0 != " " } == expected.filter { $0 != " " })
        #expect(cut.width <= max(0, columns))
    }

    @Test(arguments: [
        ("漢字", 1, " 字"), ("漢字", 2, "字"), ("漢字", 4, ""), ("abc", 1, "bc"), ("abc", 9, ""), ("abc", 0, "abc"),
    ])
    func aLineScrolledSideways_NeverSplitsAGlyph(_ text: String, _ columns: Int, _ expected: String) {
        #expect(Line(text).dropping(columns: columns).text == expected)
    }

    @Test(arguments: [0, 1, 4, 5, 9])
    func aFittedLine_HasExactlyItsColumns(_ columns: Int) {
        #expect(Line("漢字x").fitted(to: columns).width == columns)
    }

    @Test(arguments: [
        ("the quick brown fox", 10, ["the quick", "brown fox"]),
        ("the quick brown fox", 9, ["the quick", "brown fox"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("漢字漢字", 5, ["漢字", "漢字"]),
        ("漢字", 1, ["漢", "字"]),
        ("", 8, [""]),
        ("word      word", 6, ["word", "word"]),
    ])
    func aLongLine_WrapsAtSpaces(_ text: String, _ columns: Int, _ expected: [String]) {
        #expect(Line(text).wrapped(to: columns).map(\.text) == expected)
    }

    @Test(arguments: [
        ("a\nb\n", ["a", "b"]),
        ("a\n\nb", ["a", "", "b"]),
        ("\tx\n12345678\ty", ["        x", "12345678        y"]),
        ("漢\tx", ["漢      x"]),
        ("", []),
    ])
    func aParagraph_KeepsItsLinesAndTabs(_ text: String, _ expected: [String]) {
        #expect(Line.paragraph(text).map(\.text) == expected)
    }

    @Test func styles_StayWithTheirGlyphs() {
        let line = Line("ab", style: .bold) + Line("cd")
        #expect(line.cut(to: 3).glyphs.map(\.style) == [.bold, .bold, .bold])
        #expect(line.styled(.dim).glyphs.allSatisfy { $0.style == .dim })
    }
}
