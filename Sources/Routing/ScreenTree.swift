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

        /// Whether all below is literals of ASCII.
        var hasOnlyLiterals: Bool { hasLiterals && (integer & parameter & rest & spellings) == -1 }
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
        let segment = PathSegment(of: bytes.span, from: 0)
        if let child = literals.child(of: Int32(node), segment, in: bytes.span) { return Int(child) }
        literals.insert(segment, of: bytes, from: Int32(node), to: Int32(nodes.count))
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
    func index(of path: borrowing ScreenPath) -> Int? {
        let found = find(path.description.utf8.span.extracting(first: path.pathBytes), from: 0, below: 0)
        return found < 0 ? nil : Int(found)
    }

    /// Walks down as long as there is one way to go; only where there are several does it come back.
    private func find(_ text: Span<UInt8>, from start: Int, below node: Int32) -> Int32 {
        var start = start
        var node = node
        let nodes = nodes.span
        while true {
            let here = nodes[Int(node)]
            let segment = PathSegment(of: text, from: start)
            // Most nodes have one kind of child: that way needs no list.
            if here.hasOnlyLiterals {
                guard let child = literals.child(of: node, segment, in: text) else { return -1 }
                if segment.end == text.count { return nodes[Int(child)].screen }
                (start, node) = (segment.end + 1, child)
                continue
            }
            var ways = Ways(rest: here.rest)
            if here.hasLiterals { ways.add(literals.child(of: node, segment, in: text)) }
            if here.spellings >= 0 { ways.add(spelling(of: segment, in: text, at: Int(here.spellings))) }
            if here.integer >= 0, segment.isInteger(in: text) { ways.add(here.integer) }
            if here.parameter >= 0 { ways.add(here.parameter) }
            if segment.end == text.count { return ways.first { nodes[Int($0)].screen } }
            start = segment.end + 1
            guard let only = ways.only else { return ways.first { find(text, from: start, below: $0) } }
            node = only
        }
    }

    /// Few tables have such literals, and few paths: those pay for it.
    private func spelling(of segment: PathSegment, in text: Span<UInt8>, at index: Int) -> Int32? {
        let bytes = (segment.start..<segment.end).map { text[$0] }
        do throws(PathFailure) { return spellings[index][try PercentEncoding.decode(bytes)] } catch { return nil }
    }
}

/// Where a path can go on from a node, best first: at most a literal in each form, an integer and a parameter.
private struct Ways {
    private var ways: (Int32, Int32, Int32, Int32) = (-1, -1, -1, -1)
    private var count = 0
    /// What serves when no way leads to a screen.
    private let rest: Int32

    init(rest: Int32) { self.rest = rest }

    mutating func add(_ way: Int32?) {
        guard let way else { return }
        switch count {
        case 0: ways.0 = way
        case 1: ways.1 = way
        case 2: ways.2 = way
        default: ways.3 = way
        }
        count += 1
    }

    /// The way, if there is but one and nothing to come back to.
    var only: Int32? { count == 1 && rest < 0 ? ways.0 : nil }

    /// What the first way that leads to something leads to; else the rest.
    func first(_ body: (Int32) -> Int32) -> Int32 {
        var found = count > 0 ? body(ways.0) : -1
        if found < 0, count > 1 { found = body(ways.1) }
        if found < 0, count > 2 { found = body(ways.2) }
        if found < 0, count > 3 { found = body(ways.3) }
        return found < 0 ? rest : found
    }
}

/// One segment of an encoded path: where it stands, and its bytes in one word.
private struct PathSegment {
    let start: Int
    let end: Int
    /// Eight bytes and fewer as they are; of more, all of them folded.
    let word: UInt64

    var count: Int { end - start }

    init(of text: Span<UInt8>, from start: Int) {
        var word: UInt64 = 0
        var index = start
        while index < text.count, text[index] != UInt8(ascii: "/") {
            word = (word << 8 | word >> 56) ^ UInt64(text[index])
            index += 1
        }
        self.start = start
        self.word = word
        end = index
    }

    func isInteger(in text: Span<UInt8>) -> Bool {
        let digits = count > 1 && text[start] == UInt8(ascii: "-") ? start + 1 : start
        for index in digits..<end where text[index] < UInt8(ascii: "0") || text[index] > UInt8(ascii: "9") {
            return false
        }
        return count > 0
    }
}

/// All literal edges of a tree in one hash table: from a node, by the bytes of a segment, to a node.
private struct LiteralEdges: Sendable {
    private struct Edge: Sendable {
        var word: UInt64 = 0
        var parent: Int32 = -1
        var child: Int32 = -1
        var start: Int32 = 0
        var count: Int32 = 0
    }

    /// As many as a power of two, at least twice the edges; a free one has no child.
    private var slots = [Edge](repeating: Edge(), count: 8)
    private var bytes: [UInt8] = []
    private var count = 0

    /// Only quick: whoever writes a table to make it slow harms himself.
    private func slot(of parent: Int32, _ word: UInt64) -> Int {
        let mixed = (word ^ UInt64(UInt32(bitPattern: parent)) &* 0xC2B2_AE3D_27D4_EB4F) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32) & (slots.count - 1)
    }

    @inline(__always) func child(of parent: Int32, _ segment: PathSegment, in text: Span<UInt8>) -> Int32? {
        var index = slot(of: parent, segment.word)
        while true {
            let edge = slots[index]
            if edge.child < 0 { return nil }
            if edge.word == segment.word, edge.parent == parent, isText(of: edge, segment, in: text) {
                return edge.child
            }
            index = (index + 1) & (slots.count - 1)
        }
    }

    /// Whether an edge of the same word has the same text.
    private func isText(of edge: Edge, _ segment: PathSegment, in text: Span<UInt8>) -> Bool {
        guard Int(edge.count) == segment.count else { return false }
        guard segment.count > 8 else { return true }
        let start = Int(edge.start)
        for offset in 0..<segment.count where bytes[start + offset] != text[segment.start + offset] { return false }
        return true
    }

    /// Adds an edge that is not there.
    mutating func insert(_ segment: PathSegment, of text: [UInt8], from parent: Int32, to child: Int32) {
        if (count + 1) * 2 > slots.count { grow() }
        put(
            Edge(
                word: segment.word, parent: parent, child: child, start: Int32(bytes.count), count: Int32(text.count)))
        bytes += text
        count += 1
    }

    private mutating func put(_ edge: Edge) {
        var index = slot(of: edge.parent, edge.word)
        while slots[index].child >= 0 { index = (index + 1) & (slots.count - 1) }
        slots[index] = edge
    }

    private mutating func grow() {
        let edges = slots.filter { $0.child >= 0 }
        slots = [Edge](repeating: Edge(), count: slots.count * 2)
        for edge in edges { put(edge) }
    }
}
