internal import Client
internal import Posix
internal import Wire

extension Verb {
    static let read = Verb(
        "read", operands: "CELL...", line: "mark notifications as read",
        summary: "Marks notifications as read up to their newest event.", options: [.json],
        perform: { request in
            try Marks.perform(request) { try request.ask(CellsRead(cell: $0), over: $1) }
        })

    static let dismiss = Verb(
        "dismiss", operands: "CELL...", line: "take notifications out of the list",
        summary: "Takes notifications out of the list until their next event. Their history stays.",
        options: [.undo, .json],
        perform: { request in
            let undo = request.parsed.has(.undo)
            return try Marks.perform(request) { cell, connection in
                undo
                    ? try request.ask(CellsUndo(cell: cell), over: connection)
                    : try request.ask(CellsDismiss(cell: cell), over: connection)
            }
        })
}

extension Option {
    fileprivate static let undo = Option("undo", help: "put them back as they were")
}

private enum Marks {
    /// All cells are checked before the first is marked; a cell that is refused ends it there, with what was done printed.
    static func perform(
        _ request: Request, _ mark: (Int64, Connection) throws -> CellMark
    ) throws -> ExitCode {
        let words = try request.operands(1...1_000, "one CELL or more")
        var cells: [Int64] = []
        for word in words { cells.append(try Operand.cell(word, request.parsed)) }
        let connection = try request.attach(role: nil)
        var marks: [CellMark] = []
        defer { try? print(marks, request) }
        for cell in cells { marks.append(try mark(cell, connection)) }
        return .done
    }

    private static func print(_ marks: [CellMark], _ request: Request) throws {
        if request.wantsJSON { return try request.console.print(json: marks) }
        let rows = marks.map {
            ["\($0.cell)", $0.isUnread ? "unread" : "read", $0.isDismissed ? "dismissed" : "listed"]
        }
        try request.console.print(Table.lines(rows))
    }
}
