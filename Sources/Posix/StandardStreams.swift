// The three streams every program is born with. They belong to whoever started us and are never closed here; a reader that went
// away (`… | head`) is an error to end quietly on, once SIGPIPE is ignored.

/// Standard input, output and error.
public enum StandardStreams {
    /// The numbers of the streams.
    public static let (input, output, error): (Int32, Int32, Int32) = (0, 1, 2)

    /// Prints bytes on standard output, all of them. A reader that has gone is `isDisconnected`.
    public static func print(_ bytes: [UInt8]) throws(SystemError) {
        try writeAll(bytes, to: output)
    }

    /// Prints text on standard output as it is; no line feed is added.
    public static func print(_ text: String) throws(SystemError) {
        try writeAll(Array(text.utf8), to: output)
    }

    /// Writes bytes to one of the streams by its number, all of them, waiting as needed.
    public static func write(_ bytes: [UInt8], to stream: Int32) throws(SystemError) {
        try writeAll(bytes, to: stream)
    }

    /// Prints text on standard error. That nobody can read a complaint is no reason for another one: failures are dropped.
    public static func complain(_ text: String) {
        try? writeAll(Array(text.utf8), to: error)
    }

    /// Reads standard input to its end, at most `limit` bytes; more is `isTooLarge`.
    public static func readInput(limit: Int) throws(SystemError) -> [UInt8] {
        try readToEnd(of: input, limit: limit, subject: "standard input")
    }
}
