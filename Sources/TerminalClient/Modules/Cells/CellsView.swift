internal import Posix
internal import Routing
internal import Terminal
internal import Text
internal import Wire

/// Draws a list of cells, one a row: unread mark, state, title, and on the right the tab (where the list has several)
/// and the age.
struct CellsView: View {
    /// The most columns of a state.
    static let stateWidth = 12

    /// The tabs' titles by id, for a list over several tabs; empty for a tab's own list.
    let tabTitles: [String: String]
    /// Milliseconds since 1970 in UTC.
    let now: () -> Int64

    func draw(_ output: CellsViewModel.Output, rows: Int, columns: Int) -> Frame {
        var frame = Frame(rows: rows, columns: columns)
        if let filter = output.filter { drawFilter(filter, &frame) }
        if output.rows.isEmpty {
            drawEmpty(output, &frame)
            return frame
        }
        let stateWidth = min(output.rows.map { Line($0.state).width }.max() ?? 0, Self.stateWidth, max(0, columns / 4))
        for (row, cell) in output.rows.enumerated() {
            draw(cell, stateWidth: stateWidth, row: row, &frame)
        }
        if let selection = output.selection, (0..<rows).contains(selection) {
            frame.add(.reverse, to: Area(row: selection, column: 0, height: 1, width: columns))
        }
        return frame
    }

    private func draw(_ cell: CellSummary, stateWidth: Int, row: Int, _ frame: inout Frame) {
        let right = rightSide(cell)
        let rightColumn = frame.columns - right.width - 1
        let titleColumn = 3 + stateWidth + 2
        let hasRight = rightColumn - titleColumn >= 8
        if cell.isUnread {
            frame.put("●", row: row, column: 1, style: Style(foreground: .yellow))
        }
        frame.put(Line(cell.state, style: Self.style(of: cell)).cut(to: stateWidth), row: row, column: 3)
        let room = (hasRight ? rightColumn - 1 : frame.columns) - titleColumn
        let title = cell.title.isEmpty ? "\(cell.kind) \(cell.key)" : cell.title
        frame.put(Line(title, style: cell.isUnread ? .bold : .plain).cut(to: room), row: row, column: titleColumn)
        if hasRight {
            frame.put(right, row: row, column: rightColumn)
        }
    }

    /// The last row: what the list is narrowed to, and how many that are.
    private func drawFilter(_ filter: CellsViewModel.Output.Filter, _ frame: inout Frame) {
        let row = frame.rows - 1
        let count = Line(filter.query.isEmpty ? "" : " \(filter.count) ", style: .dim)
        let room = max(1, frame.columns - 1 - (count.width < frame.columns / 2 ? count.width : 0))
        frame.put(Line("/", style: .bold), row: row, column: 0)
        if filter.query.isEmpty, let field = filter.field {
            frame.put((field.shown(1) + Line(CellQuery.hint, style: .dim)).cut(to: room), row: row, column: 1)
        } else {
            frame.put(filter.field?.shown(room) ?? Line(filter.query).cut(to: room), row: row, column: 1)
        }
        if room + count.width < frame.columns { frame.put(count, row: row, column: frame.columns - count.width) }
    }

    private func rightSide(_ cell: CellSummary) -> Line {
        let age = Line(
            String(repeating: " ", count: max(0, 5 - Age.text(from: cell.time, to: now()).count))
                + Age.text(from: cell.time, to: now()), style: .dim)
        guard !tabTitles.isEmpty, let tab = cell.route.tab else { return age }
        return Line(tabTitles[tab] ?? tab, style: .dim).cut(to: 14) + age
    }

    private static func style(of cell: CellSummary) -> Style {
        switch cell.priority {
        case .urgent: Style(.bold, foreground: .red)
        case .high: Style(foreground: .red)
        case .normal, .low: .plain
        }
    }

    private func drawEmpty(_ output: CellsViewModel.Output, _ frame: inout Frame) {
        let lines: [String]
        if let problem = output.problem {
            lines = [problem]
        } else if output.isEmpty, let filter = output.filter {
            lines = ["Nothing matches \(filter.query)", "", "/ changes the filter; Esc in it shows all again."]
        } else if output.isEmpty {
            lines = [
                "Nothing here yet. Two commands to try:", "", "  deeplinkctl run -- make",
                "  deeplinkctl send hello new --title 'Hello'",
            ]
        } else {
            lines = []
        }
        let room = frame.rows - (output.filter == nil ? 0 : 1)
        for (row, text) in lines.flatMap({ Line($0).wrapped(to: frame.columns - 2) }).prefix(room).enumerated() {
            frame.put(text.styled(.dim), row: row + (frame.rows > 6 ? 1 : 0), column: 1)
        }
    }
}
