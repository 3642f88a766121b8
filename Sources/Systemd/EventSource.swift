internal import CSystemd

/// The owner of one source: while it lives, its handler may be called; when it goes, it never is again.
///
/// Keep it in the object that the handler serves, as `var source: EventSource?`, and let the handler capture that
/// object `unowned`: the source cannot outlive its holder. Setting the property to nil is how to stop, also from
/// inside the handler. The handler's own memory is given to sd-event and freed by its destroy callback only, so a
/// handler that drops its source still stands on solid ground until it returns.
@safe
public struct EventSource: ~Copyable {
    private let raw: OpaquePointer
    // The loop must outlive its handlers, which reach it unowned.
    private let loop: EventLoop

    init(owning raw: OpaquePointer, of loop: EventLoop) {
        unsafe self.raw = raw
        self.loop = loop
    }

    deinit {
        unsafe _ = sd_event_source_disable_unref(raw)
    }

    /// Whether the handler may be called. One-shot sources (timers, `defer`) turn themselves off before they fire.
    public var isEnabled: Bool {
        unsafe sd_event_source_get_enabled(raw, nil) > 0
    }

    /// Turns the source off without giving it up. A signal that arrives meanwhile stays pending.
    public func disable() {
        must("sd_event_source_set_enabled", unsafe sd_event_source_set_enabled(raw, CInt(SD_EVENT_OFF)))
    }

    /// Turns a source on that stays on: a descriptor or a signal. Timers are armed, deferred work is `again()`.
    public func enable() {
        must("sd_event_source_set_enabled", unsafe sd_event_source_set_enabled(raw, CInt(SD_EVENT_ON)))
    }

    /// Lets a deferred source fire once more.
    public func again() {
        must("sd_event_source_set_enabled", unsafe sd_event_source_set_enabled(raw, CInt(SD_EVENT_ONESHOT)))
    }

    /// Which source goes first when several are ready.
    public func setPriority(_ priority: EventPriority) {
        must("sd_event_source_set_priority", unsafe sd_event_source_set_priority(raw, priority.rawValue))
    }

    /// Changes what a watched descriptor is asked for. An error of epoll is thrown; a source that is none traps.
    public func setInterest(_ events: IOEvents) throws(SystemdError) {
        try check("sd_event_source_set_io_events", unsafe sd_event_source_set_io_events(raw, events.rawValue))
    }

    /// Sets a timer to fire once, `delay` from now, whether it fired already or not.
    public func rearm(after delay: Duration) {
        let microseconds = delay.systemdMicroseconds
        must("sd_event_source_set_time_relative", unsafe sd_event_source_set_time_relative(raw, microseconds))
        again()
    }

    /// Sets a timer to fire once, at `time` on its own clock; a time that has passed fires in the next turn.
    public func rearm(at time: Duration) {
        must("sd_event_source_set_time", unsafe sd_event_source_set_time(raw, time.systemdMicroseconds))
        again()
    }

    /// From now on the source closes its descriptor, after taking it out of epoll.
    func takeDescriptor() {
        must("sd_event_source_set_io_fd_own", unsafe sd_event_source_set_io_fd_own(raw, 1))
    }
}
