internal import Posix
internal import Routing
internal import Text
internal import Wire

/// A cell in lines: its text, where it leads and why, and what it went through.
struct CellText {
    let detail: CellDetail
    /// The rules that were looked at; nil: not known yet.
    let why: Explanation?

    var head: [Line] {
        let cell = detail.summary
        let title = cell.title.isEmpty ? "\(cell.kind) \(cell.key)" : cell.title
        let marks = (cell.isUnread ? " · unread" : "") + (detail.isDismissed ? " · dismissed" : "")
        return [
            Line(title, style: .bold),
            Line("\(cell.kind) · ") + Line(cell.state, style: .bold)
                + Line(" · \(cell.key) · \(LocalTime.hoursAndMinutes(milliseconds: cell.time))\(marks)"),
        ]
    }

    var rest: [Line] { body + place + rules + history }

    private var body: [Line] {
        let text = Line.paragraph(detail.body)
        let params = detail.params.sorted { $0.key < $1.key }.map { Line("\($0.key) = \($0.value.text)", style: .dim) }
        return (text.isEmpty ? [] : [Line()] + text) + (params.isEmpty ? [] : [Line()] + params)
    }

    private var place: [Line] {
        let route = detail.summary.route
        let leads = [
            Line(), Line("leads to ", style: .dim) + Line(route.link.description), Line(route.why.text, style: .dim),
        ]
        guard let stanza = route.why.stanza else { return leads }
        return leads + [Line(), Line("A rule for it, to paste into a file of routes.d:", style: .dim)]
            + Line.paragraph(stanza).map { Line("  ") + $0 }
    }

    private var rules: [Line] {
        guard let why, !why.candidates.isEmpty else { return [] }
        return [Line(), Line("rules, best first, of table \(why.tableVersion)", style: .dim)]
            + why.candidates.map { rule in
                let path = rule.path.map { "\(rule.tab)/\($0)" } ?? rule.tab
                return Line("  \(rule.verdict.rawValue)  ", style: rule.verdict == .chosen ? .bold : .dim)
                    + Line("\(rule.rule) → \(path)")
                    + Line("  \(rule.reason), \(rule.position)", style: .dim)
            }
    }

    private var history: [Line] {
        [Line(), Line("history", style: .dim)] + detail.history.map(line)
            + (detail.historyNext == nil ? [] : [Line("  …", style: .dim)])
    }

    private func line(_ past: CellDetail.PastState) -> Line {
        let sender = past.unit ?? past.sender.map { "uid \($0)" } ?? ""
        return Line("  \(LocalTime.dayAndMinutes(milliseconds: past.time))  ", style: .dim) + Line(past.state)
            + Line("  \(sender)", style: .dim) + Line(past.title.isEmpty ? "" : "  \(past.title)")
    }
}
