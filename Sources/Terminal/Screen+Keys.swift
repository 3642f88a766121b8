// Keys as they are typed.

internal import CNcurses
internal import Glibc

extension Screen {
    /// The most keys of one call; what a paste holds beyond it is read by the next.
    public static let keyLimit = 256

    /// The keys that were typed and not yet read; never waits for one. Unread ones keep `descriptor` readable.
    public func readKeys() -> [Key] {
        guard isActive else { return [] }
        let decoder = KeyDecoder()
        var keys: [Key] = []
        while keys.count < Self.keyLimit, let found = decoder.next({ self.read() }) {
            keys += found
        }
        return keys
    }

    private func read() -> KeyDecoder.Input {
        var character: wint_t = 0
        let result = unsafe wget_wch(window, &character)
        if result == KEY_CODE_YES {
            let code = CInt(bitPattern: character)
            return code == KEY_MOUSE ? .key(mouseKey()) : .code(code)
        }
        guard result == OK else { return .nothing }
        return .scalar(Unicode.Scalar(character) ?? "\u{FFFD}")
    }

    private func mouseKey() -> Key {
        var event = MEVENT()
        guard unsafe getmouse(&event) == OK else { return .unknown }
        if deeplink_is_wheel_up(event.bstate) != 0 {
            return .wheelUp
        }
        if deeplink_is_wheel_down(event.bstate) != 0 {
            return .wheelDown
        }
        return deeplink_is_click(event.bstate) != 0 ? .click(row: Int(event.y), column: Int(event.x)) : .unknown
    }
}
