internal import Text

/// The first row: the notification view's digit and count, the tabs with digits and badges, the program's name.
struct TabRow {
    let items: [TabBar.Item]
    /// The selected tab's place; nil while something stands over the tab bar.
    let selected: Int?
    let unread: Int

    func line(_ columns: Int) -> Line {
        let tabs = [notifications, Line("│", style: .dim)] + items.indices.map(tab)
        let row = tabs.reduce(Line()) { $0 + $1 }
        let name = Line("deeplink ", style: .dim)
        if row.width + name.width + 1 <= columns {
            return row.fitted(to: columns - name.width) + name
        }
        return narrow(row, columns)
    }

    /// Where not all tabs fit, the selected one is kept in sight.
    private func narrow(_ row: Line, _ columns: Int) -> Line {
        let end = items.indices.prefix((selected ?? 0) + 1).reduce(notifications.width + 1) { $0 + tab($1).width }
        guard end > columns else { return row.fitted(to: columns) }
        return (Line("…", style: .dim) + row.dropping(columns: end - columns + 1)).fitted(to: columns)
    }

    private var notifications: Line {
        let style: Style = selected == nil ? .reverse : .plain
        return Line(" 0", style: style) + badge(unread, style) + Line(" ", style: style)
    }

    private func tab(_ index: Int) -> Line {
        let item = items[index]
        let style: Style = index == selected ? .reverse : .plain
        let digit = item.digit.map { "\($0) " } ?? ""
        return Line(" \(digit)\(item.title)", style: style) + badge(item.badge, style) + Line(" ", style: style)
    }

    private func badge(_ count: Int, _ style: Style) -> Line {
        guard count > 0 else { return Line() }
        var style = style
        style.foreground = .yellow
        return Line(" ●\(count > 999 ? "999+" : String(count))", style: style)
    }
}
