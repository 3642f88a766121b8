internal import CSystemd

/// Which of several ready sources is dispatched first: the smaller number.
///
/// sd-event dispatches one source in each iteration and looks again, so a busy source of a higher priority starves
/// the lower ones: what must always get its turn (signals, watchdog, timers) goes above the work.
public struct EventPriority: RawRepresentable, Comparable, Sendable {
    /// sd-event's own number.
    public let rawValue: Int64

    /// Any number: the space between the named ones is free to use.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Before the work: signals, watchdog, timers.
    public static let important = EventPriority(rawValue: Int64(SD_EVENT_PRIORITY_IMPORTANT))
    /// The work, and the default.
    public static let normal = EventPriority(rawValue: Int64(SD_EVENT_PRIORITY_NORMAL))
    /// Only when nothing else is ready.
    public static let idle = EventPriority(rawValue: Int64(SD_EVENT_PRIORITY_IDLE))

    /// "Less" is "earlier".
    public static func < (left: EventPriority, right: EventPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}
