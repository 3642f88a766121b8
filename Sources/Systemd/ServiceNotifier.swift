internal import CSystemd
internal import Glibc

/// What a service tells its manager: that it is ready, reloads, stops, and is alive.
///
/// Every call is a no-op without a manager (no NOTIFY_SOCKET), so nobody asks first. The watchdog is fed by whoever
/// does the work, at most once per period and never after `stopping()`: a daemon that hangs, or is on its way out and
/// hangs, is noticed. sd_event's own watchdog is not used, as it would say "alive" for an event loop whose work is
/// broken. The daemon's part: one timer at `nextFeed`, rearmed at the new `nextFeed` by its handler, which feeds.
public final class ServiceNotifier {
    /// Half of the unit's WatchdogSec=, so that one late feed is no death; nil when this process has no watchdog.
    public let watchdogPeriod: Duration?
    /// Whether a manager listens.
    public let hasManager: Bool
    /// When the next feed is due, on boot time; nil without a watchdog and after `stopping()`.
    public private(set) var nextFeed: Duration?

    private var isStopping = false

    /// Reads what the manager put into the environment, which it leaves as it is. Errors: a malformed WATCHDOG_USEC.
    public init() throws(SystemdError) {
        hasManager = unsafe getenv("NOTIFY_SOCKET") != nil
        var microseconds: UInt64 = 0
        // Zero when the variables are absent or name another process.
        let enabled = try check("sd_watchdog_enabled", unsafe sd_watchdog_enabled(0, &microseconds)) > 0
        watchdogPeriod = enabled ? Duration(systemdMicroseconds: microseconds / 2) : nil
        nextFeed = enabled ? EventClock.boot.now : nil
    }

    /// READY=1: sockets are served from here on. Also ends what `reloading()` began. Errors: the socket cannot be
    /// reached.
    public func ready(status: String) throws(SystemdError) {
        try notify("READY=1\n" + Self.statusLine(status))
    }

    /// STATUS=: one line for `systemctl status`. Control characters become blanks; cut at 256 bytes.
    public func status(_ text: String) throws(SystemdError) {
        try notify(Self.statusLine(text))
    }

    /// RELOADING=1, with the time that lets a manager tell this reload's READY=1 from an older one.
    public func reloading() throws(SystemdError) {
        let microseconds = deeplinkd_clock_microseconds(CLOCK_MONOTONIC)
        try notify("RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
    }

    /// STOPPING=1. The watchdog is fed no more: what remains to be done has WatchdogSec= to end.
    public func stopping(status: String) throws(SystemdError) {
        isStopping = true
        nextFeed = nil
        try notify("STOPPING=1\n" + Self.statusLine(status))
    }

    /// WATCHDOG=1, if it is due at `now` (boot time). Returns whether it was sent.
    @discardableResult
    public func feedWatchdog(at now: Duration) throws(SystemdError) -> Bool {
        guard let watchdogPeriod, let due = nextFeed, now >= due, !isStopping else {
            return false
        }
        nextFeed = now + watchdogPeriod
        try notify("WATCHDOG=1")
        return true
    }

    private func notify(_ state: String) throws(SystemdError) {
        try check("sd_notify", unsafe sd_notify(0, state))
    }

    private static func statusLine(_ text: String) -> String {
        let safe = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
        var line = "STATUS="
        for scalar in safe where line.utf8.count + UTF8.width(scalar) <= 256 {
            line.unicodeScalars.append(scalar)
        }
        return line
    }
}
