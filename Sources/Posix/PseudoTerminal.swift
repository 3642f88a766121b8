// A terminal made of two descriptors: a program takes the one for its terminal, this process reads and writes the other.
import CPosix
import Glibc

/// A pseudo-terminal.
@safe
public final class PseudoTerminal {
    private let outer: FileDescriptor
    private var inner: FileDescriptor?
    /// This process's side: what the program prints comes out here. Reading it fails with `EIO` when the last program has closed
    /// its side.
    public let controller: Int32
    /// The program's side, to be given to a child; -1 after `closeTerminal()`.
    public private(set) var terminal: Int32

    /// Opens both sides, close-on-exec, nobody's controlling terminal.
    public init(size: TerminalSize) throws(SystemError) {
        let outer = FileDescriptor(
            owning: try systemCall("posix_openpt") { posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC) })
        let controller = outer.raw
        _ = try systemCall("grantpt") { grantpt(controller) }
        _ = try systemCall("unlockpt") { unlockpt(controller) }
        let inner = FileDescriptor(
            owning: try systemCall("ioctl TIOCGPTPEER") { deeplink_open_terminal_of(controller) })
        try size.apply(to: controller)
        self.controller = controller
        terminal = inner.raw
        self.outer = consume outer
        self.inner = consume inner
    }

    /// Closes the program's side here, once a child has it: only then does the child's end show as the end.
    public func closeTerminal() {
        inner = nil
        terminal = -1
    }

    /// Reads what the program printed; the end when every program has closed its side.
    public func read(appendingTo buffer: inout [UInt8], most: Int) throws(SystemError) -> ReadOutcome {
        do {
            return try outer.read(appendingTo: &buffer, most: most)
        } catch {
            if error.code == EIO { return .end }
            throw error
        }
    }

    /// Types: what is written here is what the program reads, and its keys are signals where the terminal is its controlling one.
    public func type(_ bytes: [UInt8]) throws(SystemError) {
        try outer.writeAll(bytes)
    }

    /// Makes reading return at once.
    public func setNonblocking() throws(SystemError) {
        try outer.setNonblocking(true)
    }
}
