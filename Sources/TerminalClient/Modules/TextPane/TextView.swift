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
        /// What the search found.
        var found: String?
        /// A search that is typed, over the last row.
        var search = PaneSearch()

        init(header: Line?, rows: [Line], percent: Int?) {
            self.header = header
            self.rows = rows
            self.percent = percent
        }

        /// A pane under a header.
        init(header: Line?, _ pane: TextPane, _ search: PaneSearch) {
            self.init(header: header, rows: pane.visible, percent: pane.percent)
            found = pane.search?.status
            self.search = search
        }
    }

    func draw(_ output: Output, rows: Int, columns: Int) -> Frame {
        var frame = Frame(rows: rows, columns: columns)
        var first = 0
        if let header = output.header {
            let signs = [output.found, output.percent.map { "\($0)%" }].compactMap(\.self)
            let right = Line(signs.isEmpty ? "" : " \(signs.joined(separator: " · ")) ", style: .dim)
            frame.put(header.cut(to: columns - 1 - right.width), row: 0, column: 1)
            frame.put(right, row: 0, column: columns - right.width)
            first = 1
        }
        for (row, line) in output.rows.enumerated() {
            frame.put(line, row: row + first, column: 0)
        }
        if let field = output.search.shown(columns) {
            frame.put(field.fitted(to: columns), row: rows - 1, column: 0)
        }
        return frame
    }
}
