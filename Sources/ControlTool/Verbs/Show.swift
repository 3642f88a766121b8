internal import Client
internal import Posix
internal import Routing
internal import Text
internal import Wire

extension Verb {
    static let show = Verb(
        "show", operands: "CELL", line: "show one notification in full",
        summary:
            "Shows one notification: its text, its params, where it leads and why, and the states it went through.",
        options: [.history, .inbox, .json], perform: Show.perform)
}

extension Option {
    fileprivate static let history = Option(
        "history", argument: "N", help: "at most so many of its events, newest first (50)")
}

private enum Show {
    @Sendable static func perform(_ request: Request) throws -> ExitCode {
        let cell = try Operand.cell(try request.operands(1...1, "one CELL")[0], request.parsed)
        let connection = try request.attach(role: nil, inbox: try Operand.inbox(request.parsed))
        let detail = try detail(of: cell, request, connection)
        if request.wantsJSON {
            try request.console.print(json: detail.writeMembers)
        } else {
            let why = try request.ask(Explain(question: .target(.cell(cell))), over: connection)
            try request.console.print(lines(detail, why, request.clock.wall()))
        }
        return .done
    }

    /// The cell with as much of its past as is asked for, page by page.
    private static func detail(of cell: Int64, _ request: Request, _ connection: Connection) throws -> CellDetail {
        let limit = Int(try request.parsed.number(.history, in: 1...100_000) ?? 50)
        var detail = try request.ask(CellsGet(cell: cell), over: connection)
        while detail.history.count < limit, let next = detail.historyNext {
            let more = try request.ask(CellsGet(cell: cell, historyBefore: next), over: connection)
            detail.history += more.history
            detail.historyNext = more.historyNext
        }
        if detail.history.count > limit {
            detail.history.removeLast(detail.history.count - limit)
            detail.historyNext = detail.history.last?.seq
        }
        return detail
    }

    private static func lines(_ detail: CellDetail, _ why: Explanation, _ now: Int64) -> [String] {
        let cell = detail.summary
        var lines = cell.title.isEmpty ? [] : [shown(cell.title), ""]
        lines += Table.lines(
            [
                ["cell", "\(cell.id)\(marks(detail))"], ["kind", cell.kind], ["state", cell.state], ["key", cell.key],
                ["priority", cell.priority.rawValue], ["time", time(cell.time, now)],
            ] + RouteText.rows(cell.route) + [["table", detail.table]])
        lines += section("params", detail.params.sorted { $0.key < $1.key }.map { [$0.key, $0.value.text] })
        if !detail.body.isEmpty { lines += [""] + Line.paragraph(detail.body).map(\.text) }
        let history = detail.history.map { ["\($0.seq)", $0.state, time($0.time, now), sender($0), $0.title] }
        lines += section("history", history)
        if detail.historyNext != nil { lines.append("  and older ones: --history=N") }
        lines += section("rules, best first (table \(shown(why.tableVersion)))", RouteText.candidates(why))
        return lines + RouteText.stanza(cell.route.why.stanza)
    }

    /// Who sent an event: the unit where it was known, else the uid.
    private static func sender(_ past: CellDetail.PastState) -> String {
        past.unit ?? past.sender.map { "uid \($0)" } ?? ""
    }

    private static func marks(_ detail: CellDetail) -> String {
        (detail.summary.isUnread ? ", unread" : "") + (detail.isDismissed ? ", dismissed" : "")
    }

    private static func time(_ moment: Int64, _ now: Int64) -> String {
        "\(Timestamp.text(milliseconds: moment)) (\(Age.text(of: moment, at: now)))"
    }

    private static func section(_ title: String, _ rows: [[String]]) -> [String] {
        rows.isEmpty ? [] : ["", title] + Table.lines(rows).map { "  " + $0 }
    }
}
