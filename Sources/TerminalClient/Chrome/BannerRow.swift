internal import Text

/// A banner in the title's row: what happened, then the keys that handle it. The keys give way before the text does.
struct BannerRow {
    let banner: Chrome.Banner

    func line(_ columns: Int) -> Line {
        let style = Style(.reverse, foreground: banner.isUrgent ? .red : .standard)
        let text =
            Line("▌", style: style) + Line(banner.state, style: style.adding(.bold))
            + Line(" \(banner.title)", style: style)
        let more = banner.others > 0 ? "   +\(banner.others) more" : ""
        let endings = ["o open   x hide\(more) ", "o open\(more) ", "o ", ""]
        let least = min(text.width, columns / 2)
        let ending = endings.first { Line($0).width + least + 1 <= columns } ?? ""
        let keys = Line(ending, style: style)
        return text.fitted(to: columns - keys.width, style: style) + keys
    }
}
