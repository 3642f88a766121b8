// Rows in columns, aligned by what they take on a screen (a CJK glyph takes two), safe to print.
internal import Text

enum Table {
    /// Each row as a line; columns are two apart, the last one is not padded. What is in `rightAligned` columns ends together.
    static func lines(_ rows: [[String]], rightAligned: Set<Int> = []) -> [String] {
        let safe = rows.map { $0.map { Line($0) } }
        let count = safe.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            safe.map { column < $0.count ? $0[column].width : 0 }.max() ?? 0
        }
        return safe.map { row in
            let columns = row.enumerated().map { column, line in
                let gap = String(repeating: " ", count: widths[column] - line.width)
                return rightAligned.contains(column) ? gap + line.text : line.text + gap
            }
            return trimmed(columns.joined(separator: "  "))
        }
    }

    private static func trimmed(_ line: String) -> String {
        var line = line[...]
        while line.last == " " { line.removeLast() }
        return String(line)
    }
}
