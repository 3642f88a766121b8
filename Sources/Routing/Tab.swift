/// A top-level place with its own navigation stack: its root and the screens that can stand on it.
public struct Tab: Sendable {
    /// Its id, by the rule of `TabID`; the host of its links.
    public let id: String
    /// What the tab bar calls it.
    public let title: String
    /// The screen at the bottom of its stack; a literal path.
    public let root: ScreenPath
    /// Its screens, in the order of declaration.
    public let screens: [Screen]

    private let tree: ScreenTree

    /// Makes a tab. Of two screens of the same shape the first is kept: the table's lint has named the other.
    public init(id: String, title: String, root: ScreenPath, screens: [Screen]) {
        var tree = ScreenTree()
        self.screens = screens.filter { tree.insert($0) == nil }
        self.id = id
        self.title = title
        self.root = root
        self.tree = tree
    }

    /// The screen at a path, with what its pattern captures; nil when the tab has none there.
    public func screen(at path: ScreenPath) -> ScreenMatch? {
        guard let screen = tree.screen(at: path), let captures = screen.pattern.captures(of: path) else { return nil }
        return ScreenMatch(screen: screen, path: path, captures: captures)
    }

    /// The screens to stand on the stack so that the path is on top: the root, then each proper prefix that is a
    /// screen, then the path. nil when there is no screen at the path.
    public func pushPath(to path: ScreenPath) -> PushPath? {
        guard tree.screen(at: path) != nil else { return nil }
        // Literals match in either spelling, so the root may be asked for by other bytes than its own.
        guard path.segments != root.segments else { return PushPath(root: root) }
        let parents = path.properPrefixes.filter { $0.segments != root.segments && tree.screen(at: $0) != nil }
        return PushPath(root: root, above: parents + [path])
    }
}
