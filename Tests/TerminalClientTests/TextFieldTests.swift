import Terminal
import Testing
import Text

@testable import TerminalClient

@Suite struct TextFieldTests {
    @Test(arguments: [
        (Key.character("q"), TextEdit.insert("q")), (.character("1"), .insert("1")), (.character(" "), .insert(" ")),
        (.character("?"), .insert("?")), (.backspace, .deleteBackward), (.delete, .deleteForward),
        (.control("w"), .deleteWord), (.control("u"), .clear), (.left, .left), (.right, .right), (.home, .home),
        (.end, .end),
    ])
    func keyThatPrintsOrEdits_IsAnEdit(_ key: Key, _ edit: TextEdit) {
        #expect(TextEdit(key) == edit)
    }

    @Test(arguments: [
        Key.enter, .escape, .tab, .backTab, .up, .down, .pageUp, .control("c"), .control("o"), .alternate("x"),
        .unknown,
    ])
    func otherKeys_StayActions(_ key: Key) {
        #expect(TextEdit(key) == nil)
    }

    /// What is typed, what the keys then do, and what is left: `|` is the cursor.
    @Test(
        arguments: [
            ("abc", [], "abc|"),
            ("abc", [.left, .insert("x")], "abx|c"),
            ("abc", [.home, .deleteForward], "|bc"),
            ("abc", [.home, .deleteBackward, .left], "|abc"),
            ("abc", [.deleteForward, .right], "abc|"),
            ("abc", [.deleteBackward, .deleteBackward], "a|"),
            ("one two  ", [.deleteWord], "one |"),
            ("one two", [.deleteWord, .deleteWord], "|"),
            ("one two", [.home, .deleteWord], "|one two"),
            ("one two", [.left, .left, .deleteWord], "one |wo"),
            ("abc", [.left, .clear, .insert("z")], "z|"),
            ("漢字", [.left, .deleteBackward], "|字"),
            ("e\u{301}x", [.left, .deleteBackward], "|x"),
        ] as [(String, [TextEdit], String)])
    func edits_ChangeGlyphsAroundTheCursor(_ typed: String, _ edits: [TextEdit], _ expected: String) {
        var field = TextField(limit: 20)
        for character in typed { field.take(.insert(character)) }
        for edit in edits { field.take(edit) }
        var shown = field.text
        shown.insert("|", at: shown.index(shown.startIndex, offsetBy: field.cursor))
        #expect(shown == expected)
    }

    @Test(arguments: ["\u{1B}", "\u{202E}", "\u{7}", "\u{200B}", "\n", "\u{FEFF}", "\u{9B}", "\u{301}"])
    func characterThatIsNotShownAsTyped_IsRefused(_ character: Character) {
        var field = TextField(limit: 20)
        field.take(.insert(character))
        #expect(field.text == "" && field.cursor == 0)
        #expect(TextField("a\(character)\n", limit: 20).text == "")
    }

    @Test func markAfterALetter_JoinsIt() {
        var field = TextField("e", limit: 1)
        field.take(.insert("\u{301}"))
        #expect(field.text.count == 1 && field.cursor == 1)
        #expect(field.text.unicodeScalars.count == 2)
    }

    @Test func limit_CountsGlyphs() {
        var field = TextField(limit: 3)
        for character in "漢字漢字" { field.take(.insert(character)) }
        #expect(field.text == "漢字漢")
        #expect(TextField("four", limit: 3).text == "")
    }

    /// As many marks as a glyph keeps, and no more: a key held down makes no endless glyph.
    @Test func marks_AreBounded() {
        var field = TextField("e", limit: 3)
        for _ in 0..<100 { field.take(.insert("\u{301}")) }
        #expect(field.text.unicodeScalars.count <= 5)
    }

    @Test(arguments: [
        ("abcdef", 6, 10, "abcdef "), ("abcdef", 6, 4, "def "), ("abcdef", 0, 4, "abcd"), ("abcdef", 5, 4, "cdef"),
        ("漢字", 2, 4, " 字 "), ("漢字", 1, 4, "漢字"), ("", 0, 1, " "),
    ])
    func shown_KeepsTheCursorInSight(_ text: String, _ cursor: Int, _ width: Int, _ expected: String) {
        var field = TextField(text, limit: 10)
        field.take(.home)
        for _ in 0..<cursor { field.take(.right) }
        let line = field.shown(width)
        #expect(line.text == expected)
        #expect(line.width <= width)
        #expect(line.glyphs.count { $0.style.attributes.contains(.reverse) } == 1)
    }
}
