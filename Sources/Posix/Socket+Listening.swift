// Listeners: bound by this program, or inherited from the service manager. The mode is set before anybody can connect: between
// bind and listen the kernel refuses every connection, and the inode is made with the mode in the first place.
import CPosix
import Glibc

extension Socket {
    /// Binds `path` with permission bits `mode` (exactly these, whatever the umask is) and listens. A file already there is
    /// `isAlreadyThere` and is left alone; unlinking a stale one is the caller's decision.
    public static func listen(path: String, mode: UInt32, backlog: Int32) throws(SystemError) -> Socket {
        let address = try UnixAddress(path: path, call: "bind")
        let raw = try systemCall("socket") { deeplink_unix_socket() }
        let socket = try Socket(owning: FileDescriptor(owning: raw))
        _ = try systemCall("fchmod") { fchmod(raw, mode) }
        _ = try systemCall("bind", path) { address.bind(raw) }
        _ = try unsafe systemCall("chmod", path: path) { unsafe chmod($0, mode) }
        _ = try systemCall("listen", path) { Glibc.listen(raw, backlog) }
        return socket
    }

    /// Takes over a descriptor that was handed in, after checking that it is a listening Unix stream socket: what it is instead
    /// is the error (`ENOTSOCK`, `EAFNOSUPPORT`, `EPROTOTYPE`, or `EINVAL` when it does not listen). On failure it is closed.
    public static func listener(inherited descriptor: consuming FileDescriptor) throws(SystemError) -> Socket {
        let raw = descriptor.raw
        var family: Int32 = 0
        _ = try systemCall("getsockname") { unsafe deeplink_socket_family(raw, &family) }
        guard family == AF_UNIX else { throw SystemError(call: "getsockname", code: EAFNOSUPPORT) }
        guard try option(SO_TYPE, of: raw) == Int32(SOCK_STREAM.rawValue) else {
            throw SystemError(call: "getsockopt", code: EPROTOTYPE)
        }
        guard try option(SO_ACCEPTCONN, of: raw) == 1 else { throw SystemError(call: "getsockopt", code: EINVAL) }
        return try Socket(owning: descriptor)
    }

    /// The next connection, or nil when none waits (also when the one that waited has gone). `isOutOfResources` may pass.
    public func accept() throws(SystemError) -> Socket? {
        let listener = fileDescriptor
        do {
            guard let raw = try systemCallUnlessBlocked("accept4", { deeplink_accept(listener) }) else { return nil }
            return try Socket(owning: FileDescriptor(owning: raw))
        } catch {
            if error.code == ECONNABORTED { return nil }
            throw error
        }
    }

    private static func option(_ name: Int32, of raw: Int32) throws(SystemError) -> Int32 {
        var value: Int32 = 0
        _ = try systemCall("getsockopt") { unsafe deeplink_socket_option(raw, name, &value) }
        return value
    }
}
