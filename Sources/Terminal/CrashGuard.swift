// A process that dies of its own fault (a trap, a bad pointer, abort) must not leave the user's shell in raw mode on the
// alternate screen. The handler is C in shim.h, prepared here; this is the only file that calls it, because its state is
// one per object file.

internal import CNcurses

/// The terminal's modes as they were, and the handler that restores them. There is one terminal in a process.
enum CrashGuard {
    /// Remembers the modes of `descriptor` and installs the handler; it does nothing before `arm`.
    static func prepare(_ descriptor: CInt) throws(ScreenError) {
        if deeplink_crash_prepare(descriptor) != 0 {
            throw .notATerminal
        }
    }

    /// From now on a crash writes `reset` and restores the modes.
    static func arm(reset: [UInt8]) {
        unsafe deeplink_crash_set_reset(reset, reset.count)
        deeplink_crash_arm(1)
    }

    /// The terminal is as it was: a crash has nothing to restore.
    static func disarm() {
        deeplink_crash_arm(0)
    }

    /// Puts the modes back as they were at `prepare`.
    static func restoreModes() {
        deeplink_crash_restore_modes()
    }

    /// Puts back the signal handlers that were there before `prepare`.
    static func remove() {
        deeplink_crash_remove()
    }
}
