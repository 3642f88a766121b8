/// Turns a cell's state into a route. Total: every state gets one, with the reason.
public struct RouteResolver: Sendable {
    /// The table that it answers by; another table needs another resolver.
    public let table: RouteTable

    /// Answers by a table.
    public init(table: RouteTable) { self.table = table }

    /// The route of a cell's state: its link if it has one, else the best rule whose path can be filled and leads to a
    /// screen, else the fallback.
    public func route(for state: CellState) -> Route {
        if let link = state.link { return route(for: state, linkedTo: link) }
        var route: Route?
        var passed = PassedRules()
        table.index.first(kind: state.kind, state: state.state) { rule in
            let outcome = outcome(of: rule, for: state)
            if case .leads(let path) = outcome {
                route = Self.route(rule, path)
                return true
            }
            passed.add(rule, outcome, for: state)
            return false
        }
        return route ?? fallback(for: state, past: passed)
    }

    /// The route that a link names by itself; a cell's link has none here (its cell's state decides).
    public func route(to link: DeepLink) throws(PlaceFailure) -> Route {
        let why = Why(source: .link, text: "the link \(link)")
        switch link {
        case .screen(let tab, let path):
            return Route(place: .tab(tab, try table.factory.pushPath(tab: tab, path: path)), why: why)
        case .notifications(let since, let kind):
            return Route(place: .notifications(since: since, kind: kind), why: why)
        case .cell: return Route(place: .notifications(since: nil), why: why)
        }
    }

    private func route(for state: CellState, linkedTo link: DeepLink) -> Route {
        do throws(PlaceFailure) {
            var route = try route(to: link)
            route.why = Why(source: .link, text: "the event's link \(link)")
            return route
        } catch {
            return fallbackRoute(for: state, because: "the event's link \(link): \(error)", stanza: nil)
        }
    }

    // MARK: Rules

    /// What a rule says to a state.
    enum Outcome {
        case leads(PushPath)
        /// A condition that the state does not fulfil; `found` is what it has instead.
        case unlike(String, wanted: String, found: String?)
        case needs(String)
        case badValue(String, PathFailure)
        case noScreen(PlaceFailure)
        case badPath(PathFailure)
    }

    func outcome(of rule: RouteRule, for state: CellState) -> Outcome {
        if !rule.conditions.isEmpty, let unlike = condition(of: rule, brokenBy: state) { return unlike }
        var path: ScreenPath?
        if let template = rule.path {
            switch fill(template, from: state) {
            case .success(let filled): path = filled
            case .failure(.needs(let name)): return .needs(name)
            case .failure(.badValue(let name, let failure)): return .badValue(name, failure)
            case .failure(.badPath(let failure)): return .badPath(failure)
            }
        }
        do throws(PlaceFailure) { return .leads(try table.factory.pushPath(tab: rule.tab, path: path)) } catch {
            return .noScreen(error)
        }
    }

    /// The first condition, by name, that a state does not fulfil.
    private func condition(of rule: RouteRule, brokenBy state: CellState) -> Outcome? {
        for (name, wanted) in rule.conditions.sorted(by: { $0.key < $1.key }) {
            let found = state.params[name]?.text
            if found != wanted { return .unlike(name, wanted: wanted, found: found) }
        }
        return nil
    }

    private enum FillFailure: Error {
        case needs(String)
        case badValue(String, PathFailure)
        case badPath(PathFailure)
    }

    private func fill(_ template: PathTemplate, from state: CellState) -> Result<ScreenPath, FillFailure> {
        var segments: [String] = []
        for segment in template.segments {
            let text: String
            do throws(Template.MissingValue) { text = try segment.filled { value($0, of: state) } } catch {
                return .failure(.needs(error.name))
            }
            do throws(PathFailure) { try ScreenPath.check(text) } catch {
                return .failure(segment.names.first.map { .badValue($0, error) } ?? .badPath(error))
            }
            segments.append(text)
        }
        var query: [QueryValue] = []
        for item in template.query {
            do throws(Template.MissingValue) {
                query.append(QueryValue(item.name, try item.value.filled { value($0, of: state) }))
            } catch {
                return .failure(.needs(error.name))
            }
        }
        do throws(PathFailure) { return .success(try ScreenPath(segments: segments, query: query)) } catch {
            return .failure(.badPath(error))
        }
    }

    /// `{id}` is the cell's id, never a param.
    private func value(_ name: String, of state: CellState) -> String? {
        name == "id" ? state.cell.map(String.init) : state.params[name]?.text
    }

    static func route(_ rule: RouteRule, _ path: PushPath) -> Route {
        Route(
            place: .tab(rule.tab, path), why: Why(source: .rule, text: "rule \(rule) (\(rule.position))"),
            manner: rule.manner)
    }

    // MARK: Fallback

    /// The rules that were looked at and do not hold, as far as the fallback tells of them.
    private struct PassedRules {
        var best: (rule: RouteRule, outcome: Outcome)?
        /// Whether this very kind and state has a rule for every cell: a second one would be a tie and switch both off.
        var isTaken = false

        mutating func add(_ rule: RouteRule, _ outcome: Outcome, for state: CellState) {
            if best == nil { best = (rule, outcome) }
            if rule.kind == .exact(state.kind), rule.state == .exact(state.state), rule.conditions.isEmpty {
                isTaken = true
            }
        }
    }

    func fallback(for state: CellState) -> Route {
        var passed = PassedRules()
        table.index.first(kind: state.kind, state: state.state) { rule in
            passed.add(rule, outcome(of: rule, for: state), for: state)
            return false
        }
        return fallback(for: state, past: passed)
    }

    private func fallback(for state: CellState, past passed: PassedRules) -> Route {
        guard let (rule, outcome) = passed.best else {
            let reason = "no rule for kind \(state.kind) in state \(state.state)"
            return fallbackRoute(for: state, because: reason, stanza: stanza(for: state))
        }
        return fallbackRoute(
            for: state, because: "rule \(rule) (\(rule.position)) does not hold: \(outcome.reason)",
            stanza: passed.isTaken ? nil : stanza(for: state))
    }

    private func fallbackRoute(for state: CellState, because reason: String, stanza: String?) -> Route {
        let tab = table.fallbackTab
        let root = table.factory.tab(tab)?.root ?? FallbackScreens.list
        let path = state.cell.flatMap { table.factory.tab(tab)?.pushPath(to: FallbackScreens.cell($0)) }
        return Route(
            place: .tab(tab, path ?? PushPath(root: root)),
            why: Why(source: .fallback, text: "fallback: \(reason)", stanza: stanza))
    }

    /// A rule, ready to paste, that would serve this state; nil for what no rule can name.
    private func stanza(for state: CellState) -> String? {
        guard EventName.isKind(state.kind), EventName.isState(state.state) else { return nil }
        return """
            [[cell]]
            kind  = "\(state.kind)"
            state = "\(state.state)"
            tab   = "\(table.fallbackTab)"
            path  = "cells/{id}"
            """
    }
}

extension RouteResolver.Outcome {
    /// Why the rule does not hold, for messages.
    var reason: String {
        switch self {
        case .leads: "it leads there"
        case .unlike(let name, let wanted, nil): "it is for \(name) = \(wanted), and there is no param \(name)"
        case .unlike(let name, let wanted, let found?): "it is for \(name) = \(wanted), not \(found)"
        case .needs("id"): "there is no cell yet"
        case .needs(let name): "it needs param \(name)"
        case .badValue(let name, let failure): "param \(name) cannot stand in a path: \(failure)"
        case .noScreen(let failure): "\(failure)"
        case .badPath(let failure): "\(failure)"
        }
    }
}
