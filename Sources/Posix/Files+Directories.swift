// Directories, links, and the one careful way to open a file by a name that came from elsewhere.
import CPosix
import Glibc

extension Files {
    /// Makes a directory and the missing ones above it, each with `mode` (less the umask); one already there is kept as it is. Something else in the way
    /// is `ENOTDIR` or `EEXIST`.
    public static func makeDirectories(_ path: String, mode: UInt32) throws(SystemError) {
        do {
            _ = try unsafe systemCall("mkdir", path: path) { unsafe mkdir($0, mode) }
        } catch {
            switch error.code {
            case EEXIST:
                guard try facts(path).kind == .directory else { throw error }
            case ENOENT:
                let parent = directory(of: path)
                guard parent != path, parent != "." else { throw error }
                try makeDirectories(parent, mode: mode)
                try makeDirectories(path, mode: mode)
            default: throw error
            }
        }
    }

    /// The names in a directory, sorted by bytes, without `.` and `..`; more than `limit` is `isTooLarge`. A name that is not
    /// UTF-8 is left out: nothing in this project can refer to it.
    public static func list(_ path: String, limit: Int = 10_000) throws(SystemError) -> [String] {
        let raw = try unsafe systemCall("open", path: path) {
            unsafe deeplink_open(AT_FDCWD, $0, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        }
        guard let stream = unsafe fdopendir(raw) else {
            let code = errno
            _ = close(raw)
            throw SystemError(call: "fdopendir", subject: path, code: code)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                if errno != 0 { throw SystemError(call: "readdir", subject: path, code: errno) }
                return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            }
            guard let name = unsafe name(of: entry), name != ".", name != ".." else { continue }
            if names.count == limit { throw SystemError(call: "readdir", subject: path, code: EFBIG) }
            names.append(name)
        }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
            unsafe String(validating: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Where a symbolic link points, as it is written there.
    public static func readLink(_ path: String) throws(SystemError) -> String {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = try unsafe systemCall("readlink", path: path) { path in
            unsafe target.withUnsafeMutableBytes { room in
                guard let start = unsafe room.bindMemory(to: CChar.self).baseAddress else { return -1 }
                return unsafe readlink(path, start, room.count)
            }
        }
        return String(decoding: target.prefix(count), as: UTF8.self)
    }

    /// Makes a symbolic link at `path` that says `target`, as it is written.
    public static func makeSymbolicLink(_ target: String, at path: String) throws(SystemError) {
        _ = try unsafe systemCall("symlink", path: path) { unsafe symlink(target, $0) }
    }

    /// Removes an empty directory.
    public static func removeDirectory(_ path: String) throws(SystemError) {
        _ = try unsafe systemCall("rmdir", path: path) { unsafe rmdir($0) }
    }

    /// The file of the running program. ` (deleted)` follows the name after it was replaced on disk.
    public static func executablePath() throws(SystemError) -> String {
        try readLink("/proc/self/exe")
    }

    /// Opens `name` in `directory` for reading only if it is a regular file of `owner`, in that directory itself and reached
    /// through no symbolic link: anything else is `ELOOP` (a link), `EINVAL` (no plain name, no regular file) or `EPERM` (another's).
    public static func openOwned(_ name: String, in directory: String, owner: UInt32) throws(SystemError)
        -> FileDescriptor
    {
        guard isPlainName(name) else { throw SystemError(call: "open", subject: name, code: EINVAL) }
        let place = FileDescriptor(
            owning: try unsafe systemCall("open", path: directory) {
                unsafe deeplink_open(AT_FDCWD, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
            })
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let raw = place.raw
        let file = FileDescriptor(
            owning: try unsafe systemCall("open", path: name) { unsafe deeplink_open(raw, $0, flags, 0) })
        let facts = try file.facts()
        guard facts.kind == .regular else { throw SystemError(call: "open", subject: name, code: EINVAL) }
        guard facts.owner == owner else { throw SystemError(call: "open", subject: name, code: EPERM) }
        return file
    }

    /// A name that stays in its directory.
    private static func isPlainName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
