// ncurses' characters and key codes to keys. An escape sequence that ncurses does not know must not be taken for
// the letters and digits in it: a terminal's unasked report would then select tabs.

internal import CNcurses

/// Turns what ncurses read into keys.
struct KeyDecoder {
    /// What one read gave.
    enum Input: Equatable {
        case scalar(Unicode.Scalar)
        case code(CInt)
        case key(Key)
        case nothing
    }

    /// The longest sequence that is taken as one.
    static let sequenceLimit = 64

    /// The next key; nil when nothing more was typed, or for what is no key (a resize).
    /// After Escape, `read` is asked again at once: what a terminal sends as one burst belongs together.
    func next(_ read: () -> Input) -> [Key]? {
        switch read() {
        case .nothing: nil
        case .scalar("\u{1B}"): escape(read)
        case .scalar(let scalar): [Self.key(scalar)]
        case .code(let code): Self.key(code: code).map { [$0] } ?? []
        case .key(let key): [key]
        }
    }

    private func escape(_ read: () -> Input) -> [Key] {
        switch read() {
        case .nothing:
            return [.escape]
        case .code(let code):
            return [.escape] + (Self.key(code: code).map { [$0] } ?? [])
        case .key(let key):
            return [.escape, key]
        case .scalar("\u{1B}"):
            return [.escape] + escape(read)
        case .scalar("["):
            skipSequence(read)
            return [.unknown]
        case .scalar("O"):
            // One more character; without it, this was Alt-O.
            return read() == .nothing ? [.alternate("O")] : [.unknown]
        case .scalar(let scalar):
            return [scalar.value < 0x20 || scalar.value == 0x7F ? .unknown : .alternate(Character(scalar))]
        }
    }

    private func skipSequence(_ read: () -> Input) {
        for _ in 0..<Self.sequenceLimit {
            guard case .scalar(let scalar) = read(), !(0x40...0x7E).contains(scalar.value) else { return }
        }
    }

    private static func key(_ scalar: Unicode.Scalar) -> Key {
        switch scalar.value {
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x08, 0x7F: .backspace
        case 0x00: .control(" ")
        case 0x01...0x1A: .control(Character(Unicode.Scalar(UInt8(scalar.value + 0x60))))
        case 0x1C...0x1F: .control(Character(Unicode.Scalar(UInt8(scalar.value + 0x40))))
        case 0x80...0x9F: .unknown
        default: .character(Character(scalar))
        }
    }

    /// Nil for a resize, which is the event loop's business.
    private static func key(code: CInt) -> Key? {
        code == KEY_RESIZE ? nil : named[code] ?? .unknown
    }

    private static let named: [CInt: Key] = [
        KEY_ENTER: .enter, KEY_BACKSPACE: .backspace, KEY_BTAB: .backTab, KEY_DC: .delete,
        KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right,
        KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown, KEY_HOME: .home, KEY_END: .end,
    ]
}
