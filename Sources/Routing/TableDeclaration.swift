/// A route table as it was written, before it is judged: texts with their places.
///
/// `RouteTable.compile` turns it into a table and a list of findings. Reading files is not this target's business, nor
/// is which layer a file belongs to: each part says its own, and a higher one replaces what a lower one says.
public struct TableDeclaration: Sendable, Equatable {
    /// Every `[[tab]]`, in any order.
    public var tabs: [TabDeclaration] = []
    /// Every `[[screen]]`, in any order.
    public var screens: [ScreenDeclaration] = []
    /// Every `[[cell]]`, in any order.
    public var rules: [RuleDeclaration] = []
    /// Screens that were written and cannot be used, for faults that have findings: what leads to one is no fault of its own.
    public var unusableScreens: [ScreenDeclaration] = []
    /// Rules of that sort: that nothing else leads to where one was to lead is no fault of its own.
    public var unusableRules: [RuleDeclaration] = []
    /// `[fallback] tab` of the highest layer that has one; nil: the built-in tab serves.
    public var fallbackTab: Sourced<String>?
    /// `[tabs] order` of the highest layer that has one: tab ids, the first stands leftmost.
    public var tabOrder: [Sourced<String>] = []

    /// An empty table: every cell goes to the built-in fallback.
    public init() {}
}

/// `[[tab]]`
public struct TabDeclaration: Sendable, Equatable {
    /// `id`: by the rule of `TabID`, declared once.
    public var id: Sourced<String>
    /// `title`; nil: the id with a capital.
    public var title: Sourced<String>?
    /// `root`: the literal path of one of the tab's screens.
    public var root: Sourced<String>
    /// `order`: the lowest first; nil: after those that have one, by id.
    public var order: Int?

    /// The layer of its file; the highest wins.
    public var layer: Int

    /// Makes a declaration.
    public init(
        id: Sourced<String>, title: Sourced<String>? = nil, root: Sourced<String>, order: Int? = nil,
        layer: Int = 0
    ) {
        self.id = id
        self.title = title
        self.root = root
        self.order = order
        self.layer = layer
    }
}

/// `[[screen]]`
public struct ScreenDeclaration: Sendable, Equatable {
    /// One or more tab ids (`tab` or `tabs`).
    public var tabs: [Sourced<String>]
    /// `path`: a `PathPattern`.
    public var path: Sourced<String>
    /// `title`: a `Template` of the captures; nil: the last segment.
    public var title: Sourced<String>?
    /// What fills it, where `content` or `command` is written.
    public var content: Sourced<ScreenContent>
    /// The arguments of a `command` screen.
    public var command: [Sourced<String>]
    /// `query`: the keys that its links may have behind `?`.
    public var query: [Sourced<String>]
    /// `refresh` in seconds, from 1 to 3600; nil: run once.
    public var refreshSeconds: Int?
    /// `plain`: names whose values never begin as options do.
    public var plain: [Sourced<String>] = []
    /// `directory`: a `Template`; nil: where the client was started.
    public var directory: Sourced<String>?
    /// `env`: names and `Template`s.
    public var environment: [String: Sourced<String>] = [:]
    /// `follow`
    public var follows = false
    /// `terminal`
    public var usesTerminal = false

    /// The layer of its file; the highest wins.
    public var layer: Int

    /// Makes a declaration.
    public init(
        tabs: [Sourced<String>], path: Sourced<String>, title: Sourced<String>? = nil,
        content: Sourced<ScreenContent>, command: [Sourced<String>] = [], query: [Sourced<String>] = [],
        refreshSeconds: Int? = nil, layer: Int = 0
    ) {
        self.tabs = tabs
        self.path = path
        self.title = title
        self.content = content
        self.command = command
        self.query = query
        self.refreshSeconds = refreshSeconds
        self.layer = layer
    }
}

/// `[[cell]]`
public struct RuleDeclaration: Sendable, Equatable {
    /// `kind`: exact, `a.b.*` or `*`.
    public var kind: Sourced<String>
    /// `state`: exact or `*`.
    public var state: Sourced<String>
    /// `when`: params that the cell must have, with these values as they stand in a path.
    public var conditions: [String: Sourced<String>]
    /// nil: the first tab that has the path's screen.
    public var tab: Sourced<String>?
    /// nil: the tab's root.
    public var path: Sourced<String>?
    /// What else it says of the route.
    public var manner: RouteManner

    /// The layer of its file; the highest wins.
    public var layer: Int

    /// Makes a declaration.
    public init(
        kind: Sourced<String>, state: Sourced<String>, conditions: [String: Sourced<String>] = [:],
        tab: Sourced<String>? = nil, path: Sourced<String>? = nil, manner: RouteManner = RouteManner(), layer: Int = 0
    ) {
        self.kind = kind
        self.state = state
        self.conditions = conditions
        self.tab = tab
        self.path = path
        self.manner = manner
        self.layer = layer
    }
}
