/// Grows a tree of screens one by one, then lays it out for looking up.
struct ScreenTreeBuilder {
    private struct Node {
        var literals: [String: Int] = [:]
        /// Literals that are not ASCII: they match in either spelling, so they stay texts.
        var spellings: [String: Int] = [:]
        var integer: Int?
        var parameter: Int?
        var rest: Int?
        var screen: Int?
    }

    private var screens: [Screen] = []
    private var nodes = [Node()]

    /// Adds a screen; returns the one in the way when a pattern of the same shape is there already.
    mutating func insert(_ screen: Screen) -> Screen? {
        var node = 0
        for segment in screen.pattern.segments {
            switch segment {
            case .literal(let text): node = child(of: node, literal: text)
            case .integer: node = child(of: node, at: \.integer)
            case .parameter: node = child(of: node, at: \.parameter)
            case .rest: return place(screen, at: \.rest, of: node)
            }
        }
        return place(screen, at: \.screen, of: node)
    }

    private mutating func place(_ screen: Screen, at place: WritableKeyPath<Node, Int?>, of node: Int) -> Screen? {
        if let other = nodes[node][keyPath: place] { return screens[other] }
        nodes[node][keyPath: place] = screens.count
        screens.append(screen)
        return nil
    }

    private mutating func child(of node: Int, literal text: String) -> Int {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return child(of: node, at: \.spellings[text]) }
        return child(of: node, at: \.literals[PercentEncoding.encode(text)])
    }

    private mutating func child(of node: Int, at edge: WritableKeyPath<Node, Int?>) -> Int {
        if let child = nodes[node][keyPath: edge] { return child }
        nodes[node][keyPath: edge] = nodes.count
        nodes.append(Node())
        return nodes.count - 1
    }

    /// The tree of what was added: a node's children stand beside each other, those of a path near each other.
    var tree: ScreenTree {
        var layout = Layout()
        layout.add(0, of: nodes)
        return ScreenTree(
            screens: screens, nodes: layout.nodes, literals: layout.literals, spellings: layout.spellings)
    }

    /// The nodes in the order of a walk through the whole tree.
    private struct Layout {
        var nodes: [ScreenTree.Node] = []
        var literals = LiteralEdges()
        var spellings: [[String: Int32]] = []

        /// Adds a node and all below it; paths are of at most `ScreenPath.maximumSegments` segments, so is the depth.
        @discardableResult mutating func add(_ index: Int, of source: [Node]) -> Int32 {
            let place = nodes.count
            nodes.append(ScreenTree.Node())
            let node = source[index]
            var laid = ScreenTree.Node()
            laid.screen = node.screen.map(Int32.init) ?? -1
            laid.rest = node.rest.map(Int32.init) ?? -1
            laid.integer = node.integer.map { add($0, of: source) } ?? -1
            laid.parameter = node.parameter.map { add($0, of: source) } ?? -1
            if !node.spellings.isEmpty {
                let table = node.spellings.mapValues { add($0, of: source) }
                laid.spellings = Int32(spellings.count)
                spellings.append(table)
            }
            laid.literals = literals.add(
                node.literals.sorted { $0.key < $1.key }.map { (text: $0.key, node: add($0.value, of: source)) })
            nodes[place] = laid
            return Int32(place)
        }
    }
}
