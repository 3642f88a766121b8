internal import Terminal
internal import Text

/// A header row and a pane of text: what command, output, cell and help screens look like.
struct TextView: View {
    struct Output: Equatable {
        /// The first row; nil: the text begins there.
        var header: Line?
        var rows: [Line]
        /// How far down the text stands.
        var percent: Int?
    }

    func draw(_ output: Output, rows: Int, columns: Int) -> Frame {
        var frame = Frame(rows: rows, columns: columns)
        var first = 0
        if let header = output.header {
            let right = Line(output.percent.map { " \($0)% " } ?? "", style: .dim)
            frame.put(header.cut(to: columns - 1 - right.width), row: 0, column: 1)
            frame.put(right, row: 0, column: columns - right.width)
            first = 1
        }
        for (row, line) in output.rows.enumerated() {
            frame.put(line, row: row + first, column: 0)
        }
        return frame
    }
}
