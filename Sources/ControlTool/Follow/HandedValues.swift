// What a command of `watch --exec` finds in its environment. Text from outside is handed over as it was sent, since a command may want
// every byte of it; only NUL cannot be there. It is data in variables that all begin with DEEPLINK_, never part of a command line.
internal import Routing
internal import Wire

/// The variables of one happening.
struct HandedValues {
    private static let prefix = "DEEPLINK_"
    private var variables: [String: String] = [:]

    /// `detail`: the cell as it is now, where there is one and it could be asked for; it wins over what was announced.
    init(_ happening: Happening, detail: CellDetail?) {
        switch happening {
        case .announced(let cell):
            self["EVENT"] = "announced"
            take(detail?.summary ?? cell)
        case .open(let open):
            self["EVENT"] = "open"
            if let summary = detail?.summary { take(summary) }
            self["OPEN"] = "\(open.open)"
            self["PHASE"] = open.phase.rawValue
            self["REASON"] = open.reason
            if let route = open.route { take(route) }
        }
        if let detail {
            self["BODY"] = detail.body
            for (name, value) in detail.params where Self.isName(name) { self["PARAM_\(name)"] = value.text }
        }
    }

    /// An event as a follower gets it.
    init(_ followed: FollowedEvent) {
        let event = followed.event
        self["EVENT"] = "event"
        self["SEQ"] = "\(followed.seq)"
        self["ID"] = "\(followed.cell)"
        self["SENDER"] = "\(followed.sender)"
        self["UNIT"] = followed.unit
        self["SOURCE"] = event.source
        self["KIND"] = event.kind
        self["STATE"] = event.state
        self["KEY"] = event.key
        self["TITLE"] = event.title
        self["BODY"] = event.body
        self["PRIORITY"] = event.priority.rawValue
        self["TIME"] = Timestamp.text(milliseconds: event.time ?? followed.arrived)
        self["CUT"] = followed.cut.isEmpty ? nil : followed.cut.joined(separator: " ")
        take(followed.route)
        for (name, value) in event.params where Self.isName(name) { self["PARAM_\(name)"] = value.text }
    }

    /// The environment of a command: `inherited` without what an outer `watch --exec` may have put there, and these.
    func environment(over inherited: [String: String]) -> [String] {
        inherited.filter { !$0.key.hasPrefix(Self.prefix) }.merging(variables) { $1 }.map { "\($0)=\($1)" }.sorted()
    }

    private mutating func take(_ cell: CellSummary) {
        self["ID"] = "\(cell.id)"
        self["KIND"] = cell.kind
        self["STATE"] = cell.state
        self["KEY"] = cell.key
        self["TITLE"] = cell.title
        self["PRIORITY"] = cell.priority.rawValue
        self["UNREAD"] = cell.isUnread ? "true" : "false"
        self["VERSION"] = "\(cell.version)"
        self["TIME"] = Timestamp.text(milliseconds: cell.time)
        take(cell.route)
    }

    private mutating func take(_ route: Route) {
        self["LINK"] = "\(route.link)"
        self["TAB"] = route.tab
        if case .tab(_, let path) = route.place {
            self["PATH"] = path.screens.map(\.description).joined(separator: " ")
        } else {
            self["PATH"] = nil
        }
    }

    /// Letters, digits and `_`, no digit first: what shells can name. Other params are in `show --json` only.
    private static func isName(_ name: String) -> Bool {
        name.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 95 }
    }

    private subscript(name: String) -> String? {
        get { variables[Self.prefix + name] }
        set {
            variables[Self.prefix + name] = newValue.map { text in
                text.utf8.contains(0) ? String(decoding: text.utf8.filter { $0 != 0 }, as: UTF8.self) : text
            }
        }
    }
}
