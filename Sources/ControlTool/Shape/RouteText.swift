// A route in words: its link, the screens it stands on, and why.
internal import Routing
internal import Text

enum RouteText {
    /// `jobs: jobs › jobs/7 › jobs/7/output`
    static func path(_ route: Route) -> String {
        switch route.place {
        case .tab(let tab, let path): "\(tab): " + path.screens.map(\.description).joined(separator: " › ")
        case .notifications: "the notification view"
        }
    }

    /// Label and value of each part.
    static func rows(_ route: Route) -> [[String]] {
        var rows = [["link", route.link.description], ["path", path(route)], ["why", route.why.text]]
        if route.manner.stack == .append { rows.append(["stack", "append: on top of what is there"]) }
        return rows
    }

    /// The rules that were looked at, best first, and what came of each.
    static func candidates(_ explanation: Explanation) -> [[String]] {
        explanation.candidates.map { candidate in
            let path = candidate.path.map { "\(candidate.tab)/\($0)" } ?? candidate.tab
            return [candidate.verdict.rawValue, candidate.rule, path, candidate.position, candidate.reason]
        }
    }

    /// The stanza to paste where the table had no rule, indented; none else.
    static func stanza(_ stanza: String?) -> [String] {
        guard let stanza else { return [] }
        return ["", "No rule fits. This one would, in a file of routes.d:", ""]
            + stanza.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + shown(String($0)) }
    }
}
