internal import Client
internal import Posix
internal import Routing
internal import Wire

extension Verb {
    static let send = Verb(
        "send", operands: "KIND STATE", line: "say what happened",
        summary:
            "Sends an event and returns when it is on disk.\nKIND is a dotted name (ci.run), STATE its condition now (failed).",
        options: [
            .key, .title, .body, .param, .priority, .ttl, .link, .arrive, .to, .dryRun, .json,
        ],
        perform: Send.perform)
}

extension Option {
    static let key = Option("key", short: "k", argument: "KEY", help: "which cell of that kind")
    static let title = Option("title", short: "t", argument: "TEXT", help: "one line about it")
    fileprivate static let body = Option(
        "body", short: "b", argument: "TEXT", help: "more about it; '-' reads standard input")
    fileprivate static let priority = Option(
        "priority", argument: "WORD", values: Priority.allCases.map(\.rawValue), help: "low, normal, high or urgent")
    fileprivate static let ttl = Option("ttl", argument: "SECONDS", help: "no news any more after so long")
    fileprivate static let link = Option("link", argument: "LINK", help: "lead there instead of where the table says")
    fileprivate static let arrive = Option(
        "arrive", argument: "HOW", values: Arrival.allCases.map(\.rawValue),
        help: "banner or jump, where the table allows it")
    fileprivate static let to = Option("to", argument: "USER", help: "whose inbox, if you may: a name or a number")
    fileprivate static let dryRun = Option("dry-run", short: "n", help: "store nothing, print where it would lead")
}

private enum Send {
    @Sendable static func perform(_ request: Request) throws -> ExitCode {
        let names = try request.operands(2...2, "a KIND and a STATE")
        let event = try event(kind: names[0], state: names[1], request)
        let call = Notify(
            event: event, to: try request.parsed.value(.to).map { try Operand.user($0, for: .to) },
            isDryRun: request.parsed.has(.dryRun))
        let connection = try request.connected(request.paths.notify)
        let answer: Notify.Answer
        do throws(CallFailure) {
            answer = try connection.wait(for: call, clock: request.clock)
        } catch {
            throw Failure(error)
        }
        try print(answer, request)
        return .done
    }

    private static func print(_ answer: Notify.Answer, _ request: Request) throws {
        if request.wantsJSON { return try request.console.print(json: answer.writeMembers) }
        switch answer {
        case .stored(let seq, let isDuplicate):
            try request.console.print("seq \(seq)\(isDuplicate ? " (duplicate)" : "")")
        case .wouldBe(let cell, let route):
            let rows = [["cell", cell.map(String.init) ?? "a new one"]] + RouteText.rows(route)
            try request.console.print(Table.lines(rows) + RouteText.stanza(route.why.stanza))
        }
    }

    private static func event(kind: String, state: String, _ request: Request) throws -> Event {
        let parsed = request.parsed
        return Event(
            kind: kind, state: state, key: parsed.value(.key), title: parsed.value(.title) ?? "",
            body: try body(request), params: try Operand.params(parsed) ?? [:],
            priority: try word(.priority, of: Priority.self, parsed) ?? .normal,
            expiry: try parsed.number(.ttl, in: 0...Int64(Int32.max)).map { .after(seconds: $0) },
            link: try link(parsed), arrival: try word(.arrive, of: Arrival.self, parsed) ?? .banner)
    }

    private static func body(_ request: Request) throws -> String {
        guard let text = request.parsed.value(.body) else { return "" }
        let tooLong = Failure(
            "the body is longer than \(EventLimits.body) bytes", remedy: "cut it: … | head -c 32000", code: .usage)
        guard text == "-" else {
            guard text.utf8.count <= EventLimits.body else { throw tooLong }
            return text
        }
        let bytes: [UInt8]
        do {
            bytes = try request.console.input(limit: EventLimits.body)
        } catch let error as SystemError where error.isTooLarge {
            throw tooLong
        }
        guard let body = String(validating: bytes, as: UTF8.self) else {
            throw Failure("the body is no UTF-8", remedy: "convert it with iconv", code: .usage)
        }
        return body.hasSuffix("\n") ? String(body.dropLast()) : body
    }

    private static func link(_ parsed: ParsedOptions) throws -> DeepLink? {
        guard let text = parsed.value(.link) else { return nil }
        do throws(LinkFailure) {
            return try DeepLink(parsing: text)
        } catch {
            throw Failure("'\(text)' for --link: \(error)", code: .usage)
        }
    }

    private static func word<Word: RawRepresentable & CaseIterable>(
        _ option: Option, of type: Word.Type, _ parsed: ParsedOptions
    ) throws -> Word? where Word.RawValue == String {
        guard let text = parsed.value(option) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw parsed.badValue(option, expected: Word.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return word
    }
}
