/// A route as a URL: `deeplink://builds/runs/123/log`, `deeplink://cell/ID`, `deeplink://notifications`, with
/// `?kind=KIND`, `?since=SEQ` or `?kind=KIND&since=SEQ`.
///
/// One grammar parses and prints: `DeepLink(parsing: link).description == link` for every canonical link. A link is
/// refused, never repaired, and never sent to a root that it does not name.
public enum DeepLink: Sendable, Hashable, CustomStringConvertible {
    /// A screen of a tab; a nil path is the tab's root.
    case screen(tab: String, path: ScreenPath?)
    /// Wherever the cell's state leads when the link is opened.
    case cell(Int64)
    /// The notification view; `since`: only what is newer than that seq; `kind`: only that kind.
    case notifications(since: Int64?, kind: String? = nil)

    /// The scheme, with its separator.
    public static let prefix = "deeplink://"
    /// Tab ids that links use for themselves.
    public static let reservedTabs: Set<String> = ["cell", "notifications"]

    /// Parses a link; refused as `LinkFailure` says.
    public init(parsing text: String) throws(LinkFailure) {
        guard text.utf8.count <= EventLimits.link else { throw .tooLong }
        guard text.utf8.starts(with: Self.prefix.utf8) else { throw .scheme }
        // By bytes: a combining mark would make one Character with the last slash.
        let rest = text[text.utf8.index(text.startIndex, offsetBy: Self.prefix.utf8.count)...]
        guard !rest.utf8.contains(UInt8(ascii: "#")) else { throw .fragment }
        let (address, query) = Self.split(rest, on: "?")
        let (host, pathText) = Self.split(address, on: "/")
        guard TabID.isValid(host) else { throw .tab }
        switch host {
        case "cell":
            guard query == nil, let pathText, let id = Int64(canonical: pathText), id > 0 else { throw .cell }
            self = .cell(id)
        case "notifications":
            guard pathText == nil else { throw .notifications }
            self = try Self.notifications(query)
        default:
            guard query == nil || pathText != nil else { throw .query }
            self = .screen(tab: String(host), path: try Self.path(pathText, query))
        }
    }

    /// The canonical text, which parses back to this link.
    public var description: String {
        switch self {
        case .screen(let tab, let path?): "\(Self.prefix)\(tab)/\(path)"
        case .screen(let tab, nil): "\(Self.prefix)\(tab)"
        case .cell(let id): "\(Self.prefix)cell/\(id)"
        case .notifications(let since, let kind): "\(Self.prefix)notifications\(Self.query(since, kind))"
        }
    }

    private static func path(_ text: Substring?, _ query: Substring?) throws(LinkFailure) -> ScreenPath? {
        guard let text else { return nil }
        // One run of the link's text: the path, and the query behind it.
        let whole = text.base[text.startIndex..<(query?.endIndex ?? text.endIndex)]
        do throws(PathFailure) { return try ScreenPath(parsing: whole) } catch { throw .path(error) }
    }

    /// Each name at most once and in the order of the alphabet: one text for each link.
    private static func notifications(_ query: Substring?) throws(LinkFailure) -> DeepLink {
        guard let query else { return .notifications(since: nil) }
        let (first, second) = split(query, on: "&")
        guard let kind = value("kind", of: first) else {
            guard second == nil else { throw .notifications }
            return .notifications(since: try since(first))
        }
        let text: String
        do throws(PathFailure) { text = try PercentEncoding.decode(kind.utf8) } catch { throw .path(error) }
        guard EventName.isKind(text) else { throw .notifications }
        guard let second else { return .notifications(since: nil, kind: text) }
        return .notifications(since: try since(second), kind: text)
    }

    private static func since(_ part: Substring) throws(LinkFailure) -> Int64 {
        guard let seq = value("since", of: part).flatMap({ Int64(canonical: $0) }) else { throw .notifications }
        return seq
    }

    /// What follows `name=`; by bytes, as a mark might join the sign to what follows it.
    private static func value(_ name: String, of part: Substring) -> Substring? {
        let start = name + "="
        guard part.utf8.starts(with: start.utf8) else { return nil }
        return part[part.utf8.index(part.startIndex, offsetBy: start.utf8.count)...]
    }

    private static func query(_ since: Int64?, _ kind: String?) -> String {
        let parts = [kind.map { "kind=\(PercentEncoding.encodeQuery($0))" }, since.map { "since=\($0)" }]
        let text = parts.compactMap { $0 }.joined(separator: "&")
        return text.isEmpty ? "" : "?" + text
    }

    private static func split(_ text: Substring, on separator: Character) -> (Substring, Substring?) {
        guard let index = text.utf8.firstIndex(of: separator.asciiValue ?? 0) else { return (text, nil) }
        return (text[..<index], text[text.utf8.index(after: index)...])
    }
}

/// Why a text is no deep link. Each says itself in `description`.
public enum LinkFailure: Error, Sendable, Equatable, CustomStringConvertible {
    case scheme
    case tab
    case path(PathFailure)
    case cell
    case notifications
    case query
    case fragment
    case tooLong

    /// What is wrong, in words for people.
    public var description: String {
        switch self {
        case .scheme: "a link starts with \(DeepLink.prefix)"
        case .tab: "a link names its tab by \(TabID.rule)"
        case .path(let failure): failure.description
        case .cell: "a cell's link is deeplink://cell/ID with a whole number above 0"
        case .notifications:
            "the notification view's link is deeplink://notifications, with ?kind=KIND, ?since=SEQ or ?kind=KIND&since=SEQ"
        case .query: "a link names its screen before the ?"
        case .fragment: "a link has no # part"
        case .tooLong: "a link is longer than \(EventLimits.link) bytes"
        }
    }
}

/// What a tab's id may be.
public enum TabID {
    /// The rule in words, for messages.
    public static let rule = "1 to 32 of a-z, 0-9, - and _, starting with a letter"

    /// Whether a text can be a tab's id (and stand as a link's host).
    public static func isValid(_ text: some StringProtocol) -> Bool {
        guard (1...32).contains(text.utf8.count), let first = text.utf8.first else { return false }
        guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
        return text.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}

extension Int64 {
    /// Reads a whole number from its one canonical text: no sign, no leading zero, no spaces.
    public init?(canonical text: some StringProtocol) {
        guard let value = Int64(text), value >= 0, String(value) == text else { return nil }
        self = value
    }
}
