// A program's output made into lines that are safe to show: its colours and attributes stay, everything else that
// talks to a terminal is removed. What it costs is bounded, whatever a program prints and however long it runs.

/// Takes a program's bytes as they arrive and keeps its last lines.
public struct CommandOutput: Sendable {
    /// A longer line goes on in the next one.
    public static let lineLimit = 4096

    /// Kept lines, oldest first; the last one may still be growing.
    public var lines: [Line] {
        builder.glyphs.isEmpty ? finished : finished + [Line(builder.glyphs)]
    }

    /// How many lines were dropped from the front to keep the bound.
    public private(set) var droppedLines = 0

    /// The most glyphs kept; each line counts at least as one.
    private let glyphLimit: Int
    private var finished: [Line] = []
    private var keptGlyphs = 0
    private var builder = GlyphBuilder(style: .plain)
    private var decoder = UTF8Decoder()
    private var filter = EscapeFilter()
    /// A carriage return came: what is printed next replaces the line, as a progress display wants.
    private var returned = false

    /// An empty output that keeps its last `glyphLimit` glyphs (within a quarter).
    public init(glyphLimit: Int = 262_144) {
        precondition(glyphLimit > 0, "an output that keeps nothing shows nothing")
        self.glyphLimit = glyphLimit
    }

    /// Takes more bytes; they may end inside a character or a sequence.
    public mutating func append(_ bytes: some Sequence<UInt8>) {
        var scalars: [Unicode.Scalar] = []
        for byte in bytes {
            decoder.decode(byte) { scalars.append($0) }
            for scalar in scalars {
                take(scalar)
            }
            scalars.removeAll(keepingCapacity: true)
        }
    }

    /// No more bytes will come.
    public mutating func finish() {
        var scalars: [Unicode.Scalar] = []
        decoder.finish { scalars.append($0) }
        for scalar in scalars {
            take(scalar)
        }
        if !builder.glyphs.isEmpty {
            endLine()
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) {
        switch filter.take(scalar) {
        case .text(let scalar):
            startOverIfReturned()
            builder.add(scalar)
            endLineIfFull()
        case .control(let control):
            take(control: control)
        case .rendition(let parameters):
            builder.style.apply(rendition: parameters)
        case .nothing:
            break
        }
    }

    private mutating func take(control: Unicode.Scalar) {
        switch control {
        case "\n":
            endLine()
        case "\r":
            returned = true
        case "\t":
            startOverIfReturned()
            builder.addSpaces(Line.tabStop - columnCount(builder.glyphs) % Line.tabStop)
            endLineIfFull()
        case "\u{8}":
            builder.removeLast()
        default:
            break
        }
    }

    private mutating func startOverIfReturned() {
        if returned {
            returned = false
            _ = builder.take()
        }
    }

    private mutating func endLineIfFull() {
        if builder.glyphs.count >= Self.lineLimit {
            endLine()
        }
    }

    private mutating func endLine() {
        returned = false
        let line = Line(builder.take())
        finished.append(line)
        keptGlyphs += max(1, line.glyphs.count)
        // A quarter more than the limit may stand, so that dropping from the front is not done for each line.
        if keptGlyphs > glyphLimit + glyphLimit / 4 {
            dropOldest()
        }
    }

    private mutating func dropOldest() {
        var count = 0
        while keptGlyphs > glyphLimit, count < finished.count - 1 {
            keptGlyphs -= max(1, finished[count].glyphs.count)
            count += 1
        }
        finished.removeFirst(count)
        droppedLines += count
    }
}
