/// The screens of one tab, found by path: a tree of segments, walked on the bytes of the path's canonical text.
///
/// At each node a literal is tried before an integer, before a parameter, before the rest, so the answer is the first
/// in the total order whatever order the screens were declared in. A path visits each node at most once, and all
/// literals of all nodes are in one hash table: the cost does not grow with the number of screens.
struct ScreenTree: Sendable {
    /// What stands below a prefix; -1: nothing. `screen` and `rest` are indices of screens, the others of nodes.
    private struct Node: Sendable {
        var integer: Int32 = -1
        var parameter: Int32 = -1
        var rest: Int32 = -1
        var screen: Int32 = -1
        var spellings: Int32 = -1
        var hasLiterals = false
    }

    /// In the order in which they were added.
    private(set) var screens: [Screen] = []
    private var nodes = [Node()]
    private var literals = LiteralEdges()
    /// Literals that are not ASCII, as texts: they match in either spelling.
    private var spellings: [[String: Int32]] = []

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

    private mutating func place(_ screen: Screen, at place: WritableKeyPath<Node, Int32>, of node: Int) -> Screen? {
        let other = nodes[node][keyPath: place]
        guard other < 0 else { return screens[Int(other)] }
        nodes[node][keyPath: place] = Int32(screens.count)
        screens.append(screen)
        return nil
    }

    private mutating func child(of node: Int, at edge: WritableKeyPath<Node, Int32>) -> Int {
        let child = nodes[node][keyPath: edge]
        if child >= 0 { return Int(child) }
        nodes[node][keyPath: edge] = Int32(nodes.count)
        nodes.append(Node())
        return nodes.count - 1
    }

    private mutating func child(of node: Int, literal text: String) -> Int {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return child(of: node, spelling: text) }
        let bytes = Array(PercentEncoding.encode(text).utf8)
        if let child = literals.child(of: Int32(node), bytes.span, LiteralEdges.hash(bytes.span)) { return Int(child) }
        literals.insert(bytes, from: Int32(node), to: Int32(nodes.count))
        nodes[node].hasLiterals = true
        nodes.append(Node())
        return nodes.count - 1
    }

    private mutating func child(of node: Int, spelling text: String) -> Int {
        if nodes[node].spellings < 0 {
            nodes[node].spellings = Int32(spellings.count)
            spellings.append([:])
        }
        let index = Int(nodes[node].spellings)
        if let child = spellings[index][text] { return Int(child) }
        spellings[index][text] = Int32(nodes.count)
        nodes.append(Node())
        return nodes.count - 1
    }

    // MARK: Looking up

    /// The index of the screen at a path, by the total order; nil when there is none. The query is not looked at.
    func index(of path: ScreenPath) -> Int? {
        let found = find(path.description.utf8.span.extracting(first: path.pathBytes), of: path, node: 0, depth: 0)
        return found < 0 ? nil : Int(found)
    }

    private func find(_ text: Span<UInt8>, of path: borrowing ScreenPath, node: Int, depth: Int) -> Int32 {
        let here = nodes[node]
        let (end, hash) = LiteralEdges.segment(of: text)
        let segment = text.extracting(first: end)
        let isLast = end == text.count
        let next = isLast ? text.extracting(last: 0) : text.extracting(droppingFirst: end + 1)

        func below(_ child: Int32) -> Int32 {
            guard child >= 0 else { return -1 }
            if isLast { return nodes[Int(child)].screen }
            return find(next, of: path, node: Int(child), depth: depth + 1)
        }
        if here.hasLiterals, let child = literals.child(of: Int32(node), segment, hash) {
            let found = below(child)
            if found >= 0 { return found }
        }
        if here.spellings >= 0, let child = spellings[Int(here.spellings)][path.segments[depth]] {
            let found = below(child)
            if found >= 0 { return found }
        }
        if here.integer >= 0, Self.isInteger(segment) {
            let found = below(here.integer)
            if found >= 0 { return found }
        }
        let found = below(here.parameter)
        return found >= 0 ? found : here.rest
    }

    private static func isInteger(_ bytes: Span<UInt8>) -> Bool {
        let start = bytes.count > 1 && bytes[0] == UInt8(ascii: "-") ? 1 : 0
        for index in start..<bytes.count where bytes[index] < UInt8(ascii: "0") || bytes[index] > UInt8(ascii: "9") {
            return false
        }
        return !bytes.isEmpty
    }
}

/// All literal edges of a tree in one hash table: from a node, by the bytes of a segment, to a node.
private struct LiteralEdges: Sendable {
    private struct Edge: Sendable {
        var hash: UInt32 = 0
        var parent: Int32 = -1
        var start: Int32 = 0
        var count: Int32 = 0
        var child: Int32 = -1
    }

    /// As many as a power of two, at least twice the edges; a free one has no child.
    private var slots = [Edge](repeating: Edge(), count: 8)
    private var bytes: [UInt8] = []
    private var count = 0

    /// Where the first segment of a text ends, and its hash. Only quick: whoever writes a table harms himself.
    static func segment(of text: Span<UInt8>) -> (end: Int, hash: UInt32) {
        var hash: UInt64 = 0
        var index = 0
        while index < text.count, text[index] != UInt8(ascii: "/") {
            hash = (hash << 5 | hash >> 59) ^ UInt64(text[index])
            index += 1
        }
        return (index, UInt32(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32))
    }

    /// The hash of a whole segment; an encoded one holds no slash.
    static func hash(_ segment: Span<UInt8>) -> UInt32 { self.segment(of: segment).hash }

    private func slot(of parent: Int32, _ hash: UInt32) -> Int {
        Int(hash &+ UInt32(bitPattern: parent) &* 0x85EB_CA6B) & (slots.count - 1)
    }

    func child(of parent: Int32, _ segment: Span<UInt8>, _ hash: UInt32) -> Int32? {
        var index = slot(of: parent, hash)
        while slots[index].child >= 0 {
            let edge = slots[index]
            if edge.hash == hash, edge.parent == parent, isText(of: edge, segment) { return edge.child }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    private func isText(of edge: Edge, _ segment: Span<UInt8>) -> Bool {
        guard Int(edge.count) == segment.count else { return false }
        let start = Int(edge.start)
        for offset in 0..<segment.count where bytes[start + offset] != segment[offset] { return false }
        return true
    }

    /// Adds an edge that is not there.
    mutating func insert(_ segment: [UInt8], from parent: Int32, to child: Int32) {
        if (count + 1) * 2 > slots.count { grow() }
        put(
            Edge(
                hash: Self.hash(segment.span), parent: parent, start: Int32(bytes.count), count: Int32(segment.count),
                child: child))
        bytes += segment
        count += 1
    }

    private mutating func put(_ edge: Edge) {
        var index = slot(of: edge.parent, edge.hash)
        while slots[index].child >= 0 { index = (index + 1) & (slots.count - 1) }
        slots[index] = edge
    }

    private mutating func grow() {
        let edges = slots.filter { $0.child >= 0 }
        slots = [Edge](repeating: Edge(), count: slots.count * 2)
        for edge in edges { put(edge) }
    }
}
