// One holder at a time, by `flock`: the kernel lets go when the holder ends, however it ends, so a lock is never stale. The file
// stays when the lock is given back: unlinking it would let two programs hold locks on two files of one name.
import CPosix
import Glibc

/// A lock on a file, held until the object goes.
@safe
public final class FileLock {
    /// Why there is no lock.
    public enum Failure: Error, Hashable, Sendable {
        /// Another process (or another lock of this one) has it; its pid, if it wrote it down already.
        case held(by: Int32?)
        /// The file could not be opened or written.
        case system(SystemError)
    }

    private let descriptor: FileDescriptor

    /// Takes the lock on the file at `path` (made with mode 0600 if missing) without waiting, and writes our pid into it.
    public init(path: String) throws(Failure) {
        do throws(SystemError) {
            let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
            descriptor = FileDescriptor(
                owning: try unsafe systemCall("open", path: path) { unsafe deeplink_open(AT_FDCWD, $0, flags, 0o600) })
        } catch {
            throw .system(error)
        }
        let isMine: Bool
        do throws(SystemError) { isMine = try descriptor.takeLock(path: path) } catch { throw .system(error) }
        guard isMine else { throw .held(by: Self.holder(path)) }
        do throws(SystemError) {
            let raw = descriptor.raw
            _ = try systemCall("ftruncate", path) { ftruncate(raw, 0) }
            try descriptor.writeAll(Array("\(getpid())\n".utf8))
        } catch {
            throw .system(error)
        }
    }

    private static func holder(_ path: String) -> Int32? {
        guard let content = try? Files.read(path, limit: 32) else { return nil }
        let digits = content.bytes.prefix { $0 != UInt8(ascii: "\n") }
        return Int32(String(decoding: digits, as: UTF8.self))
    }
}

extension FileDescriptor {
    /// Takes the lock on the open file without waiting, until its last descriptor closes; false when somebody else has it.
    public func takeLock(path: String? = nil) throws(SystemError) -> Bool {
        let raw = raw
        do {
            _ = try systemCall("flock", path) { flock(raw, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            if error.isWouldBlock { return false }
            throw error
        }
    }
}
