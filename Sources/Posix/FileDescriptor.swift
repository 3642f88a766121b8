// One owner for each open descriptor: it closes when the owner goes, exactly once, and cannot be copied. Everything made here is
// close-on-exec, so that no child inherits what it was not given.
import CPosix
import Glibc

/// The owner of an open file descriptor, closed at the end of its life.
@safe
public struct FileDescriptor: ~Copyable {
    /// The number, lent for calls and event loops; the owner keeps it open.
    public let raw: Int32

    /// Takes over a descriptor that the caller owns, and will close it.
    public init(owning raw: Int32) {
        precondition(raw >= 0, "an open descriptor is never negative")
        self.raw = raw
    }

    deinit {
        _ = Glibc.close(raw)
    }

    /// Gives the descriptor away: the caller closes it from now on.
    public consuming func take() -> Int32 {
        let raw = raw
        discard self
        return raw
    }

    /// Closes now and says what the kernel said; after a failure the descriptor is gone as well (close(2)).
    public consuming func close() throws(SystemError) {
        let raw = take()
        if Glibc.close(raw) == -1, errno != EINTR { throw SystemError(call: "close", code: errno) }
    }

    /// Another descriptor of the same open file, close-on-exec.
    public func duplicate() throws(SystemError) -> FileDescriptor {
        try Self.duplicate(of: raw)
    }

    /// A descriptor of the same open file as one that somebody else owns, close-on-exec and above 2.
    public static func duplicate(of raw: Int32) throws(SystemError) -> FileDescriptor {
        FileDescriptor(owning: try systemCall("fcntl") { deeplink_fcntl(raw, F_DUPFD_CLOEXEC, 3) })
    }

    /// `/dev/null`, for reading and writing.
    public static func null() throws(SystemError) -> FileDescriptor {
        FileDescriptor(
            owning: try unsafe systemCall("open", path: "/dev/null") { path in
                unsafe deeplink_open(AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0)
            })
    }

    /// Makes reads and writes return at once (or wait again). Belongs to the open file: other holders of it see it too.
    public func setNonblocking(_ nonblocking: Bool) throws(SystemError) {
        let raw = raw
        let flags = try systemCall("fcntl") { deeplink_fcntl(raw, F_GETFL, 0) }
        let wanted = nonblocking ? flags | O_NONBLOCK : flags & ~O_NONBLOCK
        _ = try systemCall("fcntl") { deeplink_fcntl(raw, F_SETFL, wanted) }
    }
}

/// What a read met.
public enum ReadOutcome: Hashable, Sendable {
    /// So many bytes came, at least one.
    case bytes(Int)
    /// Nothing at the moment; wait until it is readable.
    case nothingYet
    /// The other end closed, or the file ends here.
    case end
}

extension FileDescriptor {
    /// Reads at most `most` bytes and appends them to `buffer`.
    public func read(appendingTo buffer: inout [UInt8], most: Int) throws(SystemError) -> ReadOutcome {
        let raw = raw
        return try unsafe appendBytes("read", to: &buffer, most: most) { unsafe Glibc.read(raw, $0, $1) }
    }

    /// Writes what there is room for: how many bytes went, or nil when there is no room now.
    public func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
        let raw = raw
        return try systemCallUnlessBlocked("write") {
            unsafe bytes.withUnsafeBytes { unsafe Glibc.write(raw, $0.baseAddress, $0.count) }
        }
    }

    /// Writes everything, waiting as long as the other end lets it (a descriptor that does not block is polled).
    public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if let count = try write(rest) {
                rest = rest.dropFirst(count)
            } else {
                try waitUntilReady(raw, for: Int16(POLLOUT))
            }
        }
    }
}

/// Runs a read into the buffer's spare room and keeps what came, so that no byte is written twice.
func appendBytes(
    _ name: String, to buffer: inout [UInt8], most: Int, _ body: (UnsafeMutableRawPointer?, Int) -> Int
) throws(SystemError) -> ReadOutcome {
    precondition(most > 0, "reading nothing would look like the end")
    var outcome = ReadOutcome.nothingYet
    try buffer.append(addingCapacity: most) { (room: inout OutputSpan<UInt8>) throws(SystemError) in
        try unsafe room.withUnsafeMutableBufferPointer { (bytes, used) throws(SystemError) in
            let count = try systemCallUnlessBlocked(name) { unsafe body(bytes.baseAddress, most) }
            guard let count else { return }
            used += count
            outcome = count == 0 ? .end : .bytes(count)
        }
    }
    return outcome
}

/// Blocks until a descriptor is ready (or broken, which the next call then says).
func waitUntilReady(_ raw: Int32, for events: Int16) throws(SystemError) {
    _ = try systemCall("poll") {
        var entry = pollfd(fd: raw, events: events, revents: 0)
        return unsafe poll(&entry, 1, -1)
    }
}
