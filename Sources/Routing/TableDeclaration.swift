/// A route table as it was written, before it is judged: texts with their places.
///
/// `RouteTable.compile` turns it into a table and a list of findings. Reading files is not this target's business.
public struct TableDeclaration: Sendable, Equatable {
    /// Every `[[tab]]`, in any order.
    public var tabs: [TabDeclaration] = []
    /// Every `[[screen]]`, in any order.
    public var screens: [ScreenDeclaration] = []
    /// Every `[[cell]]`, in any order.
    public var rules: [RuleDeclaration] = []
    /// `[fallback] tab`; nil: the built-in tab serves.
    public var fallbackTab: Sourced<String>?

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

    /// Makes a declaration.
    public init(id: Sourced<String>, title: Sourced<String>? = nil, root: Sourced<String>, order: Int? = nil) {
        self.id = id
        self.title = title
        self.root = root
        self.order = order
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
    /// `refresh` in seconds, from 1 to 3600; nil: run once.
    public var refreshSeconds: Int?

    /// Makes a declaration.
    public init(
        tabs: [Sourced<String>], path: Sourced<String>, title: Sourced<String>? = nil,
        content: Sourced<ScreenContent>, command: [Sourced<String>] = [], refreshSeconds: Int? = nil
    ) {
        self.tabs = tabs
        self.path = path
        self.title = title
        self.content = content
        self.command = command
        self.refreshSeconds = refreshSeconds
    }
}

/// `[[cell]]`
public struct RuleDeclaration: Sendable, Equatable {
    /// `kind`: exact, `a.b.*` or `*`.
    public var kind: Sourced<String>
    /// `state`: exact or `*`.
    public var state: Sourced<String>
    /// nil: the first tab that has the path's screen.
    public var tab: Sourced<String>?
    /// nil: the tab's root.
    public var path: Sourced<String>?
    /// `stack`.
    public var stack: StackMode
    /// `allow_jump`.
    public var allowsJump: Bool

    /// Makes a declaration.
    public init(
        kind: Sourced<String>, state: Sourced<String>, tab: Sourced<String>? = nil, path: Sourced<String>? = nil,
        stack: StackMode = .rebuild, allowsJump: Bool = false
    ) {
        self.kind = kind
        self.state = state
        self.tab = tab
        self.path = path
        self.stack = stack
        self.allowsJump = allowsJump
    }
}
