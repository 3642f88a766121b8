// Splits scalars into glyphs. A glyph is its first scalar and at most four marks. What a terminal would perhaps draw as
// one picture and perhaps as several becomes the first of them everywhere: 👩‍🚀 is shown as 👩, a flag as its first
// half, a pictograph without its skin tone. So a row has the same width on every terminal.

/// Takes scalars one by one, in any safety, and keeps safe glyphs.
struct GlyphBuilder {
    private(set) var glyphs: [Glyph] = []
    var style: Style
    private var marks = 0
    private var before = Before.other

    /// What the last scalar means for the next one.
    private enum Before {
        case other
        case pictograph
        case joinedPictograph
        case halfFlag
    }

    init(style: Style) {
        self.style = style
    }

    mutating func add(_ scalar: Unicode.Scalar) {
        switch ScalarClass(scalar) {
        case .base(let width):
            begin(scalar, width: width, .other)
        case .pictograph(let width):
            if before == .joinedPictograph {
                before = .pictograph
            } else {
                begin(scalar, width: width, .pictograph)
            }
        case .skinTone(let width):
            if before != .pictograph {
                begin(scalar, width: width, .pictograph)
            }
        case .regionalIndicator(let width):
            if before == .halfFlag {
                before = .other
            } else {
                begin(scalar, width: width, .halfFlag)
            }
        case .mark:
            attach(scalar)
        case .joiner:
            before = before == .pictograph ? .joinedPictograph : before
        case .dropped:
            break
        case .replaced(let shown):
            begin(shown, width: 1, .other)
        }
    }

    mutating func addSpaces(_ count: Int) {
        glyphs.append(contentsOf: repeatElement(.space(style), count: count))
        before = .other
        marks = 0
    }

    mutating func removeLast() {
        _ = glyphs.popLast()
        before = .other
        marks = Glyph.markLimit
    }

    /// Hands over what was built and begins anew in the same style.
    mutating func take() -> [Glyph] {
        let taken = glyphs
        self = Self(style: style)
        return taken
    }

    private mutating func begin(_ scalar: Unicode.Scalar, width: Int, _ kind: Before) {
        glyphs.append(Glyph(scalar, width: width, style: style))
        marks = 0
        before = kind
    }

    /// A mark with nothing before it gets a dotted circle to sit on, as in Unicode's own charts.
    private mutating func attach(_ mark: Unicode.Scalar) {
        if glyphs.isEmpty {
            begin("\u{25CC}", width: 1, .other)
        }
        if marks < Glyph.markLimit {
            marks += 1
            glyphs[glyphs.count - 1].text.unicodeScalars.append(mark)
        }
    }
}
