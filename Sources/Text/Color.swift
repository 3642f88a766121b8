// The sixteen colours that every terminal theme defines, so that text keeps the user's own palette.

/// A colour of a glyph or of its background.
public enum Color: UInt8, Sendable, Hashable, CaseIterable {
    /// The terminal's own default.
    case standard
    case black, red, green, yellow, blue, magenta, cyan, white
    case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite

    /// The colour's number, 0 to 15, as ANSI counts them; nil for the terminal's default.
    public var index: Int? {
        self == .standard ? nil : Int(rawValue) - 1
    }

    /// The colour with an ANSI number from 0 to 15; the terminal's default for any other.
    public init(index: Int) {
        self = (0...15).contains(index) ? Self(rawValue: UInt8(index + 1)) ?? .standard : .standard
    }

    /// The colour nearest to one of xterm's 256: 0–15 as they are, then a 6×6×6 cube, then greys.
    init(palette number: Int) {
        switch number {
        case 16...231:
            let cube = number - 16
            let level = { (step: Int) in step == 0 ? 0 : 55 + 40 * step }
            self.init(red: level(cube / 36), green: level(cube / 6 % 6), blue: level(cube % 6))
        case 232...255:
            let grey = 8 + 10 * (number - 232)
            self.init(red: grey, green: grey, blue: grey)
        default:
            self.init(index: number)
        }
    }

    /// The colour nearest to a mixture of light, each part 0 to 255.
    init(red: Int, green: Int, blue: Int) {
        let distance = { (number: Int) in
            let mixture = Self.mixtures[number]
            let (dr, dg, db) = (red - mixture.red, green - mixture.green, blue - mixture.blue)
            return dr * dr + dg * dg + db * db
        }
        let nearest = Self.mixtures.indices.min { distance($0) < distance($1) }
        self.init(index: nearest ?? 7)
    }

    /// xterm's mixtures for the sixteen.
    private static let mixtures: [(red: Int, green: Int, blue: Int)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ]
}
