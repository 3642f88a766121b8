// A socket's place in the file system. `sun_path` holds 107 bytes and a NUL; a longer path would be cut short by a careless
// program and served under another name, so it is refused with both numbers in the message's reach (`ENAMETOOLONG` and the path).
import CPosix
import Glibc

/// The kernel's form of a socket path.
@safe
struct UnixAddress {
    /// The longest path that fits, in bytes.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    private var raw = sockaddr_un()
    private let length: socklen_t

    /// Fails with `ENAMETOOLONG` beyond 107 bytes, `EINVAL` for an empty path or one with a NUL inside.
    init(path: String, call: String) throws(SystemError) {
        let bytes = Array(path.utf8)
        guard bytes.count <= Self.longestPath else {
            throw SystemError(call: call, subject: path, code: ENAMETOOLONG)
        }
        guard !bytes.isEmpty, !bytes.contains(0) else { throw SystemError(call: call, subject: path, code: EINVAL) }
        raw.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &raw.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let pathOffset = MemoryLayout<sockaddr_un>.size - Self.longestPath - 1
        length = socklen_t(pathOffset + bytes.count + 1)
    }

    /// Binds a socket here.
    func bind(_ fileDescriptor: Int32) -> Int32 {
        unsafe withUnsafePointer(to: raw) { unsafe deeplink_bind(fileDescriptor, $0, length) }
    }

    /// Connects a socket to here.
    func connect(_ fileDescriptor: Int32) -> Int32 {
        unsafe withUnsafePointer(to: raw) { unsafe deeplink_connect(fileDescriptor, $0, length) }
    }
}
