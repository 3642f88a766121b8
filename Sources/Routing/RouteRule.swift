/// A rule of the table (`[[cell]]`): which kind and state go to which tab and path.
public struct RouteRule: Sendable, Equatable, CustomStringConvertible {
    /// The kinds it is for.
    public var kind: KindPattern
    /// The states it is for.
    public var state: StatePattern
    /// Params that a cell must have, with these values as they stand in a path (`when`); empty: any cell.
    public var conditions: [String: String]
    /// The id of the tab that it leads to; the table has it.
    public var tab: String
    /// nil: the tab's root.
    public var path: PathTemplate?
    /// How its cells arrive, and what it does to the screens that stand there.
    public var manner: RouteManner
    /// Where its `kind` is written, for messages.
    public var position: SourcePosition
    /// The layer of its file.
    public var layer: Int

    /// What its path needs from a cell's params: every place but `{id}`.
    public var needs: [String] { path?.names.filter { $0 != "id" } ?? [] }

    /// `ci.run failed`, `ci.run failed when branch = main`
    public var description: String {
        conditions.isEmpty ? "\(kind) \(state)" : "\(kind) \(state) when \(Self.text(of: conditions))"
    }

    /// Whether it is asked before another of its kind and state. More conditions first: so a rule that contains
    /// another's conditions comes before that one. Then the higher layer.
    func precedes(_ other: RouteRule) -> Bool {
        (-conditions.count, -layer, description) < (-other.conditions.count, -other.layer, other.description)
    }

    /// `branch = main, event = push`, by name.
    static func text(of conditions: [String: String]) -> String {
        conditions.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
    }
}

/// The kinds that a rule is for: one, all below a prefix (`a.b.*`), or all (`*`).
public enum KindPattern: Sendable, Hashable, CustomStringConvertible {
    case exact(String)
    /// Without the final `.*`.
    case below(String)
    case any

    /// Parses a kind as a rule has it; nil when it is none.
    public init?(parsing text: String) {
        if text == "*" {
            self = .any
        } else if text.hasSuffix(".*") {
            let prefix = String(text.dropLast(2))
            guard EventName.isKind(prefix), prefix.utf8.count + 2 <= EventLimits.kind else { return nil }
            self = .below(prefix)
        } else {
            guard EventName.isKind(text) else { return nil }
            self = .exact(text)
        }
    }

    /// Whether a kind is one of these.
    public func matches(_ kind: String) -> Bool {
        switch self {
        case .exact(let exact): kind == exact
        case .below(let prefix):
            kind.hasPrefix(prefix + ".")
        case .any: true
        }
    }

    /// The text, as the table or a message has it.
    public var description: String {
        switch self {
        case .exact(let kind): kind
        case .below(let prefix): "\(prefix).*"
        case .any: "*"
        }
    }

    /// Where it stands in the total order: the lowest first. A longer prefix is more exact.
    var rank: Int {
        switch self {
        case .exact: 0
        case .below(let prefix): 1 + EventLimits.kind - prefix.utf8.count
        case .any: 2 + EventLimits.kind
        }
    }
}

/// The states that a rule is for: one, or all (`*`).
public enum StatePattern: Sendable, Hashable, CustomStringConvertible {
    case exact(String)
    case any

    /// Parses a state as a rule has it; nil when it is none.
    public init?(parsing text: String) {
        if text == "*" {
            self = .any
        } else {
            guard EventName.isState(text) else { return nil }
            self = .exact(text)
        }
    }

    /// Whether a state is one of these.
    public func matches(_ state: String) -> Bool {
        switch self {
        case .exact(let exact): state == exact
        case .any: true
        }
    }

    /// The text, as the table or a message has it.
    public var description: String {
        switch self {
        case .exact(let state): state
        case .any: "*"
        }
    }

    var rank: Int {
        switch self {
        case .exact: 0
        case .any: 1
        }
    }
}

/// What a kind and a state may be called.
public enum EventName {
    /// The rule for kinds in words, for messages.
    public static let kindRule =
        "a kind is 1 to \(EventLimits.kind) bytes: names of letters, digits, - and _ joined by dots"
    /// The rule for states in words, for messages.
    public static let stateRule = "a state is 1 to \(EventLimits.state) bytes of letters, digits, -, _ and ."

    /// Whether a text is a dotted name: no part empty. Letters of any script.
    public static func isKind(_ text: String) -> Bool {
        text.utf8.count <= EventLimits.kind && isDottedName(text)
    }

    /// Whether a text is a state's name.
    public static func isState(_ text: String) -> Bool {
        text.utf8.count <= EventLimits.state && isDottedName(text)
    }

    /// Every event is asked twice, and nearly all are ASCII: those are judged by their bytes.
    private static func isDottedName(_ text: String) -> Bool {
        var isPartEmpty = true
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                isPartEmpty = false
            case UInt8(ascii: ".") where !isPartEmpty: isPartEmpty = true
            case 0x80...:
                return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isName($0) }
            default: return false
            }
        }
        return !isPartEmpty
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy {
                $0 == "-" || $0 == "_" || (("0"..."9") ~= $0) || $0.properties.isAlphabetic
                    || $0.properties.numericType != nil || $0.properties.generalCategory == .nonspacingMark
            }
    }
}
