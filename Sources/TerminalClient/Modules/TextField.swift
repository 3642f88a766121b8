internal import Text

/// One line of text that the user edits, glyph by glyph. It holds only what a terminal shows as it was typed: a
/// character that would be dropped or replaced is not taken, so that nothing invisible is sent.
struct TextField: Equatable {
    private(set) var text: String
    /// Glyphs before the cursor.
    private(set) var cursor: Int
    /// The most glyphs.
    let limit: Int

    /// A field with the cursor at the end of its text; what is no text for a field begins empty.
    init(_ text: String = "", limit: Int) {
        self.limit = limit
        self.text = Self.isShown(text) && text.count <= limit ? text : ""
        cursor = self.text.count
    }

    /// Changes the text or moves the cursor.
    mutating func take(_ edit: TextEdit) {
        switch edit {
        case .insert(let character): insert(character)
        case .deleteBackward: delete(from: cursor - 1, to: cursor)
        case .deleteForward: delete(from: cursor, to: cursor + 1)
        case .deleteWord: delete(from: wordStart, to: cursor)
        case .clear: delete(from: 0, to: text.count)
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(text.count, cursor + 1)
        case .home: cursor = 0
        case .end: cursor = text.count
        }
    }

    /// The part of the text around the cursor that fits, with the cursor marked.
    ///
    /// - Parameter width: columns, the cursor's among them.
    func shown(_ width: Int) -> Line {
        let before = Line(String(text.prefix(cursor)))
        let under = text.dropFirst(cursor).first.map { Line(String($0)) } ?? Line(" ")
        let line = before + under.styled(.reverse) + Line(String(text.dropFirst(cursor + 1)))
        return line.dropping(columns: max(0, before.width + under.width - width)).prefix(columns: width)
    }

    /// A mark that joins the glyph before it makes no glyph of its own.
    private mutating func insert(_ character: Character) {
        let before = String(text.prefix(cursor)) + String(character)
        let changed = before + String(text.dropFirst(cursor))
        guard changed.count <= limit, Self.isShown(changed) else { return }
        text = changed
        cursor = min(before.count, changed.count)
    }

    private mutating func delete(from start: Int, to end: Int) {
        let start = max(0, start)
        text = String(text.prefix(start)) + String(text.dropFirst(end))
        cursor = min(start, text.count)
    }

    /// Where the word before the cursor begins, without the spaces after it.
    private var wordStart: Int {
        let before = Array(text.prefix(cursor))
        let end = before.lastIndex { $0 != " " } ?? -1
        return before[..<(end + 1)].lastIndex(of: " ").map { $0 + 1 } ?? 0
    }

    private static func isShown(_ text: String) -> Bool {
        Line(text).text.unicodeScalars.elementsEqual(text.unicodeScalars)
    }
}
