// One way for bytes from a child to this process, or the other way round. Both ends wait, as programs expect of their streams.
import CPosix
import Glibc

/// A pipe.
@safe
public final class Pipe {
    private var outlet: FileDescriptor?
    private var inlet: FileDescriptor?
    /// The end to read; -1 once closed.
    public private(set) var reader: Int32
    /// The end to write; -1 once closed.
    public private(set) var writer: Int32

    /// Opens both ends, close-on-exec.
    public init() throws(SystemError) {
        var ends: (Int32, Int32) = (-1, -1)
        _ = try systemCall("pipe2") {
            unsafe withUnsafeMutablePointer(to: &ends) {
                unsafe $0.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe deeplink_pipe($0) }
            }
        }
        (reader, writer) = ends
        outlet = FileDescriptor(owning: ends.0)
        inlet = FileDescriptor(owning: ends.1)
    }

    /// Closes the end to read here.
    public func closeReader() {
        outlet = nil
        reader = -1
    }

    /// Closes the end to write here: only when every copy of it is closed does the reader see the end.
    public func closeWriter() {
        inlet = nil
        writer = -1
    }

    /// Makes reading return at once.
    public func setReaderNonblocking() throws(SystemError) {
        let reader = reader
        let flags = try systemCall("fcntl") { deeplink_fcntl(reader, F_GETFL, 0) }
        _ = try systemCall("fcntl") { deeplink_fcntl(reader, F_SETFL, flags | O_NONBLOCK) }
    }

    /// Reads what has come, at most `most` bytes, and appends it to `buffer`.
    public func read(appendingTo buffer: inout [UInt8], most: Int) throws(SystemError) -> ReadOutcome {
        let reader = reader
        return try unsafe appendBytes("read", to: &buffer, most: most) { unsafe Glibc.read(reader, $0, $1) }
    }

    /// Reads to the end, at most `limit` bytes, waiting as needed; more is `isTooLarge`.
    public func readToEnd(limit: Int) throws(SystemError) -> [UInt8] {
        try Posix.readToEnd(of: reader, limit: limit, subject: nil)
    }

    /// Writes everything, waiting as needed. A reader that has gone is `isDisconnected` (once SIGPIPE is ignored).
    public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        try Posix.writeAll(bytes, to: writer)
    }
}
