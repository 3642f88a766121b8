/// The screens of one tab, found by path: a tree of segments.
///
/// At each node a literal is tried before an integer, before a parameter, before the rest, so the answer is the first
/// in the total order whatever order the screens were declared in. A path visits each node at most once.
struct ScreenTree: Sendable {
    private struct Node: Sendable {
        var literals: [String: Int] = [:]
        var integer: Int?
        var parameter: Int?
        var rest: Screen?
        var screen: Screen?
    }

    private var nodes = [Node()]

    /// Adds a screen; returns the one in the way when a pattern of the same shape is there already.
    mutating func insert(_ screen: Screen) -> Screen? {
        var node = 0
        for segment in screen.pattern.segments {
            switch segment {
            case .literal(let text): node = child(of: node, at: \.literals[text])
            case .integer: node = child(of: node, at: \.integer)
            case .parameter: node = child(of: node, at: \.parameter)
            case .rest:
                if let other = nodes[node].rest { return other }
                nodes[node].rest = screen
                return nil
            }
        }
        if let other = nodes[node].screen { return other }
        nodes[node].screen = screen
        return nil
    }

    /// The screen at a path, by the total order; nil when there is none.
    func screen(at path: ScreenPath) -> Screen? { screen(at: path.segments[...], below: 0) }

    private func screen(at segments: ArraySlice<String>, below index: Int) -> Screen? {
        let node = nodes[index]
        guard let segment = segments.first else { return node.screen }
        let next = segments.dropFirst()
        if let child = node.literals[segment], let found = screen(at: next, below: child) { return found }
        if let child = node.integer, PathPattern.isInteger(segment), let found = screen(at: next, below: child) {
            return found
        }
        if let child = node.parameter, let found = screen(at: next, below: child) { return found }
        return node.rest
    }

    private mutating func child(of node: Int, at edge: WritableKeyPath<Node, Int?>) -> Int {
        if let child = nodes[node][keyPath: edge] { return child }
        nodes.append(Node())
        nodes[node][keyPath: edge] = nodes.count - 1
        return nodes.count - 1
    }
}
