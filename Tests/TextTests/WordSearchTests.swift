import Testing
import Text

@Suite struct WordSearchTests {
    @Test(arguments: [
        ("", "anything", true), ("build", "the Build failed", true), ("BUILD", "rebuilding", true),
        ("failed build", "the Build FAILED", true), ("failed passed", "the Build failed", false),
        ("STRASSE", "Hauptstraße 7", true), ("straße", "HAUPTSTRASSE", true), ("ÄRGER", "viel ärger", true),
        ("a\u{308}rger", "\u{C4}RGER", true), ("k", "4 \u{212A}", true), ("σας", "ΣΑΣ", true),
        ("ä", "a", false), ("漢字", "これは漢字です", true), ("漢", "ascii only", false), ("%_*[a-z]", "abc", false),
        ("%", "100 %", true), ("\u{1B}[31m", "red \u{1B}[31m", true), ("long", "lon", false), ("éé", "e", false),
    ])
    func words_AreFoundWhateverTheirCase(_ words: String, _ text: String, _ found: Bool) {
        #expect(WordSearch(words).matches(text) == found)
    }

    @Test func words_MayStandInDifferentTexts() {
        #expect(WordSearch("one two").matches("ONE", "", "Two"))
        #expect(!WordSearch("one two").matches("one", "one"))
        #expect(WordSearch("  one   two ").count == 2)
    }

    /// A stranger chooses the text: a run of marks, or of what almost matches, must not take long.
    @Test func hostileTexts_AreReadInTimeThatGrowsWithThem() {
        let marks = "a" + String(repeating: "\u{315}\u{300}", count: 50_000)
        #expect(!WordSearch("zz").matches(marks))
        let almost = String(repeating: "a", count: 1 << 20)
        #expect(!WordSearch(String(repeating: "a", count: 200) + "b").matches(almost))
    }
}
