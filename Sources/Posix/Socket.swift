// A Unix stream socket that never blocks and never raises SIGPIPE. A class, because peers are kept in dictionaries and passed
// around, and a descriptor's owner cannot be copied; the descriptor closes with the last reference or at `close()`.
import CPosix
import Glibc

/// A Unix stream socket: a listener, or one end of a connection.
@safe
public final class Socket {
    private var descriptor: FileDescriptor?
    /// The number, lent to an event loop; -1 after `close()`.
    public private(set) var fileDescriptor: Int32

    /// Takes over a connected or listening stream socket; it is made nonblocking and close-on-exec.
    public init(owning descriptor: consuming FileDescriptor) throws(SystemError) {
        try descriptor.setNonblocking(true)
        let raw = descriptor.raw
        _ = try systemCall("fcntl") { deeplink_fcntl(raw, F_SETFD, FD_CLOEXEC) }
        fileDescriptor = raw
        self.descriptor = consume descriptor
    }

    private init(made raw: Int32) {
        fileDescriptor = raw
        descriptor = FileDescriptor(owning: raw)
    }

    /// Closes now. Further calls fail with `EBADF`; closing again does nothing.
    public func close() {
        descriptor = nil
        fileDescriptor = -1
    }
}

extension Socket {
    /// Connects to the listener at `path`, at once or not at all: a listener whose backlog is full answers `isWouldBlock`, a
    /// path without a file `isNotFound`, a file without a listener `isRefused`.
    public static func connect(path: String) throws(SystemError) -> Socket {
        let address = try UnixAddress(path: path, call: "connect")
        let socket = Socket(made: try systemCall("socket") { deeplink_unix_socket() })
        _ = try systemCall("connect", path) { address.connect(socket.fileDescriptor) }
        return socket
    }

    /// Two ends connected to each other.
    public static func pair() throws(SystemError) -> (Socket, Socket) {
        var ends: (Int32, Int32) = (-1, -1)
        _ = try systemCall("socketpair") {
            unsafe withUnsafeMutablePointer(to: &ends) {
                unsafe $0.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe deeplink_unix_pair($0) }
            }
        }
        return (Socket(made: ends.0), Socket(made: ends.1))
    }
}

extension Socket {
    /// Reads what has come, at most `most` bytes, and appends it to `buffer`.
    public func receive(appendingTo buffer: inout [UInt8], most: Int) throws(SystemError) -> ReadOutcome {
        let raw = fileDescriptor
        return try unsafe appendBytes("recv", to: &buffer, most: most) { unsafe deeplink_receive(raw, $0, $1) }
    }

    /// Sends what the kernel takes now: how many bytes, or nil when it takes none. A gone peer is `isDisconnected`.
    public func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
        let raw = fileDescriptor
        return try systemCallUnlessBlocked("send") {
            unsafe bytes.withUnsafeBytes { unsafe deeplink_send(raw, $0.baseAddress, $0.count) }
        }
    }

    /// The same for a whole array.
    public func send(_ bytes: [UInt8]) throws(SystemError) -> Int? {
        try send(bytes[...])
    }

    /// Ends both ways now; this end reads the end of the stream. Failing means that it was over already.
    public func shutdown() {
        _ = Glibc.shutdown(fileDescriptor, Int32(SHUT_RDWR))
    }

    /// Says that no more will be sent; the other end reads its end after what is on the way.
    public func shutdownSending() throws(SystemError) {
        let raw = fileDescriptor
        _ = try systemCall("shutdown") { Glibc.shutdown(raw, Int32(SHUT_WR)) }
    }
}
