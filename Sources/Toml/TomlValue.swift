// The values of a document: plain, immutable, each with the place where it stands, so that whoever reads a table file
// can say where a mistake is.

/// A value and where it begins.
///
/// The place of a table is that of its opening: the bracket of its header or inline form; of a table that only a
/// dotted key or a deeper header implies, that key. Columns count code points.
public struct TomlValue: Sendable {
    /// What a value is.
    public enum Kind: Sendable {
        /// `[name]`, `{…}`, or implied by a dotted key.
        case table
        /// `[…]` or all of `[[name]]`.
        case array
        /// Text, of any of the four quotings.
        case string
        /// A whole number of 64 bits.
        case integer
        /// A floating-point number, infinities and NaN included.
        case float
        /// `true` or `false`.
        case boolean
        /// A date, a time, or both.
        case date
    }

    enum Content: Sendable {
        case table(TomlTable)
        case array([TomlValue])
        case string(String)
        case integer(Int64)
        case float(Double)
        case boolean(Bool)
        case date(String)
    }

    let content: Content
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in code points.
    public let column: Int

    /// What this value is.
    public var kind: Kind {
        switch content {
        case .table: .table
        case .array: .array
        case .string: .string
        case .integer: .integer
        case .float: .float
        case .boolean: .boolean
        case .date: .date
        }
    }

    /// A table; nil if it is none.
    public var table: TomlTable? {
        if case .table(let table) = content { table } else { nil }
    }

    /// An array's elements in order; nil if it is none.
    public var elements: [TomlValue]? {
        if case .array(let elements) = content { elements } else { nil }
    }

    /// A text; nil if it is none.
    public var string: String? {
        if case .string(let text) = content { text } else { nil }
    }

    /// A whole number; nil if it is none (`1.0` is a float).
    public var integer: Int64? {
        if case .integer(let number) = content { number } else { nil }
    }

    /// A floating-point number; nil if it is none (`1` is an integer).
    public var float: Double? {
        if case .float(let number) = content { number } else { nil }
    }

    /// A boolean; nil if it is none.
    public var boolean: Bool? {
        if case .boolean(let boolean) = content { boolean } else { nil }
    }

    /// A date, time or both, as TOML writes it; nil if it is none.
    public var date: String? {
        if case .date(let text) = content { text } else { nil }
    }
}

/// A key, its place, and its value.
public struct TomlEntry: Sendable {
    /// The key: one part of a dotted one, without quotes.
    public let key: String
    /// The line of the key, from 1.
    public let line: Int
    /// The column of the key, from 1, in code points.
    public let column: Int
    /// What it stands for.
    public let value: TomlValue
}

/// Entries in the order in which their keys first appear in the file.
public struct TomlTable: Sendable {
    /// All of them; no key twice.
    public let entries: [TomlEntry]

    /// The value of a key. The cost grows with the number of entries before it.
    public subscript(_ key: String) -> TomlValue? {
        entry(key)?.value
    }

    /// The entry of a key.
    public func entry(_ key: String) -> TomlEntry? {
        entries.first { $0.key == key }
    }
}
