// Waiting for one descriptor, for programs that have no loop.
import Glibc

/// One descriptor's readiness.
public enum Readiness {
    /// Waits until a descriptor is readable (or, when asked, writable), broken, or so many milliseconds have gone by; a signal ends
    /// the wait early. True when there is something to do.
    @discardableResult
    public static func wait(
        for fileDescriptor: Int32, writable: Bool = false, milliseconds: Int64
    ) throws(SystemError) -> Bool {
        var entry = pollfd(fd: fileDescriptor, events: Int16(writable ? POLLIN | POLLOUT : POLLIN), revents: 0)
        do {
            return try systemCallOnce("poll") { unsafe poll(&entry, 1, Int32(clamping: milliseconds)) } > 0
        } catch {
            if error.code == EINTR { return false }
            throw error
        }
    }
}
