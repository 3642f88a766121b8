internal import Terminal
internal import Text

/// The rows of a form, each with how soon it is given up when there is no room for all.
struct Form {
    /// How much a row matters.
    enum Rank: Int, Comparable {
        /// Without it the form is none.
        case needed
        case useful
        case explaining
        /// An empty row.
        case air

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// What was added, each wrapped.
    private var parts: [(rank: Rank, lines: [Line])] = []
    private let columns: Int

    /// - Parameter columns: of the screen; rows are wrapped to fit.
    init(columns: Int) {
        self.columns = columns
    }

    /// Columns that a row has.
    var width: Int { max(1, min(72, columns - 2)) }

    mutating func add(_ rank: Rank, _ line: Line) {
        parts.append((rank, line.wrapped(to: width)))
    }

    mutating func add(_ rank: Rank, _ text: String, style: Style = .plain) {
        add(rank, Line(text, style: style))
    }

    /// Something between two parts.
    mutating func addAir() {
        parts.append((.air, [Line()]))
    }

    /// The form in the middle of the screen. What matters least goes first, the last of it before the first.
    func draw(rows height: Int, columns: Int) -> Frame {
        var shown = parts
        while shown.reduce(0, { $0 + $1.lines.count }) > height, let least = shown.map(\.rank).max(), least > .needed,
            let index = shown.lastIndex(where: { $0.rank == least })
        {
            shown.remove(at: index)
        }
        let lines = shown.flatMap(\.lines)
        var frame = Frame(rows: height, columns: columns)
        let top = max(0, (height - lines.count) / 2)
        let left = max(1, (columns - (parts.flatMap(\.lines).map(\.width).max() ?? 0)) / 2)
        for (row, line) in lines.enumerated() {
            frame.put(line, row: top + row, column: left)
        }
        return frame
    }
}
