/// One value of an event's `params`: text, a number or a boolean, exactly as it was sent.
public enum ParamValue: Sendable, Hashable {
    case text(String)
    /// A number by its source text, so that 2^64 and 0.10 keep every digit.
    case number(String)
    case boolean(Bool)

    /// The value as it stands in a path: text as it is, a number's digits, `true` or `false`.
    public var text: String {
        switch self {
        case .text(let text): text
        case .number(let digits): digits
        case .boolean(let flag): flag ? "true" : "false"
        }
    }
}

/// What a param may be called.
enum Params {
    /// The rule in words, for messages.
    static let nameRule = "a param's name has 1 to \(EventLimits.paramName) bytes"

    /// Whether an event can have a param of this name.
    static func isName(_ text: String) -> Bool { (1...EventLimits.paramName).contains(text.utf8.count) }
}
