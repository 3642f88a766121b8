public import JSON
public import Routing

/// `navigation.report`: where a navigator stands; at most one a second. Nothing is announced or offered to a navigator
/// before its first.
public struct NavigationReport: Call, Equatable {
    /// An empty object.
    public typealias Answer = Nothing
    /// The name on the wire.
    public static let method = "navigation.report"
    /// Every member that it may have.
    public static let fields = ["state", "idle_ms", "opens"]

    /// Where the navigator stands.
    public var state: NavigationState
    /// Milliseconds since the user last pressed a key.
    public var idleMilliseconds: Int64
    /// Opens that ended since the last report: those that were queued, and those that it showed before it lost its daemon.
    public var opens: [Ended]

    /// What became of an open that this client had answered `queued`, or whose answer may not have arrived.
    public struct Ended: WireObject, Equatable {
        /// The open's id.
        public var open: Int64
        /// What became of it.
        public var answer: OpenOffer.Answer

        /// Makes an entry.
        public init(open: Int64, answer: OpenOffer.Answer) {
            self.open = open
            self.answer = answer
        }

        /// Reads its members; throws for the first that is missing or of the wrong type.
        public init(wire fields: Fields) throws(WireError) {
            open = try fields.integer("open")
            answer = try OpenOffer.Answer(wire: fields)
        }

        /// Writes its members; what is nil is left out.
        public func writeMembers(to writer: inout JSONWriter) {
            writer.member("open", open)
            answer.writeMembers(to: &writer)
        }
    }

    /// Makes a report.
    public init(state: NavigationState, idleMilliseconds: Int64, opens: [Ended] = []) {
        self.state = state
        self.idleMilliseconds = idleMilliseconds
        self.opens = opens
    }

    /// The same report in a line that the daemon takes: where all stacks are too long for one, of the other tabs only the
    /// screens on top, and where that is too long still, nothing but the selected tab's.
    public func fitting(_ limit: Int = WireLimits.lineToDaemon / 2) -> Self {
        let selected = [state.selectedTab: state.selectedStack]
        let tops = state.stacks.mapValues { Array($0.suffix(1)) }
        let choices = [
            state.stacks, tops.merging(selected) { $1 }, selected, [state.selectedTab: state.selectedStack.suffix(1)],
        ]
        var report = self
        for stacks in choices {
            report.state.stacks = stacks
            if stacks.values.joined().reduce(0, { $0 + $1.description.utf8.count + 3 }) <= limit { break }
        }
        return report
    }

    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        state = try NavigationState(wire: fields.object("state"))
        idleMilliseconds = try fields.integer("idle_ms", in: 0...Int64.max)
        opens = try fields.objects("opens", Ended.init(wire:))
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("state", object: state.writeMembers)
        writer.member("idle_ms", idleMilliseconds)
        writer.member("opens", objects: opens)
    }
}

extension NavigationState: WireObject {
    /// Reads its members; throws for the first that is missing or of the wrong type.
    public init(wire fields: Fields) throws(WireError) {
        var outer: [OuterScreen] = []
        for text in try fields.texts("outer") { outer.append(try Self.outerScreen(text, fields)) }
        var stacks: [String: [ScreenPath]] = [:]
        if let tabs = try fields.optionalObject("stacks") {
            for entry in tabs.node.members ?? [] {
                var stack: [ScreenPath] = []
                for text in try tabs.texts(entry.name) { stack.append(try tabs.path(text, of: entry.name)) }
                stacks[entry.name] = stack
            }
        }
        self.init(
            scene: try fields.word("scene", as: Scene.self), outer: outer, selectedTab: try fields.text("tab"),
            stacks: stacks, hasModal: try fields.optionalBoolean("modal") ?? false,
            hasTextField: try fields.optionalBoolean("text_field") ?? false)
    }

    private static func outerScreen(_ text: String, _ fields: Fields) throws(WireError) -> OuterScreen {
        if text == "help" { return .help }
        do throws(LinkFailure) {
            if case .notifications(let since, let kind) = try DeepLink(parsing: text) {
                return .notifications(since: since, kind: kind)
            }
        } catch {
            throw fields.refusal("outer", "outer holds no deep link: \(error)")
        }
        throw fields.refusal("outer", "outer holds \"help\" or a link to the notification view")
    }

    /// Writes its members; what is nil is left out.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.member("scene", scene.rawValue)
        writer.member(
            "outer",
            array: { list in
                for screen in outer {
                    switch screen {
                    case .help: list.value("help")
                    case .notifications(let since, let kind):
                        list.value(DeepLink.notifications(since: since, kind: kind).description)
                    }
                }
            })
        writer.member("tab", selectedTab)
        writer.member(
            "stacks",
            object: { tabs in
                for (tab, stack) in stacks.sorted(by: { $0.key < $1.key }) {
                    tabs.member(tab, array: { list in for path in stack { list.value(path.description) } })
                }
            })
        writer.member("modal", hasModal)
        writer.member("text_field", hasTextField)
    }
}
