// How a terminal treats what is typed and printed: taken as a value, changed as a value, given back as it was.
import Glibc

/// A terminal's settings.
@safe
public struct TerminalMode {
    private var settings: termios

    /// A terminal is behind the descriptor.
    public static func isTerminal(_ fileDescriptor: Int32) -> Bool {
        isatty(fileDescriptor) == 1
    }

    /// The present settings; `ENOTTY` when it is no terminal.
    public init(of fileDescriptor: Int32) throws(SystemError) {
        var settings = termios()
        _ = try systemCall("tcgetattr") { unsafe tcgetattr(fileDescriptor, &settings) }
        self.settings = settings
    }

    /// Sets a terminal to this, after what was printed has left.
    public func apply(to fileDescriptor: Int32) throws(SystemError) {
        _ = try systemCall("tcsetattr") {
            unsafe withUnsafePointer(to: settings) { unsafe tcsetattr(fileDescriptor, TCSADRAIN, $0) }
        }
    }

    /// The same with every key given as it is typed: no echo, no lines, no signals.
    public var raw: TerminalMode {
        var mode = self
        unsafe cfmakeraw(&mode.settings)
        return mode
    }

    /// The same with output left as it is written (no carriage return before a line feed): for a pseudo-terminal whose output is
    /// copied to a terminal that adds it itself.
    public var withPlainOutput: TerminalMode {
        var mode = self
        mode.settings.c_oflag &= ~tcflag_t(OPOST)
        return mode
    }

    /// Typed keys are echoed.
    public var echoes: Bool { settings.c_lflag & tcflag_t(ECHO) != 0 }
}
