internal import Posix
internal import Text
internal import Wire

extension Verb {
    static let status = Verb(
        "status", line: "print the daemon's numbers",
        summary: "Prints what the daemon says of itself: since when it runs, its table, its database, its counters.",
        options: [.json], perform: StatusVerb.perform)
}

private enum StatusVerb {
    @Sendable static func perform(_ request: Request) throws -> ExitCode {
        _ = try request.operands(0...0, "no operand")
        let answer = try request.ask(Status())
        if request.wantsJSON {
            try request.console.print(json: answer.writeMembers)
        } else {
            try request.console.print(lines(answer))
        }
        return .done
    }

    private static func lines(_ answer: Status.Answer) -> [String] {
        let facts = Table.lines(
            [
                ["server", answer.server], ["pid", "\(answer.pid)"],
                ["up", Age.duration(seconds: answer.uptime / 1_000)],
                ["table", "\(answer.table)  \(answer.tableDirectory ?? "built in")"], ["database", answer.database],
            ] + (answer.shortage.map { [["no room", "\($0): no event is taken"]] } ?? [])
                + (answer.system.map { [["system", shown($0)]] } ?? []))
        let numbers = answer.numbers.sorted { $0.key < $1.key }
        return facts + [""] + Table.lines(numbers.map { [$0.key, "\($0.value)"] }, rightAligned: [1])
    }
}
