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
