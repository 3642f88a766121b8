// Whole files by path, each read with a bound that the caller states. Reading says who owns what was read, from the descriptor it
// was read through, so that "may this file be trusted" and "what does it say" are about the same file.
import CPosix
import Glibc

/// Files and directories by path.
@safe
public enum Files {
    /// A file's bytes, and whose they are.
    public struct Content: Sendable {
        /// All of it.
        public let bytes: [UInt8]
        /// The kernel's word about the file that they came from.
        public let facts: FileFacts
    }

    /// Opens for reading, close-on-exec. A symbolic link at the end of the path is `isSymbolicLink` when links are not followed;
    /// a pipe or device never makes it wait.
    public static func openForReading(_ path: String, followingLinks: Bool = true) throws(SystemError) -> FileDescriptor
    {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW)
        return FileDescriptor(
            owning: try unsafe systemCall("open", path: path) { unsafe deeplink_open(AT_FDCWD, $0, flags, 0) })
    }

    /// Reads a regular file of at most `limit` bytes; a larger one is `isTooLarge`, a directory `EISDIR`, a pipe or device `EINVAL`.
    public static func read(_ path: String, limit: Int, followingLinks: Bool = true) throws(SystemError) -> Content {
        let descriptor = try openForReading(path, followingLinks: followingLinks)
        let facts = try descriptor.facts()
        if facts.kind == .directory { throw SystemError(call: "read", subject: path, code: EISDIR) }
        guard facts.kind == .regular else { throw SystemError(call: "read", subject: path, code: EINVAL) }
        guard facts.size <= limit else { throw SystemError(call: "read", subject: path, code: EFBIG) }
        let bytes = try descriptor.readToEnd(limit: limit, expecting: Int(facts.size), subject: path)
        return Content(bytes: bytes, facts: facts)
    }

    /// Replaces the file at `path` so that a reader, or a crash, finds the old content or the new, whole: a file beside it is
    /// written, synced and renamed over it, then the directory is synced.
    public static func writeAtomically(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o600) throws(SystemError) {
        let directory = directory(of: path)
        let temporary = "\(path).\(getpid()).\(try RandomBytes.hexadecimal(count: 4))"
        do {
            let file = try create(temporary, mode: mode)
            try file.writeAll(bytes)
            try file.synchronize(path: temporary)
            try file.close()
            try rename(temporary, to: path)
        } catch {
            try? unlink(temporary)
            throw error
        }
        try openForReading(directory).synchronize(path: directory)
    }

    /// Appends to the file at `path`, made with `mode` if it is not there, by one owner; nothing is synced.
    public static func append(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o600) throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
        let file = FileDescriptor(
            owning: try unsafe systemCall("open", path: path) { unsafe deeplink_open(AT_FDCWD, $0, flags, mode) })
        try file.writeAll(bytes)
    }

    /// Makes a new file for reading and writing; a name that is taken, by a link too, is `isAlreadyThere`.
    public static func create(_ path: String, mode: UInt32 = 0o600) throws(SystemError) -> FileDescriptor {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        return FileDescriptor(
            owning: try unsafe systemCall("open", path: path) { unsafe deeplink_open(AT_FDCWD, $0, flags, mode) })
    }

    /// Renames, replacing what is at the new path.
    public static func rename(_ path: String, to newPath: String) throws(SystemError) {
        if newPath.utf8.contains(0) { throw SystemError(call: "rename", subject: newPath, code: EINVAL) }
        _ = try unsafe systemCall("rename", path: path) { unsafe Glibc.rename($0, newPath) }
    }

    /// Removes a name; one that is not there is `isNotFound`.
    public static func unlink(_ path: String) throws(SystemError) {
        _ = try unsafe systemCall("unlink", path: path) { unsafe Glibc.unlink($0) }
    }

    /// Everything before the last slash: `/a/b` → `/a`, `b` → `.`, `/b` → `/`.
    public static func directory(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

extension FileDescriptor {
    /// Waits until everything written is on the disk.
    public func synchronize(path: String? = nil) throws(SystemError) {
        let raw = raw
        _ = try systemCall("fsync", path) { fsync(raw) }
    }
}
