/// Why a text is not TOML, and where.
public struct TomlError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file as the caller named it.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in code points (not bytes, not characters as shown).
    public let column: Int
    /// What is wrong, without the position.
    public let message: String

    /// An error at this place.
    public init(file: String, line: Int, column: Int, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    /// `file:line:column: message`
    public var description: String {
        "\(file):\(line):\(column): \(message)"
    }
}
