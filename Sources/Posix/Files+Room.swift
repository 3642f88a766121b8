// Room on the disk that a file holds before anything is written to it.
import CPosix
import Glibc

extension Files {
    /// Makes the file at `path` (0600) as long as `bytes`, with its place on the disk taken; nothing to do where it is that
    /// long. Without room it is `isDiskFull`, and nothing is left of it.
    public static func allocate(_ path: String, bytes: Int) throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let file = FileDescriptor(
            owning: try unsafe systemCall("open", path: path) { unsafe deeplink_open(AT_FDCWD, $0, flags, 0o600) })
        do {
            if try file.facts().size >= Int64(bytes) { return }
            let raw = file.raw
            try systemCallReturningCode("posix_fallocate", path) { posix_fallocate(raw, 0, off_t(bytes)) }
        } catch {
            try? unlink(path)
            throw error
        }
    }
}
