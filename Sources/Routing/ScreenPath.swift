/// The concrete path of one screen inside a tab: `runs/7/log`, `runs?branch=main`. At least one segment, each decoded.
///
/// The encoded text is split on `/` first and each segment is decoded once, as bytes, so `%2F` stays inside its segment
/// and nothing is decoded twice. What a segment may not be is refused here and nowhere else, and never repaired.
///
/// Two paths are one only when their bytes are: two spellings of "é" are two files to a command. The query belongs to
/// the path: the same screen with another value is another place.
public struct ScreenPath: Sendable, Hashable, CustomStringConvertible {
    /// The decoded segments, at least one.
    public let segments: [String]
    /// What stands behind `?`, by name; no name twice.
    public let query: [QueryValue]
    /// The canonical encoded text: what parses back to this very path. ASCII.
    public let description: String
    /// The bytes of the text before `?`.
    let pathBytes: Int

    /// The longest path, in segments.
    public static let maximumSegments = 32
    /// The most names behind `?`.
    public static let maximumQueryValues = 16
    /// The longest segment or value, in bytes of its decoded text.
    public static let maximumSegmentBytes = 1024
    /// The longest path, in bytes of its encoded text: its link fits in `EventLimits.link`.
    public static let maximumBytes = 4000

    /// Makes a path from decoded segments and values; refused as `PathFailure` says.
    public init(segments: [String], query: [QueryValue] = []) throws(PathFailure) {
        guard !segments.isEmpty else { throw .emptySegment }
        guard segments.count <= Self.maximumSegments else { throw .tooManySegments }
        for segment in segments { try Self.check(segment) }
        let query = try Self.canonical(query)
        let path = segments.map(PercentEncoding.encode).joined(separator: "/")
        let text = Self.text(path, query)
        guard text.utf8.count <= Self.maximumBytes else { throw .tooLong }
        self.init(unchecked: segments, query, text: text, pathBytes: path.utf8.count)
    }

    /// Parses encoded text (RFC 3986 path segments, without a leading slash, and a query).
    public init(parsing text: some StringProtocol) throws(PathFailure) {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        var decoded: [String] = []
        for part in parts[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard decoded.count < Self.maximumSegments else { throw .tooManySegments }
            decoded.append(try PercentEncoding.decode(part))
        }
        try self.init(segments: decoded, query: parts.count == 2 ? try QueryValue.parse(parts[1]) : [])
    }

    private init(unchecked segments: [String], _ query: [QueryValue], text: String, pathBytes: Int) {
        self.segments = segments
        self.query = query
        description = text
        self.pathBytes = pathBytes
    }

    /// Whether two paths are of the same bytes.
    public static func == (left: Self, right: Self) -> Bool { left.description == right.description }

    /// Feeds the text, which is all there is to a path.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// The proper prefixes, shortest first and without a query: the paths of the screens that may stand under this one.
    public var properPrefixes: [ScreenPath] {
        var prefixes: [ScreenPath] = []
        forEachProperPrefix { prefixes.append(prefix(segments: $0, bytes: $1)) }
        return prefixes
    }

    /// The same as they stand in this path: how many segments each has, and how many bytes of the text.
    func forEachProperPrefix(_ body: (_ segments: Int, _ bytes: Int) -> Void) {
        let text = description.utf8.span
        var segments = 0
        for offset in 0..<pathBytes where text[offset] == UInt8(ascii: "/") {
            segments += 1
            body(segments, offset)
        }
    }

    /// The path alone.
    public var withoutQuery: ScreenPath { query.isEmpty ? self : prefix(segments: segments.count, bytes: pathBytes) }

    /// The same path with those values of a query that a screen declares.
    public func asking(_ values: [QueryValue], for keys: [String]) -> ScreenPath {
        let kept = values.filter { keys.contains($0.name) }
        let path = withoutQuery
        // Fewer values than another path of the same bounds has: not longer than that.
        return ScreenPath(
            unchecked: segments, kept, text: Self.text(path.description, kept), pathBytes: path.pathBytes)
    }

    /// The path of the first segments, which take so many bytes of the text.
    func prefix(segments count: Int, bytes: Int) -> ScreenPath {
        ScreenPath(
            unchecked: Array(segments.prefix(count)), [], text: String(Substring(description.utf8.prefix(bytes))),
            pathBytes: bytes)
    }

    private static func text(_ path: String, _ query: [QueryValue]) -> String {
        query.isEmpty ? path : "\(path)?\(query.map(\.description).joined(separator: "&"))"
    }

    /// Refuses a decoded segment that no path may hold.
    static func check(_ segment: String) throws(PathFailure) {
        guard !segment.isEmpty else { throw .emptySegment }
        guard segment != ".", segment != ".." else { throw .dotSegment }
        guard segment.utf8.count <= maximumSegmentBytes else { throw .segmentTooLong }
        guard !segment.utf8.contains(0) else { throw .nul }
    }

    private static func canonical(_ query: [QueryValue]) throws(PathFailure) -> [QueryValue] {
        guard query.count <= maximumQueryValues else { throw .tooManyQueryValues }
        let sorted = query.sorted { $0.name < $1.name }
        for (value, next) in zip(sorted, sorted.dropFirst()) where value.name == next.name {
            throw .repeatedQueryName(value.name)
        }
        for value in sorted {
            guard Placeholder.isName(value.name) else { throw .badQueryName }
            guard value.value.utf8.count <= maximumSegmentBytes else { throw .segmentTooLong }
            guard !value.value.utf8.contains(0) else { throw .nul }
        }
        return sorted
    }
}

/// One name with its value behind the `?` of a path; both decoded. The value may be empty.
public struct QueryValue: Sendable, Hashable, CustomStringConvertible {
    /// A name by the rule of captures.
    public let name: String
    /// Any text without a NUL.
    public let value: String

    /// Pairs a name with a value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// `branch=main`, encoded.
    public var description: String { "\(name)=\(PercentEncoding.encodeQuery(value))" }

    static func parse(_ bytes: some Collection<UInt8>) throws(PathFailure) -> [QueryValue] {
        var values: [QueryValue] = []
        for item in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            guard values.count < ScreenPath.maximumQueryValues else { throw .tooManyQueryValues }
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { throw .badQueryName }
            // A name is of plain letters: one that is encoded is none of ours.
            guard let name = String(validating: item[..<equals], as: UTF8.self) else { throw .badQueryName }
            values.append(QueryValue(name, try PercentEncoding.decode(item[item.index(after: equals)...])))
        }
        return values
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
    case badQueryName
    case repeatedQueryName(String)
    case tooManyQueryValues

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
        case .badQueryName: "behind ? stands name=value, joined by &; \(Placeholder.rule)"
        case .repeatedQueryName(let name): "\(name) stands twice behind ?"
        case .tooManyQueryValues: "more than \(ScreenPath.maximumQueryValues) names stand behind ?"
        }
    }
}
