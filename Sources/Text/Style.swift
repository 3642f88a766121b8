// How a glyph looks besides its text: what a terminal calls its attributes.

/// Attributes and colours of a glyph.
public struct Style: Sendable, Hashable {
    /// Attributes, any of which may hold at once.
    public struct Attributes: OptionSet, Sendable, Hashable {
        /// The set as bits; they mean nothing outside of this process.
        public let rawValue: UInt8

        /// A set of the attributes whose bits are on.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// SGR 1.
        public static let bold = Self(rawValue: 1)
        /// SGR 2.
        public static let dim = Self(rawValue: 2)
        /// SGR 4.
        public static let underline = Self(rawValue: 4)
        /// SGR 7: colours exchanged.
        public static let reverse = Self(rawValue: 8)
        /// SGR 3.
        public static let italic = Self(rawValue: 16)
    }

    /// What holds besides colour.
    public var attributes: Attributes
    /// The glyph's own colour.
    public var foreground: Color
    /// The colour behind it.
    public var background: Color

    /// A style; without arguments the terminal's own.
    public init(_ attributes: Attributes = [], foreground: Color = .standard, background: Color = .standard) {
        self.attributes = attributes
        self.foreground = foreground
        self.background = background
    }

    /// No attributes, the terminal's own colours.
    public static let plain = Self()
    /// Only bold.
    public static let bold = Self(.bold)
    /// Only dim.
    public static let dim = Self(.dim)
    /// Only reverse.
    public static let reverse = Self(.reverse)
    /// Only underline.
    public static let underline = Self(.underline)

    /// This style with more attributes.
    public func adding(_ attributes: Attributes) -> Self {
        var style = self
        style.attributes.formUnion(attributes)
        return style
    }
}
