// The terminal lent to a program: it is left as it was found, and taken again whatever that program made of it.

internal import CNcurses
internal import Glibc

extension Screen {
    /// Gives the terminal back as it was, for a program that is started next with it; nothing is drawn until `reclaim`.
    public func lend() {
        guard isActive else { return }
        leave()
    }

    /// Takes the terminal again from whoever had it. Draw again after it.
    public func reclaim() {
        guard !isActive else { return }
        settle()
        arm()
        takeBack()
    }

    /// The program that has the terminal was stopped: so is this one, and when it goes on, the other does too.
    ///
    /// - Parameter group: the program's process group.
    public func suspend(with group: Int32) {
        guard !isActive else { return }
        settle()
        deeplink_stop_group()
        deeplink_set_foreground(descriptor, group)
        _ = kill(-group, SIGCONT)
    }

    /// The terminal as a shell wants it: keys for this group, its first modes, no mouse, no alternate screen.
    private func settle() {
        deeplink_set_foreground(descriptor, 0)
        deeplink_make_blocking(descriptor)
        CrashGuard.restoreModes()
        unsafe fwrite(reset, 1, reset.count, output)
        unsafe fflush(output)
    }
}
