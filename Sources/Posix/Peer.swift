// Who is at the other end is what the kernel noted when the connection was made. It is read once, at accept: a process may exit
// or change its groups afterwards, and what it says about itself is never asked.
import CPosix
import Glibc

/// The kernel's word for who connected.
public struct Peer: Hashable, Sendable {
    /// User.
    public let uid: UInt32
    /// Group.
    public let gid: UInt32
    /// Process; a label only, since the number is used again after the process has gone.
    public let pid: Int32
    /// Supplementary groups.
    public let groups: [UInt32]

    /// Credentials given by hand, for tests and in-process connections.
    public init(uid: UInt32, gid: UInt32, pid: Int32, groups: [UInt32] = []) {
        self.uid = uid
        self.gid = gid
        self.pid = pid
        self.groups = groups
    }

    /// Asks the kernel about a connected socket.
    public init(of socket: Socket) throws(SystemError) {
        let raw = socket.fileDescriptor
        var noted = deeplink_credentials()
        _ = try systemCall("getsockopt") { unsafe deeplink_peer_credentials(raw, &noted) }
        self.init(uid: noted.uid, gid: noted.gid, pid: noted.pid, groups: try Self.groups(of: raw))
    }

    private static func groups(of raw: Int32) throws(SystemError) -> [UInt32] {
        var room = 32
        while true {
            var groups = [gid_t](repeating: 0, count: room)
            var size = socklen_t(room * MemoryLayout<gid_t>.size)
            do {
                _ = try systemCall("getsockopt") { unsafe deeplink_peer_groups(raw, &groups, &size) }
                return Array(groups.prefix(Int(size) / MemoryLayout<gid_t>.size))
            } catch {
                // The kernel says how much room it wants; it knows at most NGROUPS_MAX (65 536) groups.
                guard error.code == ERANGE, Int(size) > room * MemoryLayout<gid_t>.size else { throw error }
                room = Int(size) / MemoryLayout<gid_t>.size
            }
        }
    }
}
