// The one source of time, a value that is passed in: tests put their own hands on it. Ages and waits are measured on boot time,
// which runs through suspend and is never set back; the wall clock is only for dates that people and senders wrote.
import CPosix
import Glibc

/// Where time comes from.
public struct Clock: Sendable {
    /// Milliseconds since boot, suspended time included.
    public var boot: @Sendable () -> Int64
    /// Milliseconds since 1970 in UTC.
    public var wall: @Sendable () -> Int64

    /// A clock with the given hands.
    public init(boot: @escaping @Sendable () -> Int64, wall: @escaping @Sendable () -> Int64) {
        self.boot = boot
        self.wall = wall
    }

    /// The kernel's clocks.
    public static let system = Clock(
        boot: { milliseconds(CLOCK_BOOTTIME) },
        wall: { milliseconds(CLOCK_REALTIME) })

    /// Which boot the boot clock counts from: a UUID of the kernel's, a new one each time the machine starts.
    public static func bootID() throws(SystemError) -> String {
        let file = try Files.openForReading("/proc/sys/kernel/random/boot_id")
        return String(decoding: try file.readToEnd(limit: 64).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private static func milliseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        let result = unsafe clock_gettime(clock, &time)
        precondition(result == 0, "Linux has both clocks, and the pointer is ours")
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
