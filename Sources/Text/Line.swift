// Text made ready to be shown: glyphs in a row. It is the only thing that can be put into a frame, and making one is
// what makes a text safe, so no caller can forget to.

/// A row of safe glyphs, as long as its text needs.
public struct Line: Sendable, Hashable {
    /// What a newline inside a one-line text is shown as.
    public enum NewlineSign: Unicode.Scalar, Sendable {
        case space = " "
        case returnSymbol = "⏎"
    }

    /// Columns between tab stops.
    public static let tabStop = 8

    /// From left to right.
    public internal(set) var glyphs: [Glyph]

    /// A line of ready glyphs.
    public init(_ glyphs: [Glyph] = []) {
        self.glyphs = glyphs
    }

    /// A text in one line: newlines (LF, CRLF, NEL, line and paragraph separators) become `newline`, tabs a space.
    /// Everything that is not plain text is replaced or dropped; ScalarClass has the table.
    public init(_ text: String, style: Style = .plain, newline: NewlineSign = .space) {
        var builder = GlyphBuilder(style: style)
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if scalars.endsLine(scalar) {
                builder.add(newline.rawValue)
            } else {
                builder.add(scalar == "\t" ? " " : scalar)
            }
        }
        glyphs = builder.glyphs
    }

    /// A text in as many lines as it has; tabs reach to the next tab stop. A newline at the very end adds no line.
    public static func paragraph(_ text: String, style: Style = .plain) -> [Line] {
        var lines: [Line] = []
        var builder = GlyphBuilder(style: style)
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if scalars.endsLine(scalar) {
                lines.append(Line(builder.take()))
            } else if scalar == "\t" {
                builder.addSpaces(tabStop - columnCount(builder.glyphs) % tabStop)
            } else {
                builder.add(scalar)
            }
        }
        if !builder.glyphs.isEmpty {
            lines.append(Line(builder.glyphs))
        }
        return lines
    }

    /// Columns.
    public var width: Int {
        columnCount(glyphs)
    }

    /// The safe text, without styles.
    public var text: String {
        glyphs.reduce(into: "") { $0 += $1.text }
    }

    /// One line after the other.
    public static func + (left: Self, right: Self) -> Self {
        Self(left.glyphs + right.glyphs)
    }

    /// Appends a line.
    public static func += (left: inout Self, right: Self) {
        left.glyphs += right.glyphs
    }

    /// The same glyphs, all in one style.
    public func styled(_ style: Style) -> Self {
        Self(glyphs.map { $0.styled(style) })
    }
}

/// A text in one line as it may be printed to any terminal.
public func shown(_ text: String) -> String {
    Line(text).text
}

func columnCount(_ glyphs: some Sequence<Glyph>) -> Int {
    glyphs.reduce(0) { $0 + $1.width }
}

extension Substring.UnicodeScalarView {
    /// Whether `scalar`, just taken from the front, ends a line; takes the LF of a CRLF too.
    fileprivate mutating func endsLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\u{85}", "\u{2028}", "\u{2029}":
            return true
        case "\r" where first == "\n":
            removeFirst()
            return true
        default:
            return false
        }
    }
}
