// Nested in the child, because Swift Testing has an ExitStatus of its own.

extension ChildProcess {
    /// How a child process ended.
    public enum ExitStatus: Hashable, Sendable {
        /// By itself, with an exit code from 0 to 255.
        case exited(Int32)
        /// By a signal.
        case signalled(Int32)

        /// It ended by itself with 0.
        public var isSuccess: Bool { self == .exited(0) }

        /// One number as shells report it: the exit code, or 128 and the signal's number.
        public var shellCode: Int32 {
            switch self {
            case .exited(let code): code
            case .signalled(let number): 128 + number
            }
        }
    }
}

extension ChildProcess.ExitStatus: CustomStringConvertible {
    /// `exit 1` or `SIGTERM`.
    public var description: String {
        switch self {
        case .exited(let code): "exit \(code)"
        case .signalled(let number): Signals.name(number)
        }
    }
}
