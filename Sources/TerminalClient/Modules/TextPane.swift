internal import Terminal
internal import Text

/// Lines that are scrolled in both directions, or wrapped: the state that command, output, cell and help screens share.
struct TextPane: Equatable {
    /// Columns that one step sideways moves.
    static let sideStep = 8

    private(set) var lines: [Line] = []
    private(set) var wraps: Bool
    private(set) var top = 0
    private(set) var column = 0
    private var rows = 1
    private var columns = 80
    /// The rows of all lines at this width: made when lines, width or wrapping change, not for each draw.
    private var laidOut: [Line] = []
    /// Where it stood when it was saved, until there is enough text to stand there again.
    private var restoring: Int?
    /// Stay at the end while lines are added.
    private var sticksToEnd: Bool

    init(wraps: Bool, sticksToEnd: Bool = false, saved: ViewState? = nil) {
        self.wraps = saved?.wraps ?? wraps
        self.sticksToEnd = saved.map { $0.atEnd } ?? sticksToEnd
        restoring = saved?.top
        column = saved?.column ?? 0
    }

    /// What is kept of it when its screen goes.
    var saved: ViewState {
        ViewState(top: restoring ?? top, column: column, wraps: wraps, atEnd: sticksToEnd && top >= lastTop)
    }

    /// The rows to draw.
    var visible: [Line] {
        laidOut.dropFirst(top).prefix(rows).map { column > 0 && !wraps ? $0.dropping(columns: column) : $0 }
    }

    /// Where the visible rows stand among all of them, in per cent; nil when all are visible.
    var percent: Int? {
        lastTop == 0 ? nil : top * 100 / lastTop
    }

    mutating func show(_ lines: [Line]) {
        let wasAtEnd = top >= lastTop
        self.lines = lines
        layOut()
        if let place = restoring, place <= lastTop {
            top = place
            restoring = nil
        } else if sticksToEnd, wasAtEnd || top == 0 {
            top = lastTop
        }
    }

    mutating func resize(rows: Int, columns: Int) {
        let wasAtEnd = top >= lastTop
        (self.rows, self.columns) = (max(1, rows), max(1, columns))
        layOut()
        if sticksToEnd, wasAtEnd {
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
        default: return false
        }
        top = min(max(0, top), lastTop)
        return true
    }

    private var lastTop: Int { max(0, laidOut.count - rows) }

    private var widest: Int {
        max(0, (lines.map(\.width).max() ?? 0) - Self.sideStep)
    }

    private mutating func setWrapping(_ wrapping: Bool) {
        wraps = wrapping
        column = 0
        layOut()
    }

    private mutating func layOut() {
        laidOut = wraps ? lines.flatMap { $0.wrapped(to: columns) } : lines
        top = min(max(0, top), lastTop)
    }
}
