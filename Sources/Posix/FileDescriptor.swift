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
