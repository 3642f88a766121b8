/// The route table: tabs with their screens, rules, and the fallback. An immutable value.
///
/// `RouteTable.compile` judges a declaration and makes one; what a finding calls an error is left out, the rest works.
public struct RouteTable: Sendable {
    /// Names this table: a hash of the files it came from. Cells remember which version routed them.
    public let version: String
    /// The tabs with their screens, the fallback tab included.
    public let factory: TabFactory
    /// The rules, best first where they can both hold, then by kind and state.
    public let rules: [RouteRule]
    /// The tab for cells that no rule matches; it has the screens `cells` and `cells/:id`.
    public let fallbackTab: String

    let index: RuleIndex

    /// The id of the built-in tab that serves where a table declares no fallback.
    public static let builtInTab = "messages"

    /// The most that the screens' paths and titles may take, in bytes (64 more are counted for each): they must fit in
    /// one message to a client.
    public static let maximumSummaryBytes = 128 * 1024

    /// The most rules for one kind and state: they are looked at one after the other.
    public static let maximumAlternatives = 64

    /// A table of nothing but the built-in tab.
    public static let builtIn = RouteTable(version: "built-in", tabs: [], rules: [], fallbackTab: builtInTab)

    /// Makes a table of judged parts. The fallback tab is made when it is missing, and given its two screens.
    init(version: String, tabs: [Tab], rules: [RouteRule], fallbackTab: String) {
        var tabs = tabs
        if let index = tabs.firstIndex(where: { $0.id == fallbackTab }) {
            tabs[index] = Self.withFallbackScreens(tabs[index])
        } else {
            tabs.append(Self.withFallbackScreens(Self.plainTab(fallbackTab, screens: [])))
        }
        self.version = version
        self.factory = TabFactory(tabs: tabs)
        self.rules = rules.sorted(by: Self.reads)
        self.fallbackTab = fallbackTab
        self.index = RuleIndex(rules: rules)
    }

    /// A tab that nothing is declared of but its screens: its root is the list that every fallback tab has.
    static func plainTab(_ id: String, screens: [Screen]) -> Tab {
        Tab(id: id, title: capitalized(id), root: FallbackScreens.list, screens: screens)
    }

    static func capitalized(_ id: String) -> String { id.prefix(1).uppercased() + id.dropFirst() }

    /// The order in which `deeplinkctl routes` lists rules: independent of files and declarations.
    private static func reads(_ left: RouteRule, _ right: RouteRule) -> Bool {
        if left.kind.description != right.kind.description {
            return (left.kind.rank, left.kind.description) < (right.kind.rank, right.kind.description)
        }
        if left.state != right.state {
            return (left.state.rank, left.state.description) < (right.state.rank, right.state.description)
        }
        return left.precedes(right)
    }

    private static func withFallbackScreens(_ tab: Tab) -> Tab {
        // A screen of the same shape that the table declares stays: of two, a tab keeps the first.
        Tab(
            id: tab.id, title: tab.title, root: tab.root,
            screens: tab.screens + [FallbackScreens.listScreen, FallbackScreens.cellScreen])
    }
}

/// The two screens that every fallback tab has.
enum FallbackScreens {
    static let list = path(["cells"])
    static let listScreen = Screen(pattern: pattern("cells"), title: template("Notifications"), content: .cells)
    static let cellScreen = Screen(
        pattern: pattern("cells/:id"), title: template("Notification {id}"), content: .cell)

    static func cell(_ id: Int64) -> ScreenPath { path(["cells", String(id)]) }

    // The texts below are ours: that they parse is not in question at run time.
    private static func path(_ segments: [String]) -> ScreenPath {
        do throws(PathFailure) { return try ScreenPath(segments: segments) } catch { preconditionFailure("\(error)") }
    }
    private static func pattern(_ text: String) -> PathPattern {
        do throws(PatternFailure) { return try PathPattern(parsing: text) } catch { preconditionFailure("\(error)") }
    }
    private static func template(_ text: String) -> Template {
        do throws(TemplateFailure) { return try Template(parsing: text) } catch { preconditionFailure("\(error)") }
    }
}
