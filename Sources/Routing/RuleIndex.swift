/// The rules of a table, found by kind and state: the most exact first.
///
/// A look-up walks the kind's own entry, then its prefixes from the longest, then `*`; each holds the rules for a state
/// and those for all states. They are more than one only where they have conditions (`RouteTable.maximumAlternatives`),
/// so the cost depends on the kind's dots, never on the number of rules.
struct RuleIndex: Sendable {
    private struct Entry: Sendable {
        var states: [String: [RouteRule]] = [:]
        var any: [RouteRule] = []
    }

    private var exact: [String: Entry] = [:]
    private var below: [String: Entry] = [:]
    private var any = Entry()

    /// Holds rules of which no two tie.
    init(rules: [RouteRule]) {
        for rule in rules.sorted(by: { $0.precedes($1) }) {
            switch rule.kind {
            case .exact(let kind): Self.add(rule, to: &exact[kind, default: Entry()])
            case .below(let prefix): Self.add(rule, to: &below[prefix, default: Entry()])
            case .any: Self.add(rule, to: &any)
            }
        }
    }

    private static func add(_ rule: RouteRule, to entry: inout Entry) {
        switch rule.state {
        case .exact(let state): entry.states[state, default: []].append(rule)
        case .any: entry.any.append(rule)
        }
    }

    /// The rules for a kind and a state, best first, until `body` says true. Conditions are the body's to judge.
    func first(kind: String, state: String, where body: (RouteRule) -> Bool) {
        func walk(_ entry: Entry) -> Bool {
            if let rules = entry.states[state], rules.contains(where: body) { return true }
            return entry.any.contains(where: body)
        }
        if let entry = exact[kind], walk(entry) { return }
        if !below.isEmpty {
            var prefix = kind[...]
            while let dot = prefix.utf8.lastIndex(of: UInt8(ascii: ".")) {
                prefix = prefix[..<dot]
                if let entry = below[String(prefix)], walk(entry) { return }
            }
        }
        _ = walk(any)
    }
}
