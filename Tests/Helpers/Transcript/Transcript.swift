// What the tests send and receive, for scripts/check-schemas: one JSON object a line, appended whole, as many tests run at once.
import JSON
import Posix

/// The file of messages that the tests leave where `DEEPLINKD_TRANSCRIPT` says; without it nothing is written.
public enum Transcript {
    private static let path = Environment.system["DEEPLINKD_TRANSCRIPT"]

    /// Who wrote a line.
    public enum Side: String, Sendable {
        case client
        case daemon
    }

    /// Notes a line of a connection, with or without its end.
    public static func note(_ line: some Sequence<UInt8>, by side: Side, on connection: String) {
        write { writer in
            writer.member("connection", connection)
            writer.member("by", side.rawValue)
            writer.member("line", text(line))
        }
    }

    /// Notes a line that holds the named message (`hello.params`, `hello.result`), without a connection.
    public static func note(_ line: some Sequence<UInt8>, holding message: String) {
        write { writer in
            writer.member("message", message)
            writer.member("line", text(line))
        }
    }

    /// A name for a connection that no other has.
    public static func connection() -> String { (try? RandomBytes.hexadecimal(count: 8)) ?? "" }

    private static func text(_ line: some Sequence<UInt8>) -> String {
        String(decoding: line.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }

    private static func write(_ members: (inout JSONWriter) -> Void) {
        guard let path else { return }
        var writer = JSONWriter()
        writer.object(members)
        do { try Files.append(writer.bytes + [UInt8(ascii: "\n")], to: path) } catch {
            preconditionFailure("the transcript cannot be written: \(error)")
        }
    }
}
