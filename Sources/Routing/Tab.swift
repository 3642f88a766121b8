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
        var builder = ScreenTreeBuilder()
        for screen in screens { _ = builder.insert(screen) }
        self.id = id
        self.title = title
        self.root = root
        tree = builder.tree
    }

    /// Which of its screens is at a path, whatever its query; nil when there is none.
    public func index(of path: ScreenPath) -> Int? { tree.index(of: path) }

    /// The same for the bytes of a path's canonical text up to its `?`; nil for the bytes of anything else.
    public func index(of text: Span<UInt8>) -> Int? { tree.index(of: text) }

    /// The screen at a path, with what its pattern captures and what its query says; nil when the tab has none there,
    /// or one without such a key.
    public func screen(at path: ScreenPath) -> ScreenMatch? {
        indexWithKeys(at: path).map { ScreenMatch(index: $0, of: screens, path: path) }
    }

    /// The screens to stand on the stack so that the path is on top: the root, then each proper prefix that is a
    /// screen, then the path. A parent gets those values of the query that it has keys for, the root none. nil when
    /// there is no screen at the path.
    public func pushPath(to path: ScreenPath) -> PushPath? {
        guard indexWithKeys(at: path) != nil else { return nil }
        // Literals match in either spelling, so the root may be asked for by other bytes than its own.
        guard path.segments != root.segments || !path.query.isEmpty else { return PushPath(root: root) }
        var above: [ScreenPath] = []
        // Most prefixes are no screens: only those that are become paths.
        path.forEachProperPrefix { segments, bytes in
            guard let index = tree.index(of: path, bytes: bytes), !isRoot(path.segments, count: segments) else {
                return
            }
            let parent = path.prefix(segments: segments, bytes: bytes)
            above.append(path.query.isEmpty ? parent : parent.asking(path.query, for: screens[index].query))
        }
        above.append(path)
        return PushPath(root: root, above: above)
    }

    private func isRoot(_ segments: [String], count: Int) -> Bool {
        count == root.segments.count && segments.prefix(count).elementsEqual(root.segments)
    }

    private func indexWithKeys(at path: ScreenPath) -> Int? {
        guard let index = tree.index(of: path) else { return nil }
        let keys = screens[index].query
        return path.query.allSatisfy { keys.contains($0.name) } ? index : nil
    }
}
