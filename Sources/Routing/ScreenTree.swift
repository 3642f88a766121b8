/// The screens of one tab, found by path: a tree of segments, walked on the bytes of the path's canonical text.
///
/// At each node a literal is tried before an integer, before a parameter, before the rest, so the answer is the first
/// in the total order whatever order the screens were declared in. A node's literals are in a small hash table of its
/// own, beside those of the node above, so the cost does not grow with the number of screens.
struct ScreenTree: Sendable {
    /// What stands below a prefix; -1: nothing. `screen` and `rest` are indices of screens, the others of nodes.
    struct Node: Sendable {
        var integer: Int32 = -1
        var parameter: Int32 = -1
        var rest: Int32 = -1
        var screen: Int32 = -1
        /// Which of the tables of literals that are not ASCII is this node's.
        var spellings: Int32 = -1
        var literals = LiteralEdges.Range()

        /// Whether a segment that is no literal can only be the parameter.
        var isPlain: Bool { (integer & spellings) == -1 }
    }

    /// In the order in which they were added.
    let screens: [Screen]
    private let nodes: [Node]
    private let literals: LiteralEdges
    private let spellings: [[String: Int32]]

    /// Holds what a builder laid out; the first node is the root.
    init(screens: [Screen], nodes: [Node], literals: LiteralEdges, spellings: [[String: Int32]]) {
        self.screens = screens
        self.nodes = nodes
        self.literals = literals
        self.spellings = spellings
    }

    /// The index of the screen at a path, by the total order; nil when there is none. The query is not looked at.
    func index(of path: borrowing ScreenPath) -> Int? { index(of: path, bytes: path.pathBytes) }

    /// The same for a prefix of the path: so many bytes of its text, which end where a segment does.
    func index(of path: borrowing ScreenPath, bytes: Int) -> Int? {
        index(of: path.description.utf8.span.extracting(first: bytes))
    }

    /// The same for the bytes of a path's text.
    func index(of text: Span<UInt8>) -> Int? {
        let found = find(text, from: 0, below: 0)
        return found < 0 ? nil : Int(found)
    }

    /// Walks down as long as there is one way to go; only where there are several does it come back.
    private func find(_ text: Span<UInt8>, from start: Int, below node: Int32) -> Int32 {
        let nodes = nodes.span
        var start = start
        var node = node
        // What serves when the way ends: the rest of the nearest node above that has one.
        var rest: Int32 = -1
        while true {
            let here = nodes[Int(node)]
            let segment = PathSegment(of: text, from: start)
            guard segment.count > 0 else { return -1 }
            if here.rest >= 0 { rest = here.rest }
            var next = here.literals.isEmpty ? -1 : literals.child(in: here.literals, segment, in: text)
            if next < 0, here.isPlain {
                next = here.parameter
            } else if (here.parameter & here.integer & here.spellings) != -1 {
                let found = find(text, behind: segment, literal: next, of: here)
                if found >= 0 { return found }
                next = here.parameter
            }
            guard next >= 0 else { return rest }
            if segment.end == text.count { return nodes[Int(next)].screen >= 0 ? nodes[Int(next)].screen : rest }
            start = segment.end &+ 1
            node = next
        }
    }

    /// What is behind a segment by any way but a parameter: a literal in either form, an integer.
    @inline(never)
    private func find(_ text: Span<UInt8>, behind segment: PathSegment, literal: Int32, of node: Node) -> Int32 {
        func screen(below node: Int32) -> Int32 {
            if node < 0 { return -1 }
            if segment.end == text.count { return nodes[Int(node)].screen }
            return find(text, from: segment.end + 1, below: node)
        }
        var found = screen(below: literal)
        if found < 0, node.spellings >= 0 {
            found = screen(below: spelling(of: segment, in: text, at: Int(node.spellings)))
        }
        if found < 0, node.integer >= 0, segment.isInteger(in: text) { found = screen(below: node.integer) }
        return found
    }

    /// Few tables have such literals, and few paths: those pay for it.
    private func spelling(of segment: PathSegment, in text: Span<UInt8>, at index: Int) -> Int32 {
        let bytes = (segment.start..<segment.end).map { text[$0] }
        do throws(PathFailure) { return spellings[index][try PercentEncoding.decode(bytes)] ?? -1 } catch { return -1 }
    }
}
