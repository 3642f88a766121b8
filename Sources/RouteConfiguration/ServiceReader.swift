// From `deeplinkd.toml` to its meaning. What cannot be read narrows what is allowed and never widens it: a name that
// stands for nobody is dropped from its list, a rule with an unknown field is dropped whole, and a bound that is no
// number stays as shipped.
internal import Posix
internal import Routing
internal import Toml

/// Reads one document.
struct ServiceReader {
    private(set) var configuration = ServiceConfiguration()
    private(set) var findings: [Finding] = []
    private let names: NameService

    init(_ document: TomlDocument, names: NameService) {
        self.names = names
        read(document)
    }

    private mutating func read(_ document: TomlDocument) {
        let start = SourcePosition(file: document.file, line: 1, column: 1)
        var file = TableFields(document.root, of: "deeplinkd.toml", at: start)
        let version = file.integer("version", required: "write version = 1 at the top")
        if let version, version.value != 1 {
            file.report(
                at: version.position, "version \(version.value) of deeplinkd.toml is not known here",
                "write version = 1, or update deeplinkd; the file is skipped")
            findings += file.findings
            return
        }
        if let user = file.text("service_user") { configuration.serviceUser = user.value }
        let allow = bounded(file.tables("allow"), "allow")
        for fields in allow { readAllowance(fields) }
        let deliver = bounded(file.tables("deliver"), "deliver")
        for fields in deliver { readDelivery(fields) }
        if let fields = file.table("follow") { readFollow(fields) }
        if let fields = file.table("limits") { readLimits(fields) }
        if let fields = file.table("retention") { readRetention(fields) }
        finish(file)
    }

    private mutating func finish(_ fields: TableFields) { findings += fields.findings + fields.unknown() }

    private mutating func bounded(_ rules: [TableFields], _ name: String) -> ArraySlice<TableFields> {
        let most = ServiceConfiguration.maximumRules
        if rules.count > most {
            findings.append(
                Finding(
                    .error, at: rules[most].position, "there are \(rules.count) [[\(name)]], and \(most) are read",
                    remedy: "name more people in one rule, or groups"))
        }
        return rules.prefix(most)
    }

    // MARK: Rules

    private mutating func readAllowance(_ rule: TableFields) {
        var fields = rule
        let who = people("who", &fields, required: "say who may: who = [\"NAME\", \"@GROUP\"]")
        let send = people("send", &fields)
        let read = people("read", &fields)
        if fields.findings.isEmpty, send == nil, read == nil {
            fields.report(at: fields.position, "[[allow]] allows nothing", "say send = […] or read = […]")
        }
        let isKnown = fields.unknown().isEmpty
        finish(fields)
        guard let who, isKnown else { return }
        configuration.allowances.append(
            ServiceConfiguration.Allowance(who: who, send: send ?? People(), read: read ?? People()))
    }

    private mutating func readDelivery(_ rule: TableFields) {
        var fields = rule
        let kind = fields.text("kind", required: "say which events: kind = \"unit\"")
        let from = people("from", &fields)
        let isFromUnreadable = fields.hasUnreadable(["from"])
        let to = people("to", &fields, required: "say whose inboxes: to = [\"@GROUP\"]")
        let pattern = kind.flatMap { KindPattern(parsing: $0.value) }
        if let kind, pattern == nil {
            fields.report(
                at: kind.position, "kind = \"\(kind.value.prefix(64))\" is no kind",
                "write a kind, a kind and `.*`, or `*`")
            return finish(fields)
        }
        if to?.isEverybody == true {
            fields.report(at: fields.position, "to names everybody, and nobody knows them all", "name a group")
            return finish(fields)
        }
        let isKnown = fields.unknown().isEmpty
        finish(fields)
        guard let pattern, let to, isKnown, !isFromUnreadable else { return }
        let most = ServiceConfiguration.maximumRecipients
        if to.inboxes.count > most {
            findings.append(
                Finding(
                    .warning, at: fields.position,
                    "to means \(to.inboxes.count) inboxes, and an event goes to \(most) at most",
                    remedy: "name a smaller group; the lowest uids are served"))
        }
        configuration.deliveries.append(
            ServiceConfiguration.Delivery(
                kind: pattern, from: from ?? People(uids: [0]), recipients: Array(to.inboxes.prefix(most))))
    }

    // MARK: People

    private func people(_ key: String, _ fields: inout TableFields, required remedy: String? = nil) -> People? {
        guard let list = fields.texts(key, required: remedy) else { return nil }
        var people = People()
        for name in list.value {
            do throws(SystemError) {
                guard try !add(name.value, to: &people) else { continue }
                let isGroup = name.value.hasPrefix("@")
                fields.report(
                    at: name.position,
                    "there is no \(isGroup ? "group" : "user") \(name.value.drop { $0 == "@" }.prefix(64))",
                    isGroup ? "write the name of a group after @" : "write a user's name or number, @GROUP, or *")
            } catch {
                fields.report(
                    at: name.position, "\(name.value.prefix(64)) cannot be looked up (\(error.reason))",
                    "write its number, or reload when names can be asked for")
            }
        }
        return people
    }

    /// Whether the name stands for somebody.
    private func add(_ name: String, to people: inout People) throws(SystemError) -> Bool {
        if name == "*" {
            people.isEverybody = true
        } else if name.hasPrefix("@") {
            guard let group = try names.group(String(name.dropFirst())) else { return false }
            people.gids.insert(group.gid)
            for member in group.members {
                // A group may list users that are gone.
                if let uid = try names.uid(member) { people.members.insert(uid) }
            }
        } else {
            guard let uid = try names.uid(name) else { return false }
            people.uids.insert(uid)
        }
        return true
    }

    // MARK: Bounds

    private mutating func readFollow(_ table: TableFields) {
        var fields = table
        if let follows = fields.boolean("system") { configuration.followsSystem = follows.value }
        // What is no `true` is meant to switch something off.
        if fields.hasUnreadable(["system"]) { configuration.followsSystem = false }
        finish(fields)
    }

    private mutating func readLimits(_ table: TableFields) {
        var fields = table
        let shipped = ServiceConfiguration.Limits()
        let limits = ServiceConfiguration.Limits(
            connections: bound("connections", 1...shipped.connections, shipped.connections, &fields),
            burst: bound("burst", 1...shipped.burst, shipped.burst, &fields),
            rate: bound("rate", 1...shipped.rate, shipped.rate, &fields),
            strangersEvents: bound(
                "strangers_events", 0...shipped.strangersEvents, shipped.strangersEvents, &fields))
        configuration.limits = limits
        finish(fields)
    }

    private mutating func readRetention(_ table: TableFields) {
        var fields = table
        let shipped = ServiceConfiguration.Retention()
        configuration.retention = ServiceConfiguration.Retention(
            days: bound("days", 1...3_650, shipped.days, &fields),
            events: bound("events", 1...shipped.events, shipped.events, &fields))
        finish(fields)
    }

    private func bound(_ key: String, _ range: ClosedRange<Int>, _ shipped: Int, _ fields: inout TableFields) -> Int {
        guard let number = fields.integer(key) else { return shipped }
        guard let value = Int(exactly: number.value), range.contains(value) else {
            fields.report(
                at: number.position, "\(key) must be from \(range.lowerBound) to \(range.upperBound)",
                "write \(key) = \(shipped)")
            return shipped
        }
        return value
    }
}
