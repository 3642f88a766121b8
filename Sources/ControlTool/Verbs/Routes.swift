internal import JSON
internal import Posix
internal import RouteConfiguration
internal import Routing
internal import Text
internal import Wire

extension Verb {
    static let routes = Verb(
        "routes", operands: "[add KIND STATE]", line: "print the route table as a tree, or add a rule of your own",
        summary:
            "Prints the route table that is configured: each tab with its screens, and the rules that lead there.\n"
            + "'routes add' writes a rule into your own routes.d, in a file of its own, and makes the daemon use it;\n"
            + "without --tab and --path it leads to the fallback tab. What lint refuses is not written.",
        options: [.json, .ruleTab, .rulePath],
        perform: { $0.operands.first == "add" ? try RoutesAdd.perform($0) : try Routes.perform($0) })
}

private enum Routes {
    @Sendable static func perform(_ request: Request) throws -> ExitCode {
        _ = try request.operands(0...0, "no operand")
        let loaded = try request.loadTable()
        if request.wantsJSON {
            try request.console.print(json: { write(loaded, to: &$0) })
        } else {
            try request.console.print(lines(loaded))
        }
        let errors = loaded.findings.count { $0.severity == .error }
        if errors > 0 { request.console.complain("\(errors) of its parts are left out: see 'deeplinkctl check'") }
        return .done
    }

    private static func lines(_ loaded: LoadedTable) -> [String] {
        let table = loaded.table
        var lines = [shown("table \(table.version), \(place(loaded))")]
        for tab in table.factory.tabs {
            lines += ["", shown("\(tab.id)  \(tab.title)\(tab.id == table.fallbackTab ? "  (fallback)" : "")")]
            lines += branches(tab, table.rules.filter { $0.tab == tab.id })
        }
        return lines
    }

    private static func place(_ loaded: LoadedTable) -> String {
        loaded.directories.isEmpty
            ? "built in" : "from " + loaded.directories.map { "\($0)/routes.d" }.joined(separator: ", ")
    }

    /// The screens, root first, then the rules that lead to them.
    private static func branches(_ tab: Tab, _ rules: [RouteRule]) -> [String] {
        let root = tab.root.description
        let screens = tab.screens.sorted { $0.pattern.description == root && $1.pattern.description != root }
        var rows = screens.map { [$0.pattern.description, what($0)] }
        rows += rules.map { ["\($0.description) →", target($0)] }
        let lines = Table.lines(rows)
        return lines.enumerated().map { index, line in (index == lines.count - 1 ? "└─ " : "├─ ") + line }
    }

    private static func what(_ screen: Screen) -> String {
        let content =
            screen.command.isEmpty ? screen.content.rawValue : screen.command.map(\.description).joined(separator: " ")
        return content + (screen.refreshSeconds.map { "  (every \($0) s)" } ?? "")
    }

    private static func target(_ rule: RouteRule) -> String {
        let path = rule.path?.description ?? "its root"
        return ([path] + remarks(rule.manner).map { "(\($0))" }).joined(separator: "  ")
    }

    private static func remarks(_ manner: RouteManner) -> [String] {
        var remarks: [String] = []
        if manner.stack == .append { remarks.append("append") }
        if manner.overModal != .queue { remarks.append("over a modal: \(manner.overModal.rawValue)") }
        if let priority = manner.priority { remarks.append("priority \(priority.rawValue)") }
        if manner.isMuted { remarks.append("muted") }
        if manner.allowsJump { remarks.append("may jump") }
        return remarks
    }

    private static func write(_ loaded: LoadedTable, to writer: inout JSONWriter) {
        writer.member("version", loaded.version)
        writer.member("directories", array: { list in for directory in loaded.directories { list.value(directory) } })
        writer.member("fallback", loaded.table.fallbackTab)
        writer.member("tabs", array: { list in for tab in loaded.table.factory.tabs { list.object(tab.writeMembers) } })
        writer.member(
            "rules", array: { list in for rule in loaded.table.rules { list.object { write(rule, to: &$0) } } })
    }

    private static func write(_ rule: RouteRule, to writer: inout JSONWriter) {
        writer.member("kind", rule.kind.description)
        writer.member("state", rule.state.description)
        writer.member("tab", rule.tab)
        writer.member("path", ifPresent: rule.path?.description)
        if !rule.conditions.isEmpty {
            writer.member(
                "when",
                object: { when in
                    for (name, value) in rule.conditions.sorted(by: { $0.key < $1.key }) { when.member(name, value) }
                })
        }
        writer.member("stack", rule.manner.stack.rawValue)
        writer.member("over_modal", rule.manner.overModal.rawValue)
        writer.member("priority", ifPresent: rule.manner.priority?.rawValue)
        writer.member("mute", rule.manner.isMuted)
        writer.member("allow_jump", rule.manner.allowsJump)
        writer.member("at", rule.position.description)
    }
}
