/// A top-level place with its own navigation stack: its root and the screens that can stand on it.
public struct Tab: Sendable {
    /// Its id, by the rule of `TabID`; the host of its links.
    public let id: String
    /// What the tab bar calls it.
    public let title: String
    /// The screen at the bottom of its stack; a literal path.
    public let root: ScreenPath
    /// Its screens, in the order of declaration.
    public var screens: [Screen] { tree.screens }

    private let tree: ScreenTree

    /// Makes a tab. Of two screens of the same shape the first is kept: the table's lint has named the other.
    public init(id: String, title: String, root: ScreenPath, screens: [Screen]) {
        var tree = ScreenTree()
        for screen in screens { _ = tree.insert(screen) }
        self.id = id
        self.title = title
        self.root = root
        self.tree = tree
    }

    /// Which of its screens is at a path, whatever its query; nil when there is none.
    public func index(of path: ScreenPath) -> Int? { tree.index(of: path) }

    /// The screen at a path, with what its pattern captures and what its query says; nil when the tab has none there,
    /// or one without such a key.
    public func screen(at path: ScreenPath) -> ScreenMatch? {
        guard let screen = screenWithKeys(at: path), var captures = screen.pattern.captures(of: path) else {
            return nil
        }
        for value in path.query { captures[value.name] = value.value }
        return ScreenMatch(screen: screen, path: path, captures: captures)
    }

    /// The screens to stand on the stack so that the path is on top: the root, then each proper prefix that is a
    /// screen, then the path. A parent gets those values of the query that it has keys for, the root none. nil when
    /// there is no screen at the path.
    public func pushPath(to path: ScreenPath) -> PushPath? {
        guard screenWithKeys(at: path) != nil else { return nil }
        // Literals match in either spelling, so the root may be asked for by other bytes than its own.
        guard path.segments != root.segments || !path.query.isEmpty else { return PushPath(root: root) }
        let parents = path.properPrefixes.compactMap { prefix -> ScreenPath? in
            guard let index = tree.index(of: prefix), prefix.segments != root.segments else { return nil }
            return path.query.isEmpty ? prefix : prefix.asking(path.query, for: screens[index].query)
        }
        return PushPath(root: root, above: parents + [path])
    }

    private func screenWithKeys(at path: ScreenPath) -> Screen? {
        guard let index = tree.index(of: path) else { return nil }
        let screen = screens[index]
        return path.query.allSatisfy { screen.query.contains($0.name) } ? screen : nil
    }
}
