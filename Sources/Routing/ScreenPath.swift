/// The concrete path of one screen inside a tab: `runs/7/log`. At least one segment, each decoded.
///
/// The encoded text is split on `/` first and each segment is decoded once, as bytes, so `%2F` stays inside its segment
/// and nothing is decoded twice. What a segment may not be is refused here and nowhere else, and never repaired.
///
/// Two paths are one only when their bytes are: two spellings of "é" are two files to a command.
public struct ScreenPath: Sendable, Hashable, CustomStringConvertible {
    /// The decoded segments, at least one.
    public let segments: [String]

    /// The longest path, in segments.
    public static let maximumSegments = 32
    /// The longest segment, in bytes of its decoded text.
    public static let maximumSegmentBytes = 1024
    /// The longest path, in bytes of its encoded text: its link fits in `EventLimits.link`.
    public static let maximumBytes = 4000

    /// Makes a path from decoded segments; refused as `PathFailure` says.
    public init(segments: [String]) throws(PathFailure) {
        guard !segments.isEmpty else { throw .emptySegment }
        guard segments.count <= Self.maximumSegments else { throw .tooManySegments }
        for segment in segments { try Self.check(segment) }
        let length = segments.reduce(segments.count - 1) { $0 + PercentEncoding.encodedCount($1) }
        guard length <= Self.maximumBytes else { throw .tooLong }
        self.segments = segments
    }

    /// Parses encoded text (RFC 3986 path segments, without a leading slash).
    public init(parsing text: some StringProtocol) throws(PathFailure) {
        var decoded: [String] = []
        for part in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard decoded.count < Self.maximumSegments else { throw .tooManySegments }
            decoded.append(try PercentEncoding.decode(part))
        }
        try self.init(segments: decoded)
    }

    private init(unchecked segments: [String]) { self.segments = segments }

    /// The canonical encoded text: what parses back to this very path.
    public var description: String { segments.map(PercentEncoding.encode).joined(separator: "/") }

    /// Whether two paths are of the same bytes.
    public static func == (left: Self, right: Self) -> Bool {
        left.segments.elementsEqual(right.segments) { $0.utf8.elementsEqual($1.utf8) }
    }

    /// The proper prefixes, shortest first: the paths of the screens that may stand under this one.
    public var properPrefixes: [ScreenPath] {
        (1..<max(1, segments.count)).map { ScreenPath(unchecked: Array(segments[..<$0])) }
    }

    /// Refuses a decoded segment that no path may hold.
    static func check(_ segment: String) throws(PathFailure) {
        guard !segment.isEmpty else { throw .emptySegment }
        guard segment != ".", segment != ".." else { throw .dotSegment }
        guard segment.utf8.count <= maximumSegmentBytes else { throw .segmentTooLong }
        guard !segment.utf8.contains(0) else { throw .nul }
    }
}

/// Why a text is no path. Each says itself in `description`.
public enum PathFailure: Error, Sendable, Equatable, CustomStringConvertible {
    case emptySegment
    case dotSegment
    case nul
    case badPercent
    case invalidUTF8
    case segmentTooLong
    case tooManySegments
    case tooLong

    /// What is wrong, in words for people.
    public var description: String {
        switch self {
        case .emptySegment: "a path segment is empty"
        case .dotSegment: "a path segment is . or .."
        case .nul: "a path segment holds a NUL"
        case .badPercent: "a % is not followed by two hexadecimal digits"
        case .invalidUTF8: "a path segment is not UTF-8"
        case .segmentTooLong: "a path segment is longer than \(ScreenPath.maximumSegmentBytes) bytes"
        case .tooManySegments: "a path has more than \(ScreenPath.maximumSegments) segments"
        case .tooLong: "a path is longer than \(ScreenPath.maximumBytes) bytes"
        }
    }
}
