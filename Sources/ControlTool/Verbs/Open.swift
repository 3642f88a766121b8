internal import Posix
internal import Routing
internal import Wire

extension Verb {
    static let open = Verb(
        "open", operands: "CELL|LINK", line: "take the attached client there",
        summary:
            "Opens a notification or a link in the client that is attached. With none attached it is held for the\n"
            + "next one, and the exit code is \(ExitCode.held.rawValue).",
        options: [.json], perform: OpenVerb.perform)
}

private enum OpenVerb {
    @Sendable static func perform(_ request: Request) throws -> ExitCode {
        let target = try Operand.target(try request.operands(1...1, "one CELL or LINK")[0], request.parsed)
        let answer = try request.ask(Open(target: target))
        if request.wantsJSON {
            try request.console.print(json: answer.writeMembers)
        } else {
            try request.console.print(sentence(answer))
        }
        return answer.phase == .held ? .held : .done
    }

    private static func sentence(_ answer: Open.Answer) -> String {
        switch answer.phase {
        case .held: "held for your next client"
        case .offered: "offered to your client"
        default: answer.phase.rawValue
        }
    }
}
