// What the terminal shall show, as a value: views draw into it, tests compare it with golden text, Screen puts it on a
// terminal. Everything that is drawn is clipped to the frame, so a view needs no size checks of its own.

public import Text

/// A grid of glyphs. Rows and columns count from 0 at the top left.
public struct Frame: Equatable, Sendable {
    /// No frame is larger in either direction.
    public static let sideLimit = 1000

    /// Rows, 0 to `sideLimit`.
    public let rows: Int
    /// Columns, 0 to `sideLimit`.
    public let columns: Int
    /// Row after row; nil is the right half of the wide glyph before it.
    private var positions: [Glyph?]

    /// An empty frame; sides are kept within 0…`sideLimit`.
    public init(rows: Int, columns: Int, style: Style = .plain) {
        self.rows = min(max(0, rows), Self.sideLimit)
        self.columns = min(max(0, columns), Self.sideLimit)
        positions = Array(repeating: .space(style), count: self.rows * self.columns)
    }

    /// The glyph at a place; nil in the right half of a wide glyph and outside of the frame.
    public subscript(row: Int, column: Int) -> Glyph? {
        contains(row, column) ? positions[row * columns + column] : nil
    }

    /// One row's glyphs with the columns where they begin.
    public func glyphs(row: Int) -> [(column: Int, glyph: Glyph)] {
        guard (0..<rows).contains(row) else { return [] }
        return (0..<columns).compactMap { column in
            self[row, column].map { (column, $0) }
        }
    }

    /// Whether two frames of the same width have the same row.
    public func row(_ row: Int, equalsThatOf other: Frame) -> Bool {
        guard columns == other.columns, (0..<rows).contains(row), (0..<other.rows).contains(row) else { return false }
        let range = row * columns..<(row + 1) * columns
        return positions[range] == other.positions[range]
    }

    /// The golden text: rows without spaces at their ends, joined by newlines, no empty rows at the end.
    public var text: String {
        var lines = (0..<rows).map { row in
            var line = glyphs(row: row).reduce(into: "") { $0 += $1.glyph.text }
            while line.last == " " {
                line.removeLast()
            }
            return line
        }
        while lines.last == "" {
            lines.removeLast()
        }
        return lines.joined(separator: "\n")
    }

    private func contains(_ row: Int, _ column: Int) -> Bool {
        (0..<rows).contains(row) && (0..<columns).contains(column)
    }
}

// Drawing.
extension Frame {
    /// Draws a line from a place to the right, over at most `width` columns (default: to the frame's edge). A wide
    /// glyph that fits only by half is drawn as a space. What lies left of column 0 is cut off.
    public mutating func put(_ line: Line, row: Int, column: Int, width: Int? = nil) {
        guard (0..<rows).contains(row) else { return }
        let end = min(columns, width.map { column + max(0, $0) } ?? columns)
        var place = column
        for glyph in line.glyphs where place < end {
            put(glyph, row: row, column: place, end: end)
            place += glyph.width
        }
    }

    /// Draws a text that the program itself wrote, or any other: it is made safe as `Line` does.
    public mutating func put(_ text: String, row: Int, column: Int, width: Int? = nil, style: Style = .plain) {
        put(Line(text, style: style), row: row, column: column, width: width)
    }

    /// Fills an area with one style and spaces.
    public mutating func clear(_ area: Area, style: Style = .plain) {
        for row in area.rows.clamped(to: 0..<rows) {
            for column in area.columns.clamped(to: 0..<columns) {
                set(.space(style), row, column)
            }
        }
    }

    /// Adds attributes to what stands in an area, as for a selected row.
    public mutating func add(_ attributes: Style.Attributes, to area: Area) {
        for row in area.rows.clamped(to: 0..<rows) {
            for column in area.columns.clamped(to: 0..<columns) {
                positions[row * columns + column]?.style.attributes.formUnion(attributes)
            }
        }
    }

    /// Draws a border around an area, inside it; nothing where it has less than two rows or columns.
    public mutating func box(_ area: Area, style: Style = .plain) {
        guard area.rows.count > 1, area.columns.count > 1 else { return }
        let bar = String(repeating: "─", count: min(area.columns.count - 2, Self.sideLimit))
        let (top, bottom) = (area.rows.lowerBound, area.rows.upperBound - 1)
        put("┌\(bar)┐", row: top, column: area.columns.lowerBound, style: style)
        put("└\(bar)┘", row: bottom, column: area.columns.lowerBound, style: style)
        for row in area.rows.dropFirst().dropLast() {
            put("│", row: row, column: area.columns.lowerBound, style: style)
            put("│", row: row, column: area.columns.upperBound - 1, style: style)
        }
    }

    /// Copies another frame into this one, its top left at a place.
    public mutating func put(_ frame: Frame, row: Int, column: Int) {
        for inner in 0..<frame.rows {
            put(Line(frame.glyphs(row: inner).map(\.glyph)), row: row + inner, column: column)
        }
    }

    private mutating func put(_ glyph: Glyph, row: Int, column: Int, end: Int) {
        if glyph.width == 1 {
            set(glyph, row, column)
        } else if column >= 0, column + 1 < end {
            set(glyph, row, column)
            set(nil, row, column + 1)
        } else {
            set(.space(glyph.style), row, column)
            if column + 1 < end {
                set(.space(glyph.style), row, column + 1)
            }
        }
    }

    /// Sets one position; a wide glyph that loses a half of itself becomes a space.
    private mutating func set(_ glyph: Glyph?, _ row: Int, _ column: Int) {
        guard contains(row, column) else { return }
        let index = row * columns + column
        if glyph != nil, positions[index] == nil, column > 0, let left = positions[index - 1] {
            positions[index - 1] = .space(left.style)
        }
        if column + 1 < columns, positions[index + 1] == nil {
            positions[index + 1] = .space(positions[index]?.style ?? .plain)
        }
        positions[index] = glyph
    }
}
