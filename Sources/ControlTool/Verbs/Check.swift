internal import Posix
internal import RouteConfiguration
internal import Routing
internal import Text
internal import Wire

extension Verb {
    static let check = Verb(
        "check", operands: "[FILE...]", line: "look for mistakes in route tables",
        summary:
            "Looks for mistakes in the route table, the deeplinkd.toml and the deeplink.toml that are configured, or in\n"
            + "these files, which together are one table (deeplinkd.toml and deeplink.toml are judged as such). Prints\n"
            + "'file:line:column: what: what to do'; the exit code is 1 when there is an error.",
        options: [.json], perform: Check.perform)

    static let reload = Verb(
        "reload", line: "use the route table's files as they are now",
        summary:
            "Makes the daemon read its route table again, and waits until it is used. With an error in it, the old table\n"
            + "stays and the exit code is 1.",
        options: [.json, .whatIf], perform: Check.reload)
}

extension Option {
    static let whatIf = Option("dry-run", help: "only say which stored notifications would lead elsewhere")
}

private enum Check {
    @Sendable static func perform(_ request: Request) throws -> ExitCode {
        if !request.operands.isEmpty {
            // Among files that are given by name, the service's and the client's are told by it.
            let services = request.operands.filter { "/\($0)".hasSuffix("/\(ServiceLoader.fileName)") }
            let clients = request.operands.filter { "/\($0)".hasSuffix("/\(ClientLoader.fileName)") }
            let tables = request.operands.filter { !services.contains($0) && !clients.contains($0) }
            let findings =
                (tables.isEmpty ? [] : TableLoader.check(files: tables))
                + services.flatMap { ServiceLoader.check(file: $0) } + clients.flatMap { ClientLoader.check(file: $0) }
            return try report(findings, "\(request.operands.count) \(files(request.operands.count))", request)
        }
        let service = try request.loadService()
        let loaded = try request.loadTable()
        let folders = loaded.directories.map { "\($0)/routes.d" }.joined(separator: ", ")
        let tables =
            folders.isEmpty
            ? "the built-in table (no routes.d is configured)"
            : "\(loaded.files.count) \(files(loaded.files.count)) of \(folders)"
        let client = try request.loadClient()
        let place = ([tables] + [service.file].compactMap(\.self) + client.files).joined(separator: ", ")
        return try report(loaded.findings + service.findings + client.findings, place, request)
    }

    @Sendable static func reload(_ request: Request) throws -> ExitCode {
        _ = try request.operands(0...0, "no operand")
        if request.parsed.has(.whatIf) { return try difference(request) }
        let answer = try request.ask(TableReload())
        return try report(answer.findings, "table \(answer.table)", request)
    }

    /// Page by page, so that the daemon takes events in between.
    private static func difference(_ request: Request) throws -> ExitCode {
        let connection = try request.attach(role: nil)
        var page = try request.ask(TableDiff(), over: connection)
        guard !page.findings.contains(where: { $0.severity == .error }) else {
            return try report(page.findings, "table \(page.table)", request)
        }
        var changes = page.cells
        var lookedAt = page.lookedAt
        while let next = page.next {
            page = try request.ask(TableDiff(table: page.table, after: next), over: connection)
            changes += page.cells
            lookedAt += page.lookedAt
        }
        if request.wantsJSON {
            try request.console.print(json: changes)
            return .done
        }
        let rows = changes.map { ["\($0.cell)", "\($0.kind) \($0.state)", "\($0.from)", "→", "\($0.to)"] }
        let summary = "table \(page.table): \(changes.count) of \(count(lookedAt, "notification")) would lead elsewhere"
        try request.console.print(Table.lines(rows) + [shown(summary)])
        return .done
    }

    private static func report(_ findings: [Finding], _ place: String, _ request: Request) throws -> ExitCode {
        let errors = findings.count { $0.severity == .error }
        if request.wantsJSON {
            try request.console.print(json: findings)
        } else {
            let summary = "\(place): \(count(errors, "error")), \(count(findings.count - errors, "warning"))"
            try request.console.print((findings.map(\.description) + [summary]).map(shown))
        }
        return errors == 0 ? .done : .no
    }

    private static func files(_ count: Int) -> String { count == 1 ? "file" : "files" }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
