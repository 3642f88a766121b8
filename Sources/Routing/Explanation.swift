/// The whole answer to "why there?": the route, the rules that were looked at, and the table's version.
public struct Explanation: Sendable, Equatable {
    /// The kind that was asked about.
    public var kind: String
    /// The state that was asked about.
    public var state: String
    /// The route; nil only where the chosen rule's path still lacks a value: the question gave no params, or no cell.
    public var route: Route?
    /// The rules for this kind and state, best first.
    public var candidates: [Candidate]
    /// The version of the table that gave the answer.
    public var tableVersion: String
    /// A rule to paste, where none holds and one for this kind and state can still be added.
    public var stanza: String?

    /// One rule and what came of it.
    public struct Candidate: Sendable, Equatable {
        /// `ci.run failed`, with its conditions
        public var rule: String
        /// Where it is declared.
        public var position: String
        /// The id of the tab that it leads to.
        public var tab: String
        /// Its path, unfilled; nil: the tab's root.
        public var path: String?
        /// The params its path needs.
        public var needs: [String]
        /// What came of it.
        public var verdict: Verdict
        /// The verdict in words.
        public var reason: String

        /// Makes a candidate.
        public init(
            rule: String, position: String, tab: String, path: String?, needs: [String], verdict: Verdict,
            reason: String
        ) {
            self.rule = rule
            self.position = position
            self.tab = tab
            self.path = path
            self.needs = needs
            self.verdict = verdict
            self.reason = reason
        }
    }

    /// What came of a rule.
    public enum Verdict: String, Sendable, CaseIterable {
        /// It gave the route.
        case chosen
        /// It would hold, but a more exact one was chosen.
        case outranked
        /// It does not hold for this cell.
        case unfit
    }

    /// Makes an explanation.
    public init(
        kind: String, state: String, route: Route?, candidates: [Candidate], tableVersion: String, stanza: String? = nil
    ) {
        self.kind = kind
        self.state = state
        self.route = route
        self.candidates = candidates
        self.tableVersion = tableVersion
        self.stanza = stanza
    }
}

extension RouteResolver {
    /// Explains the route of a state: the same answer as `route(for:)`, with every rule that was looked at.
    ///
    /// A state without a cell has no value for `{id}` yet. The rule that lacks only that is named as chosen, with no
    /// route: it will serve the cell once there is one.
    public func explain(_ state: CellState) -> Explanation {
        var supposed = state
        supposed.cell = state.cell ?? 0
        var found = false
        let candidates = candidates(for: supposed) { outcome in
            guard case .leads = outcome else { return .unfit }
            defer { found = true }
            return state.link == nil && !found ? .chosen : .outranked
        }
        let route = route(for: state)
        let awaitsCell = state.cell == nil && state.link == nil && found && route != self.route(for: supposed)
        return Explanation(
            kind: state.kind, state: state.state, route: awaitsCell ? nil : route, candidates: candidates,
            tableVersion: table.version, stanza: awaitsCell ? nil : route.why.stanza)
    }

    /// Explains a kind and a state without params: the best rule without conditions is the answer, its path unfilled if
    /// it needs any.
    public func explain(kind: String, state: String) -> Explanation {
        let question = CellState(kind: kind, state: state)
        var found = false
        let candidates = candidates(for: question) { outcome in
            if case .unlike = outcome { return .unfit }
            defer { found = true }
            return found ? .outranked : .chosen
        }
        var route: Route?
        table.index.first(kind: kind, state: state) { rule in
            switch outcome(of: rule, for: question) {
            case .unlike: return false
            case .leads(let path): route = Self.route(rule, path)
            default: break
            }
            return true
        }
        if !found { route = fallback(for: question) }
        return Explanation(
            kind: kind, state: state, route: route, candidates: candidates, tableVersion: table.version,
            stanza: route?.why.stanza)
    }

    private func candidates(for state: CellState, verdict: (Outcome) -> Explanation.Verdict) -> [Explanation.Candidate]
    {
        var candidates: [Explanation.Candidate] = []
        table.index.first(kind: state.kind, state: state.state) { rule in
            let outcome = outcome(of: rule, for: state)
            let verdict = verdict(outcome)
            let reason =
                switch verdict {
                case .chosen: "the most exact that holds"
                case .outranked: state.link == nil ? "a more exact rule holds" : "the event's link decides"
                case .unfit: outcome.reason
                }
            candidates.append(
                Explanation.Candidate(
                    rule: rule.description, position: rule.position.description, tab: rule.tab,
                    path: rule.path?.description, needs: rule.needs, verdict: verdict, reason: reason))
            return false
        }
        return candidates
    }
}
