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
    /// Microseconds as libsystemd counts them: never negative, and far futures stay below its "infinity".
    var systemdMicroseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else {
            return 0
        }
        let whole = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000)
        let (total, overflow) = whole.partialValue.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000_000))
        return whole.overflow || overflow ? UInt64.max - 1 : min(total, UInt64.max - 1)
    }

    init(systemdMicroseconds: UInt64) {
        let (seconds, rest) = systemdMicroseconds.quotientAndRemainder(dividingBy: 1_000_000)
        self = .seconds(Int64(seconds)) + .microseconds(Int64(rest))
    }
}
