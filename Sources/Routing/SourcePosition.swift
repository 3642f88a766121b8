/// Where in a table file something stands: what `file:line:column` of a message says.
public struct SourcePosition: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The file's name as it was given, so that an editor can jump there.
    public var file: String
    /// From 1.
    public var line: Int
    /// From 1, in code points.
    public var column: Int

    /// Makes a position.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// Orders by file name, then line, then column.
    public static func < (left: Self, right: Self) -> Bool {
        (left.file, left.line, left.column) < (right.file, right.line, right.column)
    }

    /// `file:line:column`
    public var description: String { "\(file):\(line):\(column)" }
}

/// A value with the place where it was written.
public struct Sourced<Value: Sendable & Equatable>: Sendable, Equatable {
    /// What was written.
    public var value: Value
    /// Where it was written.
    public var position: SourcePosition

    /// Pairs a value with its place.
    public init(_ value: Value, at position: SourcePosition) {
        self.value = value
        self.position = position
    }
}
