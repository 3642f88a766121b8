/// Cuts a byte stream into lines (LF; CRLF accepted), each with a limit.
///
/// It keeps only the unfinished line. A line that is too long is reported once, at its limit, and skipped to its end, so
/// one long line costs one error and the next line is read as usual.
public struct FrameReader: Sendable {
    /// One thing that was cut from the stream.
    public enum Frame: Sendable, Equatable {
        /// A line without its end. Empty lines are skipped.
        case line([UInt8])
        /// A line that is longer than the limit; what stood in it is gone.
        case tooLong
    }

    private let limit: Int
    private var partial: [UInt8] = []
    private var isSkipping = false

    /// Cuts lines of at most `limit` bytes, their end not counted.
    public init(limit: Int) { self.limit = limit }

    /// Whether bytes of an unfinished line are kept.
    public var hasPartialLine: Bool { isSkipping || !partial.isEmpty }

    /// Takes what was read and hands over each line that it completes, in order.
    public mutating func read(_ bytes: ArraySlice<UInt8>, _ body: (Frame) -> Void) {
        var rest = bytes
        while let frame = next(from: &rest) { body(frame) }
    }

    /// Takes one line off the front of what was read, so that the rest can wait uncut; nil: all of it was taken, and no
    /// further line is complete.
    public mutating func next(from bytes: inout ArraySlice<UInt8>) -> Frame? {
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            let piece = bytes[bytes.startIndex..<end]
            bytes = bytes[(end + 1)...]
            if let frame = finish(piece) { return frame }
        }
        defer { bytes = [] }
        return keep(bytes)
    }

    private mutating func finish(_ piece: ArraySlice<UInt8>) -> Frame? {
        guard !isSkipping else {
            isSkipping = false
            return nil
        }
        var line = partial.isEmpty ? Array(piece) : partial + piece
        partial.removeAll()
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard line.count <= limit else { return .tooLong }
        return line.isEmpty ? nil : .line(line)
    }

    private mutating func keep(_ piece: ArraySlice<UInt8>) -> Frame? {
        guard !isSkipping, !piece.isEmpty else { return nil }
        // One more byte than the limit may be the CR of a line's end.
        guard partial.count + piece.count <= limit + 1 else {
            partial = []
            isSkipping = true
            return .tooLong
        }
        partial += piece
        return nil
    }
}
