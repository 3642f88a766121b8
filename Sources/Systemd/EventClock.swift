internal import CSystemd
internal import Glibc

/// The two clocks a timer may follow. A time on either is a `Duration` since the clock's zero.
public enum EventClock: Sendable {
    /// Since boot, suspended time included, never set back: for ages and waits.
    case boot
    /// Since 1970, as the wall clock says now: for dates that somebody named. It can be set, both ways.
    case wall

    /// The time now, read from the kernel. Within a loop's turn `EventLoop.now(on:)` is cheaper and steady.
    public var now: Duration {
        // Both clocks exist on every kernel that runs systemd, so there is no error to report.
        Duration(systemdMicroseconds: deeplinkd_clock_microseconds(identifier))
    }

    var identifier: clockid_t {
        switch self {
        case .boot: CLOCK_BOOTTIME
        case .wall: CLOCK_REALTIME
        }
    }
}

extension Duration {
    /// Microseconds as libsystemd counts them: never negative, and at most 2^53 (285 years), as it refuses a time
    /// whose sum with "now" would overflow. A timer that far away does not fire either way.
    var systemdMicroseconds: UInt64 {
        let limit: Int64 = 1 << 53
        let (seconds, attoseconds) = components
        guard seconds > 0 || attoseconds > 0 else {
            return 0
        }
        guard seconds < limit / 1_000_000 else {
            return UInt64(limit)
        }
        return UInt64(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }

    init(systemdMicroseconds: UInt64) {
        let (seconds, rest) = systemdMicroseconds.quotientAndRemainder(dividingBy: 1_000_000)
        self = .seconds(Int64(seconds)) + .microseconds(Int64(rest))
    }
}
