// The help text, laid out from the table: names in one column, their help in the next, wrapped so that it fits a terminal of 80.

extension Options {
    /// The text of `--help`, ending in a newline.
    public var help: String {
        var lines = [usage, ""] + summary.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if !commands.isEmpty {
            lines += ["", "Commands:"] + Self.columns(commands.map { ("  " + $0.name, $0.help) })
        }
        if !options.isEmpty {
            lines += ["", "Options:"] + Self.columns(options.map { ("  " + $0.synopsis, $0.help) })
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The first line of the help: `Usage: deeplinkctl send [OPTION]... KIND STATE`.
    public var usage: String {
        let words = [program, options.isEmpty ? "" : "[OPTION]...", operands]
        return "Usage: " + words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static let widestName = 28
    private static let width = 79

    /// Names longer than their column stand on a line of their own.
    private static func columns(_ rows: [(name: String, help: String)]) -> [String] {
        let column = (rows.map(\.name.count).filter { $0 <= widestName }.max() ?? 0) + 2
        return rows.flatMap { row -> [String] in
            let margin = String(repeating: " ", count: column)
            var lines = wrapped(row.help, width: width - column).map { margin + $0 }
            let name = row.name.padding(to: column)
            if row.name.count > column - 2 { return [row.name] + lines }
            lines[0] = name + lines[0].dropFirst(column)
            return lines
        }
    }

    /// At least one line; a word wider than the line stays whole.
    private static func wrapped(_ text: String, width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
