// The steps of taking over a terminal.

internal import CNcurses
internal import Glibc

extension Screen {
    static func useUnicodeLocale() {
        _ = unsafe setlocale(LC_CTYPE, "")
        if deeplink_is_utf8_locale() == 0 {
            _ = unsafe setlocale(LC_CTYPE, "C.UTF-8")
        }
    }

    static var environmentType: String {
        unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? ""
    }

    /// Streams over copies of the descriptors, so that closing them leaves the caller's open.
    static func streams(
        _ input: CInt, _ output: CInt
    ) throws(ScreenError) -> (UnsafeMutablePointer<FILE>, UnsafeMutablePointer<FILE>) {
        guard let reader = unsafe stream(input, "r") else { throw .failed(call: "fdopen", errno: errno) }
        guard let writer = unsafe stream(output, "w") else {
            let code = errno
            unsafe fclose(reader)
            throw .failed(call: "fdopen", errno: code)
        }
        return unsafe (reader, writer)
    }

    static func close(_ input: UnsafeMutablePointer<FILE>, _ output: UnsafeMutablePointer<FILE>) {
        unsafe fclose(input)
        unsafe fclose(output)
    }

    private static func stream(_ descriptor: CInt, _ mode: String) -> UnsafeMutablePointer<FILE>? {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return nil }
        guard let stream = unsafe fdopen(copy, mode) else {
            _ = Glibc.close(copy)
            return nil
        }
        return unsafe stream
    }

    static func newTerminal(
        _ type: String?, _ output: UnsafeMutablePointer<FILE>, _ input: UnsafeMutablePointer<FILE>
    ) -> OpaquePointer? {
        if let type {
            return unsafe deeplink_newterm(type, output, input)
        }
        return unsafe deeplink_newterm(nil, output, input)
    }

    /// Keys one by one and as they are, no waiting, colours over the terminal's own background, no cursor.
    static func configure(mouse: Bool) -> UnsafeMutablePointer<WINDOW> {
        guard let window = unsafe newwin(0, 0, 0, 0) else {
            preconditionFailure("newwin of a started screen fails only without memory")
        }
        raw()
        noecho()
        nonl()
        curs_set(0)
        set_escdelay(Screen.escapeDelay)
        unsafe keypad(window, true)
        unsafe nodelay(window, true)
        if has_colors() {
            start_color()
            use_default_colors()
        }
        if mouse {
            mouseinterval(0)
            _ = mousemask(deeplink_mouse_mask(), nil)
        }
        return unsafe window
    }

    /// What a crash writes: mouse reports off, keypad off, plain style, cursor shown, back from the alternate screen.
    static func resetSequence() -> [UInt8] {
        let mouseOff = Array("\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1006l".utf8)
        let mouse = unsafe deeplink_terminal_string("kmous") == nil ? [] : mouseOff
        return ["rmkx", "sgr0", "op", "cnorm", "rmcup"].reduce(into: mouse) { bytes, name in
            bytes += terminalString(name)
        }
    }

    /// A terminfo string without its delays (`$<5>`), which no terminal of today needs.
    private static func terminalString(_ name: String) -> [UInt8] {
        guard let raw = unsafe deeplink_terminal_string(name) else { return [] }
        var text = unsafe String(cString: raw)[...]
        var bytes: [UInt8] = []
        while let start = text.firstRange(of: "$<"), let end = text[start.upperBound...].firstIndex(of: ">") {
            bytes += text[..<start.lowerBound].utf8
            text = text[text.index(after: end)...]
        }
        return bytes + text.utf8
    }
}
