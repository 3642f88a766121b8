import CPosix
import Glibc

/// A terminal's size in glyphs.
@safe
public struct TerminalSize: Hashable, Sendable {
    /// Lines, from top to bottom.
    public var rows: Int
    /// Glyphs in a line.
    public var columns: Int

    /// A size; each number fits 16 bits.
    public init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
    }

    /// Asks the terminal behind a descriptor. Both are 0 when it does not know; `ENOTTY` when it is no terminal.
    public init(of fileDescriptor: Int32) throws(SystemError) {
        var size = winsize()
        _ = try systemCall("ioctl TIOCGWINSZ") { unsafe deeplink_window_size(fileDescriptor, &size) }
        self.init(rows: Int(size.ws_row), columns: Int(size.ws_col))
    }

    /// Tells the terminal behind a descriptor; its foreground group gets SIGWINCH if that is a change.
    public func apply(to fileDescriptor: Int32) throws(SystemError) {
        var size = winsize()
        size.ws_row = UInt16(clamping: rows)
        size.ws_col = UInt16(clamping: columns)
        _ = try systemCall("ioctl TIOCSWINSZ") { unsafe deeplink_set_window_size(fileDescriptor, &size) }
    }
}
