// One position's content on a terminal: the smallest thing that is drawn. Only this target makes glyphs, and it makes
// them of safe scalars only; so whatever is drawn from glyphs cannot carry an escape sequence.

/// A scalar with the marks on it, its width, and its style.
public struct Glyph: Sendable, Hashable {
    /// The most zero-width marks that a glyph keeps; more are dropped (ncurses holds a base and four).
    public static let markLimit = 4

    /// One scalar and at most `markLimit` marks.
    public internal(set) var text: String
    /// Columns: 1 or 2.
    public let width: Int
    /// Attributes and colours.
    public var style: Style

    init(_ scalar: Unicode.Scalar, width: Int, style: Style) {
        text = String(scalar)
        self.width = width
        self.style = style
    }

    /// An empty position.
    public static func space(_ style: Style = .plain) -> Self {
        Self(" ", width: 1, style: style)
    }

    /// This glyph in another style.
    public func styled(_ style: Style) -> Self {
        var glyph = self
        glyph.style = style
        return glyph
    }
}
