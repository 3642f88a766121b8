/// Judging rules: where they lead, whether two of them are a tie, and what their kinds leave open.
extension TableCompiler {
    mutating func rule(of declared: RuleDeclaration, in places: TabFactory) -> RouteRule? {
        guard let kind = KindPattern(parsing: declared.kind.value) else {
            report(
                .error, at: declared.kind.position, "\"\(declared.kind.value)\" is no kind",
                "\(EventName.kindRule); or NAME.* or *")
            return nil
        }
        guard let state = StatePattern(parsing: declared.state.value) else {
            report(
                .error, at: declared.state.position, "\"\(declared.state.value)\" is no state",
                "\(EventName.stateRule); or *")
            return nil
        }
        for (name, value) in declared.conditions where !Params.isName(name) {
            report(.error, at: value.position, "no event can have a param \"\(name.prefix(80))\"", Params.nameRule)
            return nil
        }
        guard let place = place(of: declared, in: places) else { return nil }
        let rule = RouteRule(
            kind: kind, state: state, conditions: declared.conditions.mapValues(\.value), tab: place.tab,
            path: place.path, manner: declared.manner, position: declared.kind.position, layer: declared.layer)
        return isAlive(rule, in: places) ? rule : nil
    }

    /// Whether some cell can fulfil both its conditions and its path.
    private mutating func isAlive(_ rule: RouteRule, in places: TabFactory) -> Bool {
        guard !rule.conditions.isEmpty, let path = rule.path else { return true }
        let reason: String
        do throws(TemplateFailure) {
            let bound = try path.binding(rule.conditions)
            if places.tab(rule.tab)?.hasScreen(for: bound) == true { return true }
            reason = "its path \(bound) leads to no screen"
        } catch {
            reason = "its path cannot be filled: \(error)"
        }
        report(
            .error, at: rule.position, "the rule is dead: for a cell of \(rule.witness()) \(reason)",
            "correct its when or its path")
        return false
    }

    private mutating func place(of declared: RuleDeclaration, in places: TabFactory) -> (
        tab: String, path: PathTemplate?
    )? {
        if let tab = declared.tab, places.tab(tab.value) == nil {
            if isDeclared(tab: tab.value) { return nil }
            report(
                .error, at: tab.position, "there is no tab \(tab.value)",
                "declare it, or name one of: \(places.tabs.map(\.id).joined(separator: ", "))")
            return nil
        }
        guard let path = declared.path else {
            guard let tab = declared.tab else {
                report(.error, at: declared.kind.position, "the rule says neither tab nor path", "add tab = \"…\"")
                return nil
            }
            return (tab.value, nil)
        }
        let template: PathTemplate
        do throws(TemplateFailure) { template = try PathTemplate(parsing: path.value) } catch {
            report(.error, at: path.position, "path \"\(path.value)\" cannot be filled: \(error)", "correct the path")
            return nil
        }
        guard let declaredTab = declared.tab else { return firstTab(for: template, at: path.position, in: places) }
        guard places.tab(declaredTab.value)?.hasScreen(for: template) == true else {
            if !isDeclared(screenOf: declaredTab.value, for: template) {
                reportNoScreen(for: template, in: "tab \(declaredTab.value) has", at: path.position)
            }
            return nil
        }
        return (declaredTab.value, template)
    }

    /// A rule without `tab` goes to the first tab of the screen that its path leads to; screens of other tabs that it
    /// could lead to as well make that a guess, and are an error.
    private mutating func firstTab(for path: PathTemplate, at position: SourcePosition, in places: TabFactory)
        -> (tab: String, path: PathTemplate?)?
    {
        let found = screens(matching: path).compactMap { screen in
            // One that a higher layer replaced is in no tab.
            screen.tabs.first { tab in
                places.tab(tab.value)?.hasScreen(for: path, at: screen.path.position) == true
            }.map { (screen, tab: $0.value) }
        }
        guard let (screen, tab) = found.first else {
            if screens(meantBy: path).isEmpty { reportNoScreen(for: path, in: "there is", at: position) }
            return nil
        }
        if let (other, _) = found.first(where: { $0.tab != tab }) {
            report(
                .error, at: position,
                "the path could lead to \(screen.path.position) or to \(other.path.position)", "add tab = \"…\"")
            return nil
        }
        return (tab, path)
    }

    private mutating func reportNoScreen(for path: PathTemplate, in scope: String, at position: SourcePosition) {
        if let screen = screens(matching: path).first,
            let key = path.query.first(where: { key in
                !screen.query.contains { $0.value == key.name }
            })
        {
            report(
                .error, at: position,
                "the path leads to no screen: \(screen.path.position) has no query key \(key.name)",
                "add query = [\"\(key.name)\"] to that screen, or drop it from the path")
            return
        }
        report(
            .error, at: position, "the path leads to no screen: \(scope) none that \(path) could match",
            "add [[screen]] with path = \"\(path.asPatternText)\"")
    }

    /// The rules that serve: of those with an equal kind, state and `when`, the one of the highest layer; none of those
    /// that both hold for some cell where nothing orders them.
    mutating func untied(_ rules: [RouteRule]) -> [RouteRule] {
        let groups = Dictionary(grouping: rules) { "\($0.kind)\u{0}\($0.state)" }
        return groups.values.flatMap { serving($0.sorted { (-$0.layer, $0.position) < (-$1.layer, $1.position) }) }
    }

    /// Those of one kind and state that serve; `rules` has the highest layer first.
    private mutating func serving(_ rules: [RouteRule]) -> [RouteRule] {
        var rules = rules
        if rules.count > RouteTable.maximumAlternatives {
            report(
                .error, at: rules[RouteTable.maximumAlternatives].position,
                "more than \(RouteTable.maximumAlternatives) rules are for \(rules[0].kind) \(rules[0].state)",
                "join some of them; from this one on they are left out")
            rules.removeLast(rules.count - RouteTable.maximumAlternatives)
        }
        var kept: [RouteRule] = []
        while let layer = rules.first?.layer {
            let own = rules.prefix { $0.layer == layer }
            rules.removeFirst(own.count)
            kept += withoutTies(own.filter { rule in !kept.contains { $0.conditions == rule.conditions } })
        }
        return kept
    }

    private mutating func withoutTies(_ rules: [RouteRule]) -> [RouteRule] {
        var tied: Set<Int> = []
        for (later, rule) in rules.enumerated() {
            for (earlier, other) in rules[..<later].enumerated() where rule.ties(with: other) {
                if tied.insert(later).inserted {
                    report(
                        .error, at: rule.position,
                        "tie with the rule at \(other.position): both hold for a cell of \(rule.witness(and: other))",
                        rule.conditions == other.conditions
                            ? "keep one of the two; both are off until then"
                            : "add to the when of one what the other has; both are off until then")
                }
                tied.insert(earlier)
            }
        }
        return rules.indices.filter { !tied.contains($0) }.map { rules[$0] }
    }

    /// A kind with rules for some states only: a state it gets one day goes to a wider rule or to the fallback.
    mutating func warnAboutOpenStates(_ rules: [RouteRule]) {
        for (kind, rules) in Dictionary(grouping: rules, by: \.kind) where kind != .any {
            guard !rules.contains(where: { $0.state == .any && $0.conditions.isEmpty }) else { continue }
            guard let first = rules.min(by: { $0.position < $1.position }) else { continue }
            report(
                .warning, at: first.position, "kind \(kind) has no rule for its other states",
                "add one with state = \"*\", or its new states go elsewhere")
        }
    }

    /// A tab past the ninth has no digit; one whose root lists cells that no rule sends stays empty.
    mutating func warnAboutQuietTabs(
        _ tabs: [Tab], rules: [RouteRule], fallback: String, declared: [TabDeclaration]
    ) {
        let positions = Dictionary(
            declared.map { ($0.id.value, $0.id.position) }, uniquingKeysWith: { first, _ in first })
        for (index, tab) in tabs.enumerated() {
            guard let position = positions[tab.id] else { continue }
            if index >= 9 {
                report(
                    .warning, at: position, "tab \(tab.id) is unreachable by digit: it is number \(index + 1)",
                    "give it an order = below the others', or reach it by [ and ]")
            }
            let isList = tab.screen(at: tab.root)?.screen.content == .cells
            if isList, tab.id != fallback, !rules.contains(where: { $0.tab == tab.id }), !isMeant(tab: tab.id) {
                report(
                    .warning, at: position,
                    "tab \(tab.id) is unreachable: no rule leads there and its root lists cells",
                    "add a [[cell]] rule with tab = \"\(tab.id)\"")
            }
        }
    }
}

extension Tab {
    /// Whether some filling of a rule's path could lead to one of its screens, or to the one declared there.
    func hasScreen(for path: PathTemplate, at position: SourcePosition? = nil) -> Bool {
        screens.contains { screen in
            (position == nil || screen.position == position) && screen.pattern.couldMatch(path)
                && path.query.allSatisfy { screen.query.contains($0.name) }
        }
    }
}

extension PathPattern {
    /// Whether some filling of a rule's path could be a path of this pattern.
    func couldMatch(_ template: PathTemplate) -> Bool {
        for (index, segment) in segments.enumerated() {
            guard index < template.segments.count else { return false }
            let part = template.segments[index]
            switch segment {
            case .rest: return true
            case .literal(let literal): guard part.couldBe(literal) else { return false }
            case .integer: guard part.couldBeInteger else { return false }
            case .parameter: break
            }
        }
        return template.segments.count == segments.count
    }
}

extension PathTemplate {
    /// The path as a screen's pattern would be written.
    var asPatternText: String {
        segments.map { template in
            template.names.first.map { ":\($0)" } ?? template.plainText
        }.joined(separator: "/")
    }
}

extension Template {
    /// Its plain text, places left out.
    var plainText: String {
        parts.reduce(into: "") { text, part in
            if case .text(let plain) = part { text += plain }
        }
    }

    /// Whether some filling could be `-?[0-9]+`: a place may stand for digits, or for the sign and digits in front.
    var couldBeInteger: Bool {
        guard !names.isEmpty else { return PathPattern.isInteger(plainText) }
        if case .text(let head)? = parts.first, head.utf8.first == UInt8(ascii: "-") {
            return plainText == "-" || PathPattern.isInteger(plainText)
        }
        return plainText.isEmpty || plainText.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Whether some filling could be this text: the plain text before the first place and after the last fits.
    func couldBe(_ literal: String) -> Bool {
        guard !names.isEmpty else { return plainText == literal }
        var head = ""
        if case .text(let text)? = parts.first { head = text }
        var tail = ""
        if case .text(let text)? = parts.last { tail = text }
        return literal.hasPrefix(head) && literal.hasSuffix(tail) && literal.count >= head.count + tail.count
    }
}

extension RouteRule {
    /// Whether both hold for some cell and neither is the more exact; of rules with one kind and state.
    func ties(with other: RouteRule) -> Bool {
        guard conditions.allSatisfy({ other.conditions[$0.key] ?? $0.value == $0.value }) else { return false }
        let isStrictlyInside = conditions.count != other.conditions.count
        return !(isStrictlyInside && (contains(other) || other.contains(self)))
    }

    private func contains(_ other: RouteRule) -> Bool {
        other.conditions.allSatisfy { conditions[$0.key] == $0.value }
    }

    /// A cell for which it holds, and the other too: its kind, its state, and the params that decide.
    func witness(and other: RouteRule? = nil) -> String {
        let kind: String
        switch self.kind {
        case .exact(let exact): kind = exact
        case .below(let prefix): kind = "\(prefix).x"
        case .any: kind = "x"
        }
        var state = "new"
        if case .exact(let exact) = self.state { state = exact }
        let params = conditions.merging(other?.conditions ?? [:]) { own, _ in own }
        return "kind \(kind) in state \(state)" + (params.isEmpty ? "" : " with \(Self.text(of: params))")
    }
}
