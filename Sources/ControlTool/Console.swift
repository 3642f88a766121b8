// The three streams as the verbs see them, so that a test can listen. Text from outside goes through `Text` before it comes here: in
// pipes too, because the reader of a pipe is often a terminal in the end.
internal import JSON
internal import Posix
internal import Text
internal import Wire

/// Where a verb prints and what it reads.
final class Console {
    private let write: ([UInt8]) throws -> Void
    private let complainText: (String) -> Void
    private let read: (Int) throws -> [UInt8]

    init(
        write: @escaping ([UInt8]) throws -> Void, complain: @escaping (String) -> Void,
        read: @escaping (Int) throws -> [UInt8]
    ) {
        self.write = write
        complainText = complain
        self.read = read
    }

    /// The process's own streams.
    static func standard() -> Console {
        Console(
            write: { try StandardStreams.print($0) }, complain: { StandardStreams.complain($0) },
            read: { try StandardStreams.readInput(limit: $0) })
    }

    /// Prints lines.
    func print(_ lines: [String]) throws {
        try write(lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] })
    }

    /// Prints one line.
    func print(_ line: String) throws {
        try print([line])
    }

    /// Prints text that ends in its own newline.
    func printText(_ text: String) throws {
        try write(Array(text.utf8))
    }

    /// Prints an object as one line of JSON.
    func print(json members: (inout JSONWriter) -> Void) throws {
        var writer = JSONWriter()
        writer.object(members)
        try write(writer.bytes + [UInt8(ascii: "\n")])
    }

    /// Prints an array of objects as one line of JSON.
    func print(json objects: [any WireObject]) throws {
        var writer = JSONWriter()
        writer.array { list in for object in objects { list.object(object.writeMembers) } }
        try write(writer.bytes + [UInt8(ascii: "\n")])
    }

    /// Says what went wrong, on standard error: `deeplinkctl: what: what to do`.
    func complain(_ text: String) {
        complainText("deeplinkctl: \(shown(text))\n")
    }

    /// Says lines on standard error, without the program's name.
    func complain(lines text: String) {
        complainText(text.split(separator: "\n").map { shown(String($0)) + "\n" }.joined())
    }

    /// Reads standard input to its end, at most `limit` bytes.
    func input(limit: Int) throws -> [UInt8] {
        try read(limit)
    }
}
