// What the kernel says about a file, asked of the open descriptor wherever a decision hangs on it: a path may name another file a
// moment later.
import CPosix
import Glibc

/// Owner, permissions, kind and size of a file.
@safe
public struct FileFacts: Hashable, Sendable {
    /// What a file is.
    public enum Kind: Hashable, Sendable {
        /// An ordinary file.
        case regular
        /// A directory.
        case directory
        /// A symbolic link (only of a path that was not followed).
        case symbolicLink
        /// A socket.
        case socket
        /// A device, a pipe, …
        case other
    }

    /// What it is.
    public let kind: Kind
    /// The owner's uid.
    public let owner: UInt32
    /// The group's gid.
    public let group: UInt32
    /// Permission bits, without the kind: `0o644`.
    public let mode: UInt32
    /// Size in bytes.
    public let size: Int64
    /// Last change of its content, in milliseconds since 1970.
    public let modified: Int64
    /// Device and inode: the same pair, the same file.
    public let identity: Identity

    /// What makes a file itself, whatever its name is.
    public struct Identity: Hashable, Sendable {
        /// The file system's number.
        public let device: UInt64
        /// The file's number on it.
        public let inode: UInt64
    }

    init(_ raw: stat) {
        kind =
            switch raw.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFSOCK: .socket
            default: .other
            }
        owner = raw.st_uid
        group = raw.st_gid
        mode = raw.st_mode & 0o7777
        size = Int64(raw.st_size)
        modified = Int64(raw.st_mtim.tv_sec) * 1_000 + Int64(raw.st_mtim.tv_nsec) / 1_000_000
        identity = Identity(device: UInt64(raw.st_dev), inode: UInt64(raw.st_ino))
    }

    /// Somebody other than the owner may write to it.
    public var isWritableByOthers: Bool { mode & 0o022 != 0 }
}

extension FileDescriptor {
    /// What the kernel says about the open file.
    public func facts() throws(SystemError) -> FileFacts {
        let raw = raw
        var facts = stat()
        _ = try systemCall("fstat") { unsafe deeplink_stat_descriptor(raw, &facts) }
        return FileFacts(facts)
    }
}

extension Files {
    /// What the kernel says about the file at `path`; a symbolic link is followed unless told otherwise.
    public static func facts(_ path: String, followingLinks: Bool = true) throws(SystemError) -> FileFacts {
        var facts = stat()
        _ = try unsafe systemCall("stat", path: path) { unsafe deeplink_stat_path($0, &facts, followingLinks) }
        return FileFacts(facts)
    }

    /// Something is at `path` (a dangling symbolic link counts as nothing). What cannot be looked at is an error, not an absence.
    public static func exists(_ path: String) throws(SystemError) -> Bool {
        do {
            _ = try facts(path)
            return true
        } catch {
            if error.isNotFound { return false }
            throw error
        }
    }
}
