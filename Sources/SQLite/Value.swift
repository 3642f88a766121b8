// Frozen, and its generic initializer inlinable: it is made a dozen times for each event, and a generic call across
// modules costs more than binding the number (5 % of an insert, measured).

/// What can be bound to a statement: SQLite's five storage classes.
@frozen
public enum Value: Equatable, Sendable {
    /// No value.
    case null
    /// A whole number of 64 bits.
    case integer(Int64)
    /// A binary64 number.
    case real(Double)
    /// UTF-8 text, bound by its byte count: an embedded NUL survives, and empty text is not NULL.
    case text(String)
    /// Bytes; an empty blob is not NULL.
    case blob([UInt8])

    /// Text, or NULL for `nil`.
    public init(_ text: String?) {
        self = text.map(Value.text) ?? .null
    }

    /// A whole number, or NULL for `nil`. Traps when the number needs more than 63 bits and a sign.
    @inlinable
    public init<Number: BinaryInteger>(_ number: Number?) {
        self = number.map { .integer(Int64($0)) } ?? .null
    }
}
