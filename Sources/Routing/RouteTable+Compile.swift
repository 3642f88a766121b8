/// Judging a declaration. Each step drops what it finds wrong and says so; nothing is repaired.
extension RouteTable {
    /// Makes a table of what was declared, with all that lint has to say, in the order of files and lines.
    ///
    /// A table without errors among the findings is the declaration, whole. The answer does not depend on the order in
    /// which files or their parts were declared.
    public static func compile(_ declaration: TableDeclaration, version: String) -> (
        table: RouteTable, findings: [Finding]
    ) {
        var compiler = TableCompiler(declaration)
        let table = compiler.table(version: version)
        return (table, compiler.findings.sorted(by: inFileOrder))
    }

    private static func inFileOrder(_ left: Finding, _ right: Finding) -> Bool {
        (left.position, left.what) < (right.position, right.what)
    }
}

/// The state of one compilation.
struct TableCompiler {
    private(set) var findings: [Finding] = []
    private let declaration: TableDeclaration
    /// The screens that were written, those that can be used first.
    private let written: [ScreenDeclaration]
    /// What their paths say, in their order; nil for one that is no pattern (`screen(of:)` names it).
    private let patterns: [PathPattern?]
    private var summaryBytes = 0

    /// Takes the parts in the order of layers, the highest first, then files and lines, so that the answer depends on
    /// no other.
    init(_ declaration: TableDeclaration) {
        var sorted = declaration
        sorted.tabs.sort { (-$0.layer, $0.id.position, $0.id.value) < (-$1.layer, $1.id.position, $1.id.value) }
        sorted.screens.sort {
            (-$0.layer, $0.path.position, $0.path.value) < (-$1.layer, $1.path.position, $1.path.value)
        }
        sorted.rules.sort { ($0.kind.position, $0.kind.value) < ($1.kind.position, $1.kind.value) }
        self.declaration = sorted
        written = sorted.screens + sorted.unusableScreens
        patterns = written.map { screen in
            do throws(PatternFailure) { return try PathPattern(parsing: screen.path.value) } catch { return nil }
        }
    }

    mutating func table(version: String) -> RouteTable {
        let declared = uniqueTabs()
        warnAboutTabOrder(known: Set(declared.map(\.id.value) + [RouteTable.builtInTab]))
        let fallback = fallbackTab(known: Set(declared.map(\.id.value)))
        let screens = screensByTab(known: Set(declared.map(\.id.value) + [fallback]))
        var tabs = declared.compactMap {
            tab(of: $0, screens: screens[$0.id.value] ?? [], isFallback: $0.id.value == fallback)
        }
        if !tabs.contains(where: { $0.id == fallback }) {
            tabs.append(RouteTable.plainTab(fallback, screens: screens[fallback] ?? []))
        }
        // The fallback screens belong to the table that rules are judged against: a rule may lead to them.
        let places = RouteTable(version: version, tabs: tabs, rules: [], fallbackTab: fallback).factory
        let rules = untied(declaration.rules.compactMap { rule(of: $0, in: places) })
        warnAboutOpenStates(rules)
        warnAboutQuietTabs(tabs, rules: rules, fallback: fallback, declared: declared)
        return RouteTable(version: version, tabs: tabs, rules: rules, fallbackTab: fallback)
    }

    /// The declared rank of each tab that the user's order names.
    private var ranks: [String: Int] {
        Dictionary(
            declaration.tabOrder.enumerated().map { ($1.value, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private mutating func warnAboutTabOrder(known: Set<String>) {
        var seen: Set<String> = []
        for tab in declaration.tabOrder {
            if !seen.insert(tab.value).inserted {
                report(.warning, at: tab.position, "[tabs] order names tab \(tab.value) twice", "keep the first")
            } else if !known.contains(tab.value) {
                report(
                    .warning, at: tab.position, "[tabs] order names tab \(tab.value), which is not declared",
                    "drop it, or install what declares it")
            }
        }
    }

    mutating func report(_ severity: Finding.Severity, at position: SourcePosition, _ what: String, _ remedy: String) {
        findings.append(Finding(severity, at: position, what, remedy: remedy))
    }

    // MARK: Tabs

    /// The tabs with a usable id, each once and from the highest layer that has it, in the order of their digits: the
    /// user's order, then `order`, then id.
    private mutating func uniqueTabs() -> [TabDeclaration] {
        var kept: [String: TabDeclaration] = [:]
        for tab in declaration.tabs {
            let id = tab.id.value
            if !TabID.isValid(id) {
                report(.error, at: tab.id.position, "\"\(id)\" is no tab id", "use \(TabID.rule)")
            } else if DeepLink.reservedTabs.contains(id) {
                report(.error, at: tab.id.position, "tab id \(id) is reserved for links", "choose another id")
            } else if let other = kept[id] {
                guard other.layer == tab.layer else { continue }
                report(
                    .error, at: tab.id.position, "tab \(id) is declared at \(other.id.position) already",
                    "keep one of the two; other files only add screens to it")
            } else {
                kept[id] = tab
            }
        }
        let ranks = ranks
        func place(_ tab: TabDeclaration) -> (Int, Int, String) {
            (ranks[tab.id.value] ?? .max, tab.order ?? .max, tab.id.value)
        }
        return kept.values.sorted { place($0) < place($1) }
    }

    private mutating func tab(of declared: TabDeclaration, screens: [Screen], isFallback: Bool) -> Tab? {
        let id = declared.id.value
        let root = declared.root
        let path: ScreenPath
        do throws(PathFailure) { path = try ScreenPath(parsing: root.value) } catch {
            report(
                .error, at: root.position, "root \"\(root.value)\" is no path: \(error)",
                "name the path of a screen without captures")
            return nil
        }
        let tab = Tab(id: id, title: declared.title?.value ?? RouteTable.capitalized(id), root: path, screens: screens)
        if tab.screen(at: path) == nil, !(isFallback && path == FallbackScreens.list) {
            if !isDeclared(screenOf: id, at: path) {
                report(
                    .error, at: root.position, "tab \(id) has no screen at its root \(path)",
                    "add [[screen]] with tab = \"\(id)\" and path = \"\(path)\"")
            }
            return nil
        }
        return tab
    }

    private mutating func fallbackTab(known: Set<String>) -> String {
        guard let declared = declaration.fallbackTab else { return RouteTable.builtInTab }
        guard known.contains(declared.value) else {
            report(
                .error, at: declared.position, "[fallback] names tab \(declared.value), which is not declared",
                "declare the tab, or name another; until then the built-in tab \(RouteTable.builtInTab) serves")
            return RouteTable.builtInTab
        }
        return declared.value
    }

    // MARK: Screens

    private mutating func screensByTab(known: Set<String>) -> [String: [Screen]] {
        var screens: [String: [Screen]] = [:]
        var trees: [String: ScreenTreeBuilder] = [:]
        let layers = Dictionary(
            declaration.screens.map { ($0.path.position, $0.layer) }, uniquingKeysWith: { first, _ in first })
        for declared in declaration.screens {
            guard let screen = screen(of: declared) else { continue }
            for tab in declared.tabs {
                guard known.contains(tab.value) else {
                    report(
                        .error, at: tab.position,
                        "screen \(screen.pattern) is in tab \(tab.value), which is not declared",
                        "declare it with [[tab]] id = \"\(tab.value)\"")
                    continue
                }
                guard fits(screen) else {
                    report(
                        .error, at: declared.path.position,
                        "the table's paths and titles are more than \(RouteTable.maximumSummaryBytes) bytes",
                        "shorten them, or declare fewer screens")
                    return screens
                }
                if let other = trees[tab.value, default: ScreenTreeBuilder()].insert(screen) {
                    guard other.position.flatMap({ layers[$0] }) == declared.layer else { continue }
                    let place = other.position.map { "at \($0)" } ?? "already"
                    report(
                        .error, at: declared.path.position,
                        "screen \(screen.pattern) has the same shape as \(other.pattern), declared \(place)",
                        "keep one of the two in tab \(tab.value)")
                } else {
                    screens[tab.value, default: []].append(screen)
                }
            }
        }
        return screens
    }

    /// The declared screens that some filling of a rule's path could lead to, in the order of files and lines.
    func screens(matching path: PathTemplate) -> [ScreenDeclaration] {
        zip(written, patterns).filter { $1?.couldMatch(path) == true }.map(\.0)
    }

    // What was declared and dropped has its own finding. That other parts now lead nowhere is no mistake of theirs, and
    // what would be said to do about it is wrong.

    func isDeclared(tab: String) -> Bool { declaration.tabs.contains { $0.id.value == tab } }

    func isDeclared(screenOf tab: String, for path: PathTemplate) -> Bool {
        screens(meantBy: path).contains { $0.tabs.contains { $0.value == tab } }
    }

    /// The declared screens that some filling of a rule's path could lead to, its query included.
    func screens(meantBy path: PathTemplate) -> [ScreenDeclaration] {
        screens(matching: path).filter { screen in
            path.query.allSatisfy { key in screen.query.contains { $0.value == key.name } }
        }
    }

    private func isDeclared(screenOf tab: String, at path: ScreenPath) -> Bool {
        zip(written, patterns).contains { screen, pattern in
            pattern?.captures(of: path) != nil && screen.tabs.contains { $0.value == tab }
        }
    }

    /// Whether a rule was to lead to this tab.
    func isMeant(tab: String) -> Bool {
        (declaration.rules + declaration.unusableRules).contains { $0.tab?.value == tab }
    }

    /// Counts a screen against what fits in the message that tells a client of the table.
    private mutating func fits(_ screen: Screen) -> Bool {
        summaryBytes += screen.pattern.description.utf8.count + screen.title.description.utf8.count + 64
        return summaryBytes <= RouteTable.maximumSummaryBytes
    }

    private mutating func screen(of declared: ScreenDeclaration) -> Screen? {
        let path = declared.path
        let pattern: PathPattern
        do throws(PatternFailure) { pattern = try PathPattern(parsing: path.value) } catch {
            report(.error, at: path.position, "path \"\(path.value)\" is no pattern: \(error)", "correct the path")
            return nil
        }
        guard let query = query(of: declared, capturing: pattern.captureNames) else { return nil }
        let captured = Set(pattern.captureNames + query)
        let title = declared.title ?? Sourced("", at: path.position)
        guard let titleTemplate = template(title, capturing: captured, of: pattern) else { return nil }
        var command: [Template] = []
        for argument in declared.command {
            guard let template = template(argument, capturing: captured, of: pattern) else { return nil }
            command.append(template)
        }
        let content = declared.content
        if content.value == .cell || content.value == .output, !captured.contains("id") {
            report(
                .error, at: content.position,
                "\(content.value == .output ? "an" : "a") \(content.value.rawValue) screen needs to know its cell",
                "capture it: path = \"\(path.value)/:id\"")
            return nil
        }
        guard let manner = manner(of: declared, capturing: pattern.captureNames, query, pattern) else { return nil }
        let risks = CommandRisk.risks(in: command, plain: manner.plain)
        for risk in risks {
            report(.error, at: declared.command[risk.argument].position, risk.what, risk.remedy)
        }
        guard risks.isEmpty else { return nil }
        return Screen(
            pattern: pattern, title: titleTemplate, content: content.value, command: command,
            query: query, manner: manner, refreshSeconds: declared.refreshSeconds, position: path.position)
    }

    /// The declared keys by name; nil when one cannot be.
    private mutating func query(of declared: ScreenDeclaration, capturing names: [String]) -> [String]? {
        var keys: [String] = []
        for key in declared.query {
            let (what, remedy): (String, String)
            if !Placeholder.isName(key.value) {
                (what, remedy) = ("\"\(key.value)\" is no query key", Placeholder.rule)
            } else if names.contains(key.value) {
                (what, remedy) = ("the path captures :\(key.value) already", "choose another name for one of the two")
            } else if keys.contains(key.value) {
                (what, remedy) = ("query key \(key.value) stands twice", "keep one")
            } else if keys.count == ScreenPath.maximumQueryValues {
                (what, remedy) = ("more than \(keys.count) query keys", "keep \(keys.count)")
            } else {
                keys.append(key.value)
                continue
            }
            report(.error, at: key.position, what, remedy)
            return nil
        }
        return keys.sorted()
    }

    mutating func template(_ text: Sourced<String>, capturing names: Set<String>, of pattern: PathPattern)
        -> Template?
    {
        let template: Template
        do throws(TemplateFailure) { template = try Template(parsing: text.value) } catch {
            report(.error, at: text.position, "\"\(text.value)\" cannot be filled: \(error)", "correct the braces")
            return nil
        }
        for name in template.names where !names.contains(name) {
            report(
                .error, at: text.position, "{\(name)} is used but path \(pattern) does not capture it",
                "add :\(name) to the path or drop {\(name)}")
            return nil
        }
        return template
    }
}
