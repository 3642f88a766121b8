internal import Posix
internal import Routing
internal import Text
internal import Wire

extension Verb {
    static let explain = Verb(
        "explain", operands: "CELL|LINK|KIND STATE", line: "say where something leads, and why",
        summary:
            "Says where a notification, a link, or a kind and state lead, which rules were looked at, and what they\n"
            + "need. Without --param a kind and state are answered with the best rule, its path unfilled.",
        options: [.param, .json], perform: ExplainVerb.perform)
}

private enum ExplainVerb {
    @Sendable static func perform(_ request: Request) throws -> ExitCode {
        let question = try question(request)
        let explanation = try request.ask(Explain(question: question))
        let isBareLink = if case .target(.link) = question { true } else { false }
        if request.wantsJSON {
            try request.console.print(json: explanation.writeMembers)
        } else {
            try request.console.print(lines(explanation, isBareLink: isBareLink))
        }
        return .done
    }

    private static func question(_ request: Request) throws -> Explain.Question {
        let words = try request.operands(1...2, "a CELL, a LINK, or a KIND and a STATE")
        let params = try Operand.params(request.parsed)
        if words.count == 2 { return .state(kind: words[0], state: words[1], params: params) }
        if params != nil { throw Failure("--param goes with a KIND and a STATE", code: .usage) }
        return .target(try Operand.target(words[0], request.parsed))
    }

    private static func lines(_ explanation: Explanation, isBareLink: Bool) -> [String] {
        var lines: [String] = []
        if !isBareLink { lines.append(shown("\(explanation.kind) \(explanation.state)")) }
        if let route = explanation.route {
            lines += Table.lines(RouteText.rows(route)).map { "  " + $0 }
        } else if let best = explanation.candidates.first {
            let needs = best.needs.isEmpty ? "nothing" : best.needs.joined(separator: ", ")
            lines += Table.lines([["tab", best.tab], ["path", best.path ?? "its root"], ["needs", needs]]).map {
                "  " + $0
            }
        }
        if !explanation.candidates.isEmpty {
            lines += ["", "Rules, best first (table \(shown(explanation.tableVersion))):"]
            lines += Table.lines(RouteText.candidates(explanation)).map { "  " + $0 }
        }
        return lines + RouteText.stanza(explanation.stanza)
    }
}
