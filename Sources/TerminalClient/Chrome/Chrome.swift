internal import Terminal
internal import Text

/// What stands around a screen: the bar of tabs, the title or a banner in its row, and the status. Content never shifts
/// when a banner comes. Under nine rows one row is left of it: the banner, else a notice, else the title, else the bar.
struct Chrome: Equatable {
    /// Fewer rows than this have one row of chrome.
    static let fullRows = 9

    /// A banner's texts.
    struct Banner: Equatable {
        var state: String
        var title: String
        var others: Int
        var isUrgent: Bool
    }

    var items: [TabBar.Item]
    var selected: Int
    /// Whether the tab bar is on top; else the notification view or help stands over it.
    var isTabBarOnTop: Bool
    /// Titles from the tab to the screen.
    var trail: [String]
    var banner: Banner?
    var unread: Int
    /// What just happened, in place of the unread count.
    var notice: String?
    /// What is not as it should be: it stays until it is.
    var trouble: String?
    /// What Enter leads to.
    var hint: String?

    /// The area that is left for the screen.
    static func content(rows: Int, columns: Int) -> Area {
        rows < fullRows
            ? Area(row: 1, column: 0, height: rows - 1, width: columns)
            : Area(row: 2, column: 0, height: rows - 3, width: columns)
    }

    /// Draws the chrome around a screen.
    func draw(rows: Int, columns: Int, content: (Int, Int) -> Frame) -> Frame {
        var frame = Frame(rows: rows, columns: columns)
        let area = Self.content(rows: rows, columns: columns)
        frame.put(content(area.rows.count, area.columns.count), row: area.rows.lowerBound, column: 0)
        if rows < Self.fullRows {
            frame.put(smallRow(columns), row: 0, column: 0)
        } else {
            frame.put(
                TabRow(items: items, selected: isTabBarOnTop ? selected : nil, unread: unread).line(columns), row: 0,
                column: 0)
            frame.put(banner.map { BannerRow(banner: $0).line(columns) } ?? titleRow(columns), row: 1, column: 0)
            frame.put(statusRow(columns), row: rows - 1, column: 0)
        }
        return frame
    }

    private func smallRow(_ columns: Int) -> Line {
        if let banner {
            return BannerRow(banner: banner).line(columns)
        }
        if let message = notice ?? trouble {
            return Line(" " + message).fitted(to: columns).styled(.reverse)
        }
        if trail.count > 1 {
            return titleRow(columns)
        }
        return TabRow(items: items, selected: isTabBarOnTop ? selected : nil, unread: unread).line(columns)
    }

    private func titleRow(_ columns: Int) -> Line {
        Line(" ") + Line(trail.joined(separator: " › "), style: .bold).cutFront(to: columns - 1)
    }

    private func statusRow(_ columns: Int) -> Line {
        let right = Line((hint.map { "⏎ \($0)   " } ?? "") + "? help ", style: .dim)
        let left = leftStatus
        guard left.width + right.width + 2 <= columns else { return left.fitted(to: columns) }
        return left.fitted(to: columns - right.width) + right
    }

    private var leftStatus: Line {
        let count = Line(unread == 0 ? " nothing unread" : " \(unread) unread", style: .dim)
        switch (trouble, notice) {
        case (nil, nil): return count
        case (let trouble?, nil): return Line(" " + trouble, style: Style(.bold, foreground: .yellow))
        case (_, let notice?): return Line(" " + notice)
        }
    }
}
