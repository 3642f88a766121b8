internal import CSystemd

/// sd-event: one thread, one loop, and everything that happens is a source of it.
///
/// It promises that an error thrown by a handler is not lost on its way through C: it is kept, the loop ends, and
/// `run()` throws it. So a fatal error reaches `main` and expected ones are caught inside the handler. Handlers run
/// one at a time on the thread that runs the loop; none is re-entered. The class is not `Sendable`, which is the
/// compiler's proof that there is no second thread to think about.
@safe
public final class EventLoop {
    let raw: OpaquePointer
    /// True once `exit` was called, or a handler threw.
    public private(set) var isExiting = false
    private var failure: (any Error)?

    /// Makes a loop of its own, independent of the thread's default one. Errors: no descriptors or memory.
    public init() throws(SystemdError) {
        var loop: OpaquePointer?
        try check("sd_event_new", unsafe sd_event_new(&loop))
        guard let loop = unsafe loop else {
            preconditionFailure("sd_event_new said yes and gave no loop")
        }
        unsafe raw = loop
    }

    deinit {
        unsafe _ = sd_event_unref(raw)
    }

    /// Dispatches sources until `exit` is called or a handler throws.
    ///
    /// Returns the code given to `exit`. Throws what a handler threw, untouched, or a `SystemdError` of the loop.
    /// A loop runs once: after it ended it cannot be started again.
    public func run() throws -> CInt {
        let code = unsafe sd_event_loop(raw)
        try rethrow()
        return try check("sd_event_loop", code)
    }

    /// Asks the loop to end after the handler that is running. Exit sources are dispatched first.
    ///
    /// `code` is what `run()` returns, 0 ... 255. Calling it again replaces the code.
    public func exit(code: CInt = 0) {
        precondition((0...255).contains(code), "an exit code is 0 ... 255: a negative one would read as an errno")
        isExiting = true
        // It fails only on a loop that has ended (ESTALE): then there is nothing left to end.
        unsafe _ = sd_event_exit(raw, code)
    }

    /// Dispatches at most one source: what a test or a loop around this one calls.
    ///
    /// Waits up to `timeout` for a source to become ready (zero: only looks; nil: for ever). Returns whether one was
    /// dispatched. Throws as `run()` does. After the loop's end it does nothing and returns false.
    @discardableResult
    public func step(timeout: Duration? = .zero) throws -> Bool {
        guard unsafe sd_event_get_state(raw) != CInt(SD_EVENT_FINISHED) else {
            return false
        }
        let result = unsafe sd_event_run(raw, timeout?.systemdMicroseconds ?? UInt64.max)
        try rethrow()
        return try check("sd_event_run", result) > 0
    }

    /// A descriptor that is readable when `step()` has something to do. The loop keeps owning it.
    ///
    /// For embedding in another loop. Timers are armed while the loop looks, so `step()` must be called once after
    /// sources were added or changed from outside a handler.
    public var fileDescriptor: CInt {
        unsafe sd_event_get_fd(raw)
    }

    /// The time at which this turn of the loop woke up, so that one turn sees one time. Before the first: now.
    public func now(on clock: EventClock) -> Duration {
        var microseconds: UInt64 = 0
        must("sd_event_now", unsafe sd_event_now(raw, clock.identifier, &microseconds))
        return Duration(systemdMicroseconds: microseconds)
    }

    /// Keeps a handler's error and ends the loop; the first one wins, as what follows is its consequence.
    func fail(_ error: any Error) {
        if failure == nil {
            failure = error
        }
        exit(code: 1)
    }

    private func rethrow() throws {
        if let error = failure {
            failure = nil
            throw error
        }
    }
}
