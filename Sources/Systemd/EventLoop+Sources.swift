internal import CSystemd
internal import Glibc

/// Adding a source returns its owner. Every handler may throw: that ends the loop, and `run()` throws the same error.
extension EventLoop {
    /// Calls `handler` in every turn in which `descriptor` is ready for one of `events` (level-triggered).
    ///
    /// The caller keeps the descriptor open for as long as the source lives, and closes it after dropping the source,
    /// or passes `closing: true`: then the source closes it, in the right order, always. On an error the caller still
    /// owns it. Errors: EPERM for a regular file, EEXIST when it is watched already.
    public func watch(
        _ descriptor: CInt, for events: IOEvents, closing: Bool = false, priority: EventPriority = .normal,
        _ handler: @escaping (IOEvents) throws -> Void
    ) throws(SystemdError) -> EventSource {
        let source = try unsafe add("sd_event_add_io", priority, handler) { source, userdata in
            unsafe sd_event_add_io(raw, source, descriptor, events.rawValue, ioReady, userdata)
        }
        if closing {
            source.takeDescriptor()
        }
        return source
    }

    /// Calls `handler` once, `delay` from now, on boot time: suspended time counts, a set clock does not.
    ///
    /// `accuracy` is how much later is still fine, so that the kernel may wake once for several. `rearm` repeats it.
    public func timer(
        after delay: Duration, accuracy: Duration = .milliseconds(1), priority: EventPriority = .important,
        _ handler: @escaping () throws -> Void
    ) throws(SystemdError) -> EventSource {
        // Zero would mean sd-event's own default of 250 ms.
        let slack = max(accuracy.systemdMicroseconds, 1)
        return try unsafe add("sd_event_add_time_relative", priority, handler) { source, userdata in
            unsafe sd_event_add_time_relative(
                raw, source, CLOCK_BOOTTIME, delay.systemdMicroseconds, slack, timePassed, userdata)
        }
    }

    /// Calls `handler` once, at `time` on `clock`; a time that has passed fires in the next turn. `rearm` repeats it.
    public func timer(
        at time: Duration, on clock: EventClock, accuracy: Duration = .milliseconds(1),
        priority: EventPriority = .important, _ handler: @escaping () throws -> Void
    ) throws(SystemdError) -> EventSource {
        let slack = max(accuracy.systemdMicroseconds, 1)
        return try unsafe add("sd_event_add_time", priority, handler) { source, userdata in
            unsafe sd_event_add_time(
                raw, source, clock.identifier, time.systemdMicroseconds, slack, timePassed, userdata)
        }
    }

    /// Calls `handler` for each arrival of `signal`, at a safe point and never inside other code.
    ///
    /// The signal is blocked for the calling thread and unblocked when the source goes; so add it before any other
    /// thread exists, and give children an empty mask. EBUSY: another source has this signal.
    public func onSignal(
        _ signal: CInt, priority: EventPriority = .important, _ handler: @escaping () throws -> Void
    ) throws(SystemdError) -> EventSource {
        try unsafe add("sd_event_add_signal", priority, handler) { source, userdata in
            // SD_EVENT_SIGNAL_PROCMASK is a macro of an expression, which Swift does not see.
            unsafe sd_event_add_signal(raw, source, signal | (1 << 30), signalArrived, userdata)
        }
    }

    /// Calls `handler` each time that something comes into a directory, and when the directory itself goes; what it is must
    /// be looked for. Follows the directory, not its name. ENOENT, ENOTDIR: there is no directory of that name.
    public func watch(
        directory path: String, priority: EventPriority = .normal, _ handler: @escaping () throws -> Void
    ) throws(SystemdError) -> EventSource {
        try unsafe add("sd_event_add_inotify", priority, handler) { source, userdata in
            unsafe sd_event_add_inotify(raw, source, path, deeplinkd_directory_changes, directoryChanged, userdata)
        }
    }

    /// Calls `handler` once, in the next turn. `again()` repeats it.
    ///
    /// Of no use for "after all that is ready": a source is dispatched per turn, so at the same priority this runs
    /// after one of them, and at a lower one it starves under load.
    public func `defer`(
        priority: EventPriority = .normal, _ handler: @escaping () throws -> Void
    ) throws(SystemdError) -> EventSource {
        try unsafe add("sd_event_add_defer", priority, handler) { source, userdata in
            unsafe sd_event_add_defer(raw, source, workDeferred, userdata)
        }
    }

    /// Calls `handler` once when the loop ends, by `exit` or by an error, in order of priority.
    public func onExit(
        priority: EventPriority = .normal, _ handler: @escaping () throws -> Void
    ) throws(SystemdError) -> EventSource {
        try unsafe add("sd_event_add_exit", priority, handler) { source, userdata in
            unsafe sd_event_add_exit(raw, source, workDeferred, userdata)
        }
    }

    private func add<Body>(
        _ call: StaticString, _ priority: EventPriority, _ body: Body,
        _ create: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> CInt
    ) throws(SystemdError) -> EventSource {
        let box = unsafe Unmanaged.passRetained(Handler(loop: self, body: body))
        var source: OpaquePointer?
        let result = unsafe create(&source, box.toOpaque())
        guard result >= 0, let source = unsafe source else {
            unsafe box.release()
            throw SystemdError(call: "\(call)", code: -result)
        }
        // From here on the box belongs to sd-event, which outlives the owner while a handler is running.
        must(
            "sd_event_source_set_destroy_callback", unsafe sd_event_source_set_destroy_callback(source, releaseHandler))
        let owner = unsafe EventSource(owning: source, of: self)
        owner.setPriority(priority)
        return owner
    }
}
