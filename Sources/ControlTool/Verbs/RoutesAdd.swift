// A rule of the user's own: a file in their layer, judged among all the others before it is written.
internal import Client
internal import Posix
internal import RouteConfiguration
internal import Routing
internal import Text
internal import Wire

extension Option {
    static let ruleTab = Option("tab", argument: "TAB", help: "add: the tab that it leads to")
    static let rulePath = Option("path", argument: "SCREEN", help: "add: its path, as 'runs/{run}'")
}

/// `deeplinkctl routes add KIND STATE`
enum RoutesAdd {
    static func perform(_ request: Request) throws -> ExitCode {
        let words = try request.operands(3...3, "'add', a KIND and a STATE")
        let loader = try request.tableLoader()
        let before = loader.load()
        let draft = TableDraft(
            ruleFor: words[1], words[2], tab: request.parsed.value(.ruleTab), path: request.parsed.value(.rulePath),
            fallbackTab: before.table.fallbackTab)
        let folder = "\(loader.directories[0])/routes.d"
        let file = "\(folder)/\(draft.name)"
        guard try !Files.exists(file) else {
            throw Failure("\(file) is there already", remedy: "edit it, or remove it first", code: .no)
        }
        let after = loader.load(with: draft)
        let faults = after.findings.filter { $0.severity == .error && !before.findings.contains($0) }
        guard faults.isEmpty else {
            try request.console.print(faults.map { shown("\($0)") })
            throw Failure("the rule was not added", remedy: "correct what is said above", code: .no)
        }
        try Files.makeDirectories(folder, mode: 0o700)
        try Files.writeAtomically(draft.bytes, to: file, mode: 0o600)
        let rule = after.table.rules.first { $0.position.file == file }
        let place = rule.map { [$0.tab, $0.path?.description].compactMap { $0 }.joined(separator: "/") } ?? ""
        try request.console.print(shown("\(file):\(TableDraft.ruleLine): \(words[1]) \(words[2]) → \(place)"))
        return try reload(request)
    }

    /// Makes a daemon use it, if there is one.
    private static func reload(_ request: Request) throws -> ExitCode {
        let connection: Connection
        do {
            connection = try request.attach(role: nil)
        } catch let failure as Failure where failure.code == .noDaemon {
            try request.console.print("no daemon runs: the next one uses it")
            return .done
        }
        let answer = try request.ask(TableReload(), over: connection)
        let errors = answer.findings.filter { $0.severity == .error }
        guard errors.isEmpty else {
            try request.console.print(errors.map { shown("\($0)") })
            throw Failure("the daemon keeps its old table", remedy: "correct what is said above", code: .no)
        }
        try request.console.print("the daemon uses table \(shown(answer.table))")
        return .done
    }
}
