// ncurses numbers pairs of colours; terminals have none, 8, 16 or more of them.

internal import CNcurses
internal import Text

/// The pairs that were needed so far. At most 17 × 17 exist.
struct Palette {
    private let colorCount = Int(deeplink_color_count())
    private var pairs: [Int: CInt] = [:]

    /// The number of a pair; 0 (the terminal's own) where it has no colours or no room for more pairs. Eight colours
    /// show the bright ones as their plain ones.
    mutating func pair(foreground: Color, background: Color) -> CInt {
        if colorCount < 8 || (foreground == .standard && background == .standard) {
            return 0
        }
        let (front, back) = (number(foreground), number(background))
        let key = (front + 1) * 32 + back + 1
        if let pair = pairs[key] {
            return pair
        }
        let pair = max(0, alloc_pair(CInt(front), CInt(back)))
        pairs[key] = pair
        return pair
    }

    private func number(_ color: Color) -> Int {
        guard let index = color.index else { return -1 }
        return colorCount < 16 ? index % 8 : index
    }
}
