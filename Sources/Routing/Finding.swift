/// One thing that lint says about a route table: `file:line:column: what: what to do`.
public struct Finding: Error, Sendable, Equatable, CustomStringConvertible {
    /// Whether the table can be used as written.
    public enum Severity: String, Sendable, CaseIterable {
        /// The part it speaks of is left out; a reload is refused.
        case error
        case warning
    }

    /// Whether it makes the table unusable as written.
    public var severity: Severity
    /// Where the text stands that it speaks of.
    public var position: SourcePosition
    /// What is wrong.
    public var what: String
    /// What to do about it.
    public var remedy: String

    /// Makes a finding.
    public init(_ severity: Severity, at position: SourcePosition, _ what: String, remedy: String) {
        self.severity = severity
        self.position = position
        self.what = what
        self.remedy = remedy
    }

    /// One line: `file:line:column: what: what to do`.
    public var description: String {
        "\(position): \(severity == .warning ? "warning: " : "")\(what): \(remedy)"
    }
}
