// The driver that puts frames on a real terminal with ncursesw, and reads its keys. The event loop stays the caller's: it
// waits for the input descriptor and for SIGWINCH, SIGTSTP, SIGTERM and SIGHUP; nothing here waits (an Escape: up to
// 25 ms, to tell the key from a sequence), and no signal handler stays but the crash guard's. However the process ends,
// except by SIGKILL, the terminal is left as it was.

internal import CNcurses
internal import Glibc
internal import Text

/// The terminal of this process. One at a time: ncurses keeps it in globals.
@safe
public final class Screen {
    /// How long ncurses waits after Escape for the rest of a sequence, in milliseconds.
    static let escapeDelay: CInt = 25

    /// Rows and columns of the terminal, as of the start or the last `resize`.
    public private(set) var size: (rows: Int, columns: Int) = (0, 0)
    /// Wait for this descriptor to become readable, then `readKeys`. The caller's own.
    public let descriptor: CInt

    let window: UnsafeMutablePointer<WINDOW>
    private let screen: OpaquePointer
    let output: UnsafeMutablePointer<FILE>
    private let input: UnsafeMutablePointer<FILE>
    let reset: [UInt8]
    private var palette: Palette
    private var shown: Frame?
    private(set) var isActive = true

    /// Takes over a terminal: alternate screen, raw keys, no echo, cursor hidden.
    ///
    /// The descriptors stay the caller's and must stay open until `end`. The process's LC_CTYPE is set from the
    /// environment, and to C.UTF-8 where that is no UTF-8.
    /// - Parameter type: a terminfo name; nil: what `TERM` says.
    public init(input: CInt, output: CInt, type: String? = nil, mouse: Bool = false) throws(ScreenError) {
        guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
        Self.useUnicodeLocale()
        try CrashGuard.prepare(input)
        descriptor = input
        unsafe (self.input, self.output) = try Self.streams(input, output)
        guard let screen = unsafe Self.newTerminal(type, self.output, self.input) else {
            unsafe Self.close(self.input, self.output)
            CrashGuard.remove()
            throw .unknownTerminal(type ?? Self.environmentType)
        }
        unsafe self.screen = screen
        reset = Self.resetSequence()
        CrashGuard.arm(reset: reset)
        unsafe window = Self.configure(mouse: mouse)
        palette = Palette()
        resize()
    }

    deinit {
        end()
    }

    /// Shows a frame; only what differs from the last one is written. A frame of another size is clipped or filled.
    public func draw(_ frame: Frame) {
        guard isActive else { return }
        var whole = frame
        if frame.rows != size.rows || frame.columns != size.columns {
            whole = Frame(rows: size.rows, columns: size.columns)
            whole.put(frame, row: 0, column: 0)
        }
        for row in 0..<whole.rows {
            if let shown, whole.row(row, equalsThatOf: shown) {
                continue
            }
            for (column, glyph) in whole.glyphs(row: row) {
                put(glyph, row: row, column: column)
            }
        }
        shown = whole
        unsafe wnoutrefresh(window)
        doupdate()
    }

    /// Takes the terminal's new size (after SIGWINCH); draw again after it. False when it has not changed.
    @discardableResult
    public func resize() -> Bool {
        var (rows, columns): (CInt, CInt) = (24, 80)
        _ = unsafe deeplink_window_size(descriptor, &rows, &columns)
        (rows, columns) = (min(rows, CInt(Frame.sideLimit)), min(columns, CInt(Frame.sideLimit)))
        if size == (Int(rows), Int(columns)) {
            return false
        }
        size = (Int(rows), Int(columns))
        resizeterm(rows, columns)
        unsafe wresize(window, rows, columns)
        redraw()
        return true
    }

    /// The next `draw` writes everything anew, whatever other programs wrote over it.
    public func redraw() {
        shown = nil
        unsafe clearok(window, true)
    }

    /// Rings.
    public func bell() {
        if isActive {
            beep()
        }
    }

    /// Gives the terminal back, stops the process group as Ctrl-Z does, and takes the terminal again when it goes on.
    /// Draw again after it.
    public func suspend() {
        guard isActive else { return }
        leave()
        deeplink_stop_group()
        arm()
        takeBack()
    }

    /// The terminal is ours again: a crash restores it.
    func arm() {
        isActive = true
        CrashGuard.arm(reset: reset)
    }

    /// Takes the terminal's modes again after somebody else had it (SIGCONT, when nobody asked `suspend` before).
    /// Draw again after it.
    public func takeBack() {
        guard isActive else { return }
        reset_prog_mode()
        resize()
        redraw()
    }

    /// Gives the terminal back as it was, for good. May be called again.
    public func end() {
        guard isActive else { return }
        leave()
        unsafe delwin(window)
        unsafe delscreen(screen)
        unsafe Self.close(input, output)
        CrashGuard.remove()
    }

    func leave() {
        isActive = false
        endwin()
        unsafe fflush(output)
        CrashGuard.restoreModes()
        CrashGuard.disarm()
    }

    private func put(_ glyph: Glyph, row: Int, column: Int) {
        var scalars = glyph.text.unicodeScalars.prefix(1 + Glyph.markLimit).map { wchar_t($0.value) }
        scalars.append(0)
        let style = glyph.style
        let attributes = deeplink_attributes(
            style.attributes.contains(.bold) ? 1 : 0, style.attributes.contains(.dim) ? 1 : 0,
            style.attributes.contains(.underline) ? 1 : 0, style.attributes.contains(.reverse) ? 1 : 0,
            style.attributes.contains(.italic) ? 1 : 0)
        let pair = palette.pair(foreground: style.foreground, background: style.background)
        unsafe deeplink_put(window, CInt(row), CInt(column), scalars, CInt(glyph.width), attributes, pair)
    }
}

extension Screen {
    /// Puts a text on the clipboard of the terminal, where it allows that (OSC 52). At most 64 KiB.
    public func copy(_ text: String) {
        guard isActive, text.utf8.count <= 64 * 1024 else { return }
        // ncurses has written each frame to its end, so nothing is torn apart.
        unsafe fputs("\u{1B}]52;c;\(Base64.text(text.utf8))\u{7}", output)
        unsafe fflush(output)
    }
}
