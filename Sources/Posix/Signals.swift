// Names of signals, and what a program's main sets before anything else. Changing a disposition is the whole process's affair, so
// only mains (and helper programs of tests) call those; waiting for signals is the event loop's.
import CPosix
import Glibc

/// Signals by name, and the process's dispositions.
@safe
public enum Signals {
    /// `SIGTERM` for 15; `signal 200` for what has no name.
    public static func name(_ number: Int32) -> String {
        guard let text = unsafe sigabbrev_np(number) else { return "signal \(number)" }
        return unsafe "SIG" + String(cString: text)
    }

    /// The number of `SIGTERM` or `TERM`; nil when there is none of that name.
    public static func number(named name: String) -> Int32? {
        let full = name.hasPrefix("SIG") ? name : "SIG" + name
        return (1..<65).first { Self.name($0) == full }
    }

    /// Makes a write to a closed pipe an error (`isDisconnected`) instead of the end of the process.
    public static func ignoreBrokenPipe() throws(SystemError) {
        try ignore(SIGPIPE)
    }

    /// Ignores a signal from now on.
    public static func ignore(_ number: Int32) throws(SystemError) {
        _ = try systemCall("signal") { deeplink_ignore_signal(number) }
    }

    /// Holds signals back in the calling thread (and those that it starts).
    public static func block(_ numbers: [Int32]) throws(SystemError) {
        var set = sigset_t()
        _ = unsafe sigemptyset(&set)
        for number in numbers { _ = try systemCall("sigaddset") { unsafe sigaddset(&set, number) } }
        try systemCallReturningCode("pthread_sigmask") { unsafe pthread_sigmask(SIG_BLOCK, &set, nil) }
    }

    /// Sends a signal to this process itself.
    public static func raise(_ number: Int32) throws(SystemError) {
        _ = try systemCall("kill") { Glibc.kill(getpid(), number) }
    }
}

extension Signals {
    /// Hang-up: the terminal has gone.
    public static let hangUp = SIGHUP
    /// Ctrl-C.
    public static let interrupt = SIGINT
    /// Ctrl-\.
    public static let quit = SIGQUIT
    /// Please end.
    public static let terminate = SIGTERM
    /// End, at once and untold.
    public static let kill = SIGKILL
    /// Ctrl-Z.
    public static let terminalStop = SIGTSTP
    /// Go on.
    public static let resume = SIGCONT
    /// A child ended or was stopped.
    public static let childChanged = SIGCHLD
    /// The terminal's size changed.
    public static let windowChanged = SIGWINCH
}
