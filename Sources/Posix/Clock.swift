// The one source of time, a value that is passed in: tests put their own hands on it. Ages and waits are measured on boot time,
// which runs through suspend and is never set back; the wall clock is only for dates that people and senders wrote.
import CPosix
import Glibc

/// Where time comes from.
public struct Clock: Sendable {
    /// Nanoseconds since boot, suspended time included.
    public var boot: @Sendable () -> Int64
    /// The date and time of day.
    public var wall: @Sendable () -> Timestamp

    /// A clock with the given hands.
    public init(boot: @escaping @Sendable () -> Int64, wall: @escaping @Sendable () -> Timestamp) {
        self.boot = boot
        self.wall = wall
    }

    /// The kernel's clocks.
    public static let system = Clock(
        boot: {
            let time = read(CLOCK_BOOTTIME)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        },
        wall: {
            let time = read(CLOCK_REALTIME)
            return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
        })

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        let result = unsafe clock_gettime(clock, &time)
        precondition(result == 0, "Linux has both clocks, and the pointer is ours")
        return time
    }
}
