/// A table file that is not written yet, so that lint can judge it among the others first.
public struct TableDraft: Sendable {
    /// The name that it would have in the highest layer's `routes.d`.
    public let name: String
    /// What it would hold.
    public let bytes: [UInt8]

    /// The line of the rule in it, from 1.
    public static let ruleLine = 3

    /// A file with one rule. The name says what the rule is for and begins with `my-`, so that it overrides no file of a
    /// package. Without `path` and `tab` the rule leads to the fallback tab's screen of the cell.
    public init(ruleFor kind: String, _ state: String, tab: String?, path: String?, fallbackTab: String) {
        let isBare = tab == nil && path == nil
        var lines = ["version = 1", "", "[[cell]]", "kind  = \(Self.quoted(kind))", "state = \(Self.quoted(state))"]
        if let tab = isBare ? fallbackTab : tab { lines.append("tab   = \(Self.quoted(tab))") }
        if let path = isBare ? "cells/{id}" : path { lines.append("path  = \(Self.quoted(path))") }
        bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        name = "my-\(Self.plain(kind))-\(Self.plain(state)).toml"
    }

    /// A text as TOML's basic string.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}"..<" ", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// A pattern as part of a file's name.
    private static func plain(_ pattern: String) -> String {
        String(
            String.UnicodeScalarView(
                pattern.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
                    switch scalar {
                    case "*": Array("any".unicodeScalars)
                    case "/", "\u{0}"..." ": ["_"]
                    default: [scalar]
                    }
                }))
    }
}
