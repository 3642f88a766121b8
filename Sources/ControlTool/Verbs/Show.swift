internal import Posix
internal import Routing
internal import Text
internal import Wire

extension Verb {
    static let show = Verb(
        "show", operands: "CELL", line: "show one notification in full",
        summary:
            "Shows one notification: its text, its params, where it leads and why, and the states it went through.",
        options: [.inbox, .json], perform: Show.perform)
}

private enum Show {
    @Sendable static func perform(_ request: Request) throws -> ExitCode {
        let cell = try Operand.cell(try request.operands(1...1, "one CELL")[0], request.parsed)
        let connection = try request.attach(role: nil, inbox: try Operand.inbox(request.parsed))
        let detail = try request.ask(CellsGet(cell: cell), over: connection)
        if request.wantsJSON {
            try request.console.print(json: detail.writeMembers)
        } else {
            try request.console.print(lines(detail, request.clock.wall()))
        }
        return .done
    }

    private static func lines(_ detail: CellDetail, _ now: Int64) -> [String] {
        let cell = detail.summary
        var lines = cell.title.isEmpty ? [] : [shown(cell.title), ""]
        lines += Table.lines(
            [
                ["cell", "\(cell.id)\(marks(detail))"], ["kind", cell.kind], ["state", cell.state], ["key", cell.key],
                ["priority", cell.priority.rawValue], ["time", time(cell.time, now)],
            ] + RouteText.rows(cell.route) + [["table", detail.table]])
        lines += section("params", detail.params.sorted { $0.key < $1.key }.map { [$0.key, $0.value.text] })
        if !detail.body.isEmpty { lines += [""] + Line.paragraph(detail.body).map(\.text) }
        let history = detail.history.map { ["\($0.seq)", $0.state, time($0.time, now), $0.title] }
        lines += section("history", history)
        return lines + RouteText.stanza(cell.route.why.stanza)
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
