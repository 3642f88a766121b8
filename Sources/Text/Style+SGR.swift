// ECMA-48 "select graphic rendition" as programs print it, applied to a style.

extension Style {
    /// Applies the parameters of one `CSI … m`. Unknown numbers change nothing; a colour of 256 or of RGB becomes the
    /// nearest of the sixteen.
    mutating func apply(rendition parameters: String) {
        // `38:2::R:G:B` is the standard's spelling of what most programs write with semicolons; the empty part of it
        // is a colour space that nobody uses.
        var numbers = parameters.split(omittingEmptySubsequences: false) { $0 == ";" || $0 == ":" }
            .map { Int($0) ?? 0 }[...]
        while let number = numbers.popFirst() {
            switch number {
            case 38: foreground = Self.extendedColor(&numbers, unlessUnknown: foreground)
            case 48: background = Self.extendedColor(&numbers, unlessUnknown: background)
            case 58: _ = Self.extendedColor(&numbers, unlessUnknown: .standard)
            case 30...49, 90...107: applyColor(number)
            default: applyAttribute(number)
            }
        }
    }

    private mutating func applyAttribute(_ number: Int) {
        switch number {
        case 0: self = .plain
        case 1: attributes.insert(.bold)
        case 2: attributes.insert(.dim)
        case 3: attributes.insert(.italic)
        case 4, 21: attributes.insert(.underline)
        case 7: attributes.insert(.reverse)
        case 22: attributes.subtract([.bold, .dim])
        case 23: attributes.remove(.italic)
        case 24: attributes.remove(.underline)
        case 27: attributes.remove(.reverse)
        default: break
        }
    }

    private mutating func applyColor(_ number: Int) {
        switch number {
        case 30...37: foreground = Color(index: number - 30)
        case 39: foreground = .standard
        case 40...47: background = Color(index: number - 40)
        case 49: background = .standard
        case 90...97: foreground = Color(index: number - 82)
        case 100...107: background = Color(index: number - 92)
        default: break
        }
    }

    private static func extendedColor(_ numbers: inout ArraySlice<Int>, unlessUnknown color: Color) -> Color {
        switch numbers.popFirst() {
        case 5:
            guard let number = numbers.popFirst() else { return color }
            return Color(palette: number)
        case 2:
            guard numbers.count >= 3 else {
                numbers.removeAll()
                return color
            }
            let parts = numbers.prefix(3).map { min(max($0, 0), 255) }
            numbers.removeFirst(3)
            return Color(red: parts[0], green: parts[1], blue: parts[2])
        default:
            return color
        }
    }
}
