internal import Posix
internal import Routing
internal import Wire

extension Verb {
    static let list = Verb(
        "list", line: "list notifications, newest first",
        summary: "Lists notifications, newest first: number, unread mark, tab, kind, state, age, title.",
        options: [.tab, .unread, .kind, .inState, .text, .since, .limit, .inbox, .json], perform: List.perform)
}

extension Option {
    fileprivate static let tab = Option("tab", argument: "TAB", help: "only those that lead to this tab")
    fileprivate static let unread = Option("unread", short: "u", help: "only unread ones")
    fileprivate static let kind = Option(
        "kind", argument: "KIND", help: "only this kind; with * at the end: kinds that begin so")
    fileprivate static let inState = Option("in-state", argument: "STATE", help: "only this state, or as with --kind")
    fileprivate static let text = Option(
        "text", argument: "WORDS", help: "only those with all of these words in title, key or text")
    fileprivate static let since = Option("since", argument: "SEQ", help: "only those with an event after this one")
    fileprivate static let limit = Option("limit", short: "n", argument: "N", help: "at most so many (100)")
}

private enum List {
    @Sendable static func perform(_ request: Request) throws -> ExitCode {
        _ = try request.operands(0...0, "no operand")
        let limit = Int(try request.parsed.number(.limit, in: 1...1_000_000) ?? 100)
        let cells = try cells(request, limit: limit)
        if request.wantsJSON {
            try request.console.print(json: cells)
        } else if cells.isEmpty {
            request.console.complain(
                try filter(request) != CellsFilter()
                    ? "no such notifications" : "no notifications: try 'deeplinkctl send greeting new --title Hello'")
        } else {
            let now = request.clock.wall()
            try request.console.print(Table.lines(cells.map { row($0, now) }, rightAligned: [0, 5]))
        }
        return .done
    }

    /// Pages until there are enough; the cursor goes by version, so that newcomers shift nothing.
    private static func cells(_ request: Request, limit: Int) throws -> [CellSummary] {
        let connection = try request.attach(role: nil, inbox: try Operand.inbox(request.parsed))
        let filter = try filter(request)
        var cells: [CellSummary] = []
        var before: Int64?
        repeat {
            let call = CellsList(filter, before: before, limit: min(limit - cells.count, WireLimits.page))
            let page = try request.ask(call, over: connection)
            cells += page.cells
            before = page.next
        } while before != nil && cells.count < limit
        return cells
    }

    private static func filter(_ request: Request) throws -> CellsFilter {
        let parsed = request.parsed
        return CellsFilter(
            tab: parsed.value(.tab), isUnread: parsed.has(.unread) ? true : nil,
            since: try parsed.number(.since, in: 0...Int64.max), kind: parsed.value(.kind),
            state: parsed.value(.inState), text: parsed.value(.text))
    }

    private static func row(_ cell: CellSummary, _ now: Int64) -> [String] {
        [
            "\(cell.id)", cell.isUnread ? "●" : " ", cell.route.tab ?? "notifications", cell.kind, cell.state,
            Age.text(of: cell.time, at: now), cell.title.isEmpty ? cell.key : cell.title,
        ]
    }
}
