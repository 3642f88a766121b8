/// Makes the tabs from the route table, and turns a place inside one into a push path.
///
/// The daemon makes it from the table, the client from what `hello` gave: both give the same answer.
public struct TabFactory: Sendable {
    /// The tabs in the order of their digits.
    public let tabs: [Tab]
    private let indices: [String: Int]

    /// Holds ready tabs; of two with one id the first is kept.
    public init(tabs: [Tab]) {
        var indices: [String: Int] = [:]
        var kept: [Tab] = []
        for tab in tabs where indices[tab.id] == nil {
            indices[tab.id] = kept.count
            kept.append(tab)
        }
        self.tabs = kept
        self.indices = indices
    }

    /// The tab with this id; nil when the table has none.
    public func tab(_ id: String) -> Tab? { indices[id].map { tabs[$0] } }

    /// The screens for a place in a tab; a nil path is the tab's root.
    public func pushPath(tab id: String, path: ScreenPath?) throws(PlaceFailure) -> PushPath {
        guard let tab = tab(id) else { throw .noTab(id) }
        guard let path else { return PushPath(root: tab.root) }
        if let pushPath = tab.pushPath(to: path) { return pushPath }
        guard let index = tab.index(of: path) else { throw .noScreen(tab: id, path: path) }
        let keys = tab.screens[index].query
        let unknown = path.query.first { !keys.contains($0.name) }
        throw .noKey(unknown?.name ?? "", path: path.withoutQuery, known: keys)
    }
}

/// Why a tab and a path are no place. Each says itself in `description`.
public enum PlaceFailure: Error, Sendable, Equatable, CustomStringConvertible {
    case noTab(String)
    case noScreen(tab: String, path: ScreenPath)
    /// The screen declares no such query key.
    case noKey(String, path: ScreenPath, known: [String])

    /// What is wrong, in words for people.
    public var description: String {
        switch self {
        case .noTab(let id): "there is no tab \(id)"
        case .noKey(let key, let path, let known):
            "the screen at \(path) has no query key \(key)"
                + (known.isEmpty ? "" : "; it has \(known.joined(separator: ", "))")
        case .noScreen(let tab, let path): "tab \(tab) has no screen at \(path)"
        }
    }
}
