/// The literals below all nodes of a tree: for each node a small hash table, from the bytes of a segment to a node.
struct LiteralEdges: Sendable {
    /// The table of one node.
    struct Range: Sendable {
        fileprivate var start: Int32 = 0
        /// How far a hash is shifted to be a place in the table; 64: there is none.
        fileprivate var shift: Int32 = 64

        var isEmpty: Bool { shift == 64 }
    }

    private struct Edge: Sendable {
        var word: UInt64 = 0
        /// -1: a free place.
        var child: Int32 = -1
        var count: Int32 = 0
        /// Where its text stands in `bytes`, when it has more than the word holds.
        var start: Int32 = 0
    }

    private var edges: [Edge] = []
    private var bytes: [UInt8] = []

    /// The node below a segment; -1 when there is none.
    @inline(__always) func child(in range: Range, _ segment: PathSegment, in text: Span<UInt8>) -> Int32 {
        let mask = Self.mask(range)
        var place = Self.place(of: segment.word, range)
        while true {
            let edge = edges[Int(range.start) &+ place]
            if edge.child < 0 { return -1 }
            if edge.word == segment.word, isText(of: edge, segment, in: text) { return edge.child }
            place = (place &+ 1) & mask
        }
    }

    /// Lays out the table of one node from its literals, encoded and each once.
    mutating func add(_ children: [(text: String, node: Int32)]) -> Range {
        guard !children.isEmpty else { return Range() }
        // At least half of the places stay free: that is what ends a search.
        let bits = (children.count * 2 - 1).bitWidth - (children.count * 2 - 1).leadingZeroBitCount
        let range = Range(start: Int32(edges.count), shift: Int32(64 - bits))
        edges += [Edge](repeating: Edge(), count: 1 << bits)
        for (text, node) in children { put(text, node, in: range) }
        return range
    }

    private mutating func put(_ text: String, _ node: Int32, in range: Range) {
        let segment = PathSegment(of: text.utf8.span, from: 0)
        var place = Self.place(of: segment.word, range)
        while edges[Int(range.start) &+ place].child >= 0 { place = (place + 1) & Self.mask(range) }
        edges[Int(range.start) &+ place] = Edge(
            word: segment.word, child: node, count: Int32(segment.count), start: Int32(bytes.count))
        if segment.count > 8 { bytes += text.utf8 }
    }

    /// Only quick: whoever writes a table to make it slow harms himself.
    @inline(__always) private static func place(of word: UInt64, _ range: Range) -> Int {
        Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) &>> UInt64(truncatingIfNeeded: range.shift))
    }

    private static func mask(_ range: Range) -> Int {
        Int(truncatingIfNeeded: ~UInt64(0) &>> UInt64(truncatingIfNeeded: range.shift))
    }

    /// Whether an edge of the same word has the same text.
    @inline(__always) private func isText(of edge: Edge, _ segment: PathSegment, in text: Span<UInt8>) -> Bool {
        guard Int(edge.count) == segment.count else { return false }
        return segment.count <= 8 || isLongText(of: edge, segment, in: text)
    }

    private func isLongText(of edge: Edge, _ segment: PathSegment, in text: Span<UInt8>) -> Bool {
        let start = Int(edge.start)
        let known = bytes.span.extracting(start..<start + segment.count)
        let asked = text.extracting(segment.start..<segment.end)
        for index in stride(from: 0, to: segment.count, by: 8) where known.word(at: index) != asked.word(at: index) {
            return false
        }
        return true
    }
}
