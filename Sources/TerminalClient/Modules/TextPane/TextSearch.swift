internal import Text

/// Where a text stands in lines. Letters' case counts only when the query has a capital.
struct TextSearch: Equatable {
    /// More matches are not looked for.
    static let limit = 10_000
    /// The longest query, in glyphs.
    static let queryLimit = 200

    /// Glyphs of a line.
    struct Match: Equatable {
        var line: Int
        var glyphs: Range<Int>
    }

    let query: String
    private(set) var matches: [Match] = []
    /// Which of the matches was gone to.
    private(set) var current: Int?
    private let wanted: [String]
    private let foldsCase: Bool

    init(_ query: String, in lines: [Line]) {
        self.query = query
        foldsCase = query == query.lowercased()
        wanted = Line(query).glyphs.map(\.text)
        look(in: lines)
    }

    /// The lines changed. The match that was gone to stays the one if it is still there.
    mutating func look(in lines: [Line]) {
        let before = current.map { matches[$0] }
        matches = []
        for (index, line) in lines.enumerated() {
            matches += ranges(in: line, most: Self.limit - matches.count).map { Match(line: index, glyphs: $0) }
            if matches.count >= Self.limit { break }
        }
        current = before.flatMap { matches.firstIndex(of: $0) }
    }

    /// Goes to the next match, the first one not above `line` when none was gone to; after the last comes the first.
    mutating func goForward(from line: Int) {
        guard !matches.isEmpty else { return }
        if let current {
            self.current = (current + 1) % matches.count
        } else {
            current = matches.firstIndex { $0.line >= line } ?? 0
        }
    }

    /// Goes to the match before.
    mutating func goBack(from line: Int) {
        guard !matches.isEmpty else { return }
        if let current {
            self.current = (current + matches.count - 1) % matches.count
        } else {
            current = matches.lastIndex { $0.line < line } ?? matches.count - 1
        }
    }

    /// For the header: `3/17`.
    var status: String {
        if matches.isEmpty { return "no match" }
        let count = matches.count < Self.limit ? "\(matches.count)" : "\(Self.limit)+"
        return current.map { "\($0 + 1)/\(count)" } ?? "\(count) match\(matches.count == 1 ? "" : "es")"
    }

    /// A line with its matches marked, the one that was gone to more than the others.
    func highlighted(_ line: Line, at index: Int) -> Line {
        var glyphs = line.glyphs
        for match in matches(ofLine: index) {
            let style = current.map { matches[$0] } == match ? Self.currentStyle : Self.style
            for position in match.glyphs where position < glyphs.count {
                glyphs[position] = glyphs[position].styled(style)
            }
        }
        return Line(glyphs)
    }

    static let style = Style(foreground: .black, background: .yellow)
    static let currentStyle = Style(.bold, foreground: .black, background: .cyan)

    private func matches(ofLine line: Int) -> some Sequence<Match> {
        var (low, high) = (0, matches.count)
        while low < high {
            let middle = (low + high) / 2
            if matches[middle].line < line { low = middle + 1 } else { high = middle }
        }
        return matches[low...].prefix { $0.line == line }
    }

    private func ranges(in line: Line, most: Int) -> [Range<Int>] {
        guard !wanted.isEmpty, line.glyphs.count >= wanted.count else { return [] }
        let texts = line.glyphs.map { foldsCase ? $0.text.lowercased() : $0.text }
        var ranges: [Range<Int>] = []
        var start = 0
        while start + wanted.count <= texts.count, ranges.count < most {
            if texts[start..<(start + wanted.count)].elementsEqual(wanted) {
                ranges.append(start..<(start + wanted.count))
                start += wanted.count
            } else {
                start += 1
            }
        }
        return ranges
    }
}
