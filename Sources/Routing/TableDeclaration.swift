/// A route table as it was written, before it is judged: texts with their places.
///
/// `RouteTable.compile` turns it into a table and a list of findings. Reading files is not this target's business.
public struct TableDeclaration: Sendable, Equatable {
    public var tabs: [TabDeclaration] = []
    public var screens: [ScreenDeclaration] = []
    public var rules: [RuleDeclaration] = []
    public var fallbackTab: Sourced<String>?

    /// An empty table: every cell goes to the built-in fallback.
    public init() {}
}

/// `[[tab]]`
public struct TabDeclaration: Sendable, Equatable {
    public var id: Sourced<String>
    public var title: Sourced<String>?
    public var root: Sourced<String>
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
    public var path: Sourced<String>
    public var title: Sourced<String>?
    public var content: Sourced<ScreenContent>
    /// The arguments of a `command` screen.
    public var command: [Sourced<String>]
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
    public var kind: Sourced<String>
    public var state: Sourced<String>
    /// nil: the first tab that has the path's screen.
    public var tab: Sourced<String>?
    /// nil: the tab's root.
    public var path: Sourced<String>?
    public var stack: StackMode
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
