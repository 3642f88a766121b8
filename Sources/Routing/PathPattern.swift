/// The path of a screen with places for values: `runs/:run/log`.
///
/// Segments are literals, `:name`, `:name(int)`, and as the last one `*` (one or more segments, captured as `*`).
public struct PathPattern: Sendable, Hashable, CustomStringConvertible {
    /// One segment of a pattern, in the order of precedence.
    public enum Segment: Sendable, Hashable {
        case literal(String)
        /// `-?[0-9]+`
        case integer(String)
        case parameter(String)
        case rest
    }

    /// At least one; `.rest` only as the last.
    public let segments: [Segment]

    /// Parses a pattern; refused as `PatternFailure` says.
    public init(parsing text: String) throws(PatternFailure) {
        guard !text.isEmpty else { throw .path(.emptySegment) }
        guard !text.utf8.contains(UInt8(ascii: "?")) else { throw .query }
        var segments: [Segment] = []
        var names: Set<String> = []
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map(Substring.init)
        guard parts.count <= ScreenPath.maximumSegments else { throw .path(.tooManySegments) }
        for (index, part) in parts.enumerated() {
            let segment = try Self.segment(part)
            if case .rest = segment, index != parts.count - 1 { throw .restNotLast }
            if let name = segment.name, !names.insert(name).inserted { throw .duplicateName(name) }
            segments.append(segment)
        }
        self.segments = segments
    }

    /// The canonical text.
    public var description: String {
        segments.map { segment in
            switch segment {
            case .literal(let text): Self.encode(literal: text)
            case .integer(let name): ":\(name)(int)"
            case .parameter(let name): ":\(name)"
            case .rest: "*"
            }
        }.joined(separator: "/")
    }

    /// The names that a match captures; `*` for the rest.
    public var captureNames: [String] { segments.compactMap(\.name) }

    /// The values of a path that this pattern matches; nil when it does not.
    public func captures(of path: ScreenPath) -> [String: String]? {
        var captures: [String: String] = [:]
        for (index, segment) in segments.enumerated() {
            guard index < path.segments.count else { return nil }
            let value = path.segments[index]
            switch segment {
            case .literal(let text): guard text == value else { return nil }
            case .integer(let name):
                guard Self.isInteger(value) else { return nil }
                captures[name] = value
            case .parameter(let name): captures[name] = value
            case .rest:
                captures["*"] = path.segments[index...].joined(separator: "/")
                return captures
            }
        }
        return path.segments.count == segments.count ? captures : nil
    }

    static func isInteger(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// A literal that looks like a capture is written so that it does not.
    private static func encode(literal text: String) -> String {
        let encoded = PercentEncoding.encode(text)
        if encoded == "*" { return "%2A" }
        return encoded.hasPrefix(":") ? "%3A" + encoded.dropFirst() : encoded
    }

    private static func segment(_ part: Substring) throws(PatternFailure) -> Segment {
        if part == "*" { return .rest }
        guard part.utf8.first == UInt8(ascii: ":") else {
            guard !part.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else {
                throw .placeholder
            }
            do throws(PathFailure) {
                let literal = try PercentEncoding.decode(part.utf8)
                try ScreenPath.check(literal)
                return .literal(literal)
            } catch {
                throw .path(error)
            }
        }
        let isInteger = part.hasSuffix("(int)")
        let name = String(Substring(part.utf8.dropFirst().dropLast(isInteger ? "(int)".utf8.count : 0)))
        guard Placeholder.isName(name) else { throw .badName(name) }
        return isInteger ? .integer(name) : .parameter(name)
    }
}

extension PathPattern.Segment {
    var name: String? {
        switch self {
        case .literal: nil
        case .integer(let name), .parameter(let name): name
        case .rest: "*"
        }
    }

    /// Where it stands in the total order: the lowest wins.
    var rank: Int {
        switch self {
        case .literal: 0
        case .integer: 1
        case .parameter: 2
        case .rest: 3
        }
    }
}

/// Why a text is no path pattern. Each says itself in `description`.
public enum PatternFailure: Error, Sendable, Equatable, CustomStringConvertible {
    case path(PathFailure)
    case badName(String)
    case duplicateName(String)
    case restNotLast
    case placeholder
    case query

    /// What is wrong, in words for people.
    public var description: String {
        switch self {
        case .path(let failure): failure.description
        case .badName(let name): "\":\(name)\" is no capture: \(Placeholder.rule), optionally followed by (int)"
        case .duplicateName(let name): "\":\(name)\" is captured twice"
        case .restNotLast: "* may only be the last segment"
        case .query: "a ? in it must be written %3F; query keys are declared as query = [\"name\"]"
        case .placeholder: "a screen's path captures with :name; {name} is for a rule's path, titles and commands"
        }
    }
}
