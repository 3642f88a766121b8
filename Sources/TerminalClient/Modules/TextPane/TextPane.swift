internal import Terminal
internal import Text

/// Lines that are scrolled in both directions, or wrapped, and searched: the state that command, output, cell and help
/// screens share.
struct TextPane: Equatable {
    /// Columns that one step sideways moves.
    static let sideStep = 8

    private(set) var lines: [Line] = []
    private(set) var wraps: Bool
    private(set) var top = 0
    private(set) var column = 0
    private(set) var search: TextSearch?
    /// The end is shown while lines are added, as long as it was in view.
    private(set) var follows: Bool
    private var rows = 1
    private var columns = 80
    /// Of each line the first row at this width, and how many there are: made when lines, width or wrapping change.
    private var firstRows: [Int] = []
    private var rowCount = 0
    /// Where it stood when it was saved, until there is enough text to stand there again.
    private var restoring: Int?
    /// What was searched when it was saved, until there is text.
    private var query: String?

    init(wraps: Bool, follows: Bool = false, saved: ViewState? = nil) {
        self.wraps = saved?.wraps ?? wraps
        self.follows = saved?.follows ?? follows
        // What was left at its followed end goes on there.
        restoring = saved.flatMap { $0.atEnd ? nil : $0.top }
        column = saved?.column ?? 0
        query = saved?.search
    }

    /// What is kept of it when its screen goes.
    var saved: ViewState {
        ViewState(
            top: restoring ?? top, column: column, wraps: wraps, atEnd: follows && restoring == nil && top >= lastTop,
            follows: follows, search: search?.query ?? query)
    }

    /// The rows to draw.
    var visible: [Line] {
        var visible: [Line] = []
        guard top < rowCount else { return visible }
        var index = line(ofRow: top)
        var skipped = top - firstRows[index]
        while visible.count < rows, index < lines.count {
            visible += pieces(of: index).dropFirst(skipped)
            (index, skipped) = (index + 1, 0)
        }
        return visible.prefix(rows).map { column > 0 && !wraps ? $0.dropping(columns: column) : $0 }
    }

    /// Where the visible rows stand among all of them, in per cent; nil when all are visible.
    var percent: Int? {
        lastTop == 0 ? nil : top * 100 / lastTop
    }

    /// Whether its last row is in view.
    var isAtEnd: Bool { top >= lastTop }

    /// All of it, as a file would have it.
    var text: String {
        lines.reduce(into: "") { $0 += $1.text + "\n" }
    }

    mutating func show(_ lines: [Line]) {
        let wasAtEnd = top >= lastTop
        self.lines = lines
        layOut()
        if let query {
            search = TextSearch(query, in: lines)
            self.query = nil
        } else {
            search?.look(in: lines)
        }
        if let place = restoring {
            guard place <= lastTop else { return }
            top = place
            restoring = nil
        } else if follows, wasAtEnd {
            top = lastTop
        }
    }

    mutating func resize(rows: Int, columns: Int) {
        let wasAtEnd = top >= lastTop
        (self.rows, self.columns) = (max(1, rows), max(1, columns))
        layOut()
        if follows, wasAtEnd, restoring == nil {
            top = lastTop
        }
    }

    /// Scrolls; false for an action that is none of its own.
    mutating func perform(_ action: Action) -> Bool {
        restoring = nil
        switch action {
        case .up: top -= 1
        case .down: top += 1
        case .pageUp: top -= max(1, rows - 1)
        case .pageDown: top += max(1, rows - 1)
        case .top: top = 0
        case .bottom: top = lastTop
        case .left: column = max(0, column - Self.sideStep)
        case .right: column = wraps ? 0 : min(column + Self.sideStep, widest)
        case .wrap: setWrapping(!wraps)
        case .nextMatch: goToMatch { $0.goForward(from: $1) }
        case .previousMatch: goToMatch { $0.goBack(from: $1) }
        default: return false
        }
        top = min(max(0, top), lastTop)
        return true
    }

    /// Follows the end from now on, or not.
    mutating func follow(_ follows: Bool) {
        self.follows = follows
        if follows {
            restoring = nil
            top = lastTop
        }
    }

    /// Marks what is searched and goes to the first place from the top of what is seen; empty: nothing is searched.
    mutating func search(for query: String) {
        search = query.isEmpty ? nil : TextSearch(query, in: lines)
        goToMatch { $0.goForward(from: $1) }
    }

    private var lastTop: Int { max(0, rowCount - rows) }

    private var widest: Int {
        max(0, (lines.map(\.width).max() ?? 0) - Self.sideStep)
    }

    private mutating func setWrapping(_ wrapping: Bool) {
        wraps = wrapping
        column = 0
        layOut()
    }

    private mutating func layOut() {
        if wraps {
            rowCount = 0
            firstRows = lines.map { line in
                defer { rowCount += line.wrapped(to: columns).count }
                return rowCount
            }
        } else {
            firstRows = Array(lines.indices)
            rowCount = lines.count
        }
        top = min(max(0, top), lastTop)
    }

    /// The line that a row belongs to.
    private func line(ofRow row: Int) -> Int {
        var (low, high) = (0, firstRows.count)
        while low < high {
            let middle = (low + high) / 2
            if firstRows[middle] <= row { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    /// The rows of a line, its matches marked.
    private func pieces(of index: Int) -> [Line] {
        let line = search?.highlighted(lines[index], at: index) ?? lines[index]
        return wraps ? line.wrapped(to: columns) : [line]
    }

    // MARK: Searching

    private mutating func goToMatch(_ move: (inout TextSearch, Int) -> Void) {
        guard var search, !lines.isEmpty else { return }
        move(&search, line(ofRow: min(top, rowCount - 1)))
        self.search = search
        guard let match = search.current.map({ search.matches[$0] }) else { return }
        let pieces = pieces(of: match.line)
        let piece = pieces.firstIndex { $0.glyphs.contains { $0.style == TextSearch.currentStyle } } ?? 0
        let row = firstRows[match.line] + piece
        if row < top || row >= top + rows { top = min(max(0, row - rows / 2), lastTop) }
        if !wraps { showColumns(of: match) }
    }

    private mutating func showColumns(of match: TextSearch.Match) {
        let glyphs = lines[match.line].glyphs
        let start = Line(Array(glyphs[..<match.glyphs.lowerBound])).width
        let end = start + Line(Array(glyphs[match.glyphs])).width
        if start < column || end > column + columns {
            column = end <= columns ? 0 : max(0, start - Self.sideStep)
        }
    }
}
