internal import Terminal

/// Keys by the names that people write: `j`, `C-o`, `PgUp`, `Enter`. Some bytes have two names; both mean one key.
enum KeyName {
    /// The key of a name; nil for a name that is none.
    static func key(_ name: String) -> Key? {
        if let key = named[name] {
            return key
        }
        if name.count == 1, let character = name.first {
            return .character(character)
        }
        guard name.count == 3, let last = name.last else { return nil }
        switch name.prefix(2) {
        case "C-": return control(last)
        case "M-": return .alternate(last)
        default: return nil
        }
    }

    /// A terminal sends one byte for Ctrl-I and Tab, for Ctrl-M, Ctrl-J and Enter, for Ctrl-H and Backspace, and for
    /// Ctrl-[ and Escape.
    private static func control(_ letter: Character) -> Key? {
        switch letter {
        case "i": .tab
        case "j", "m": .enter
        case "h": .backspace
        case "[": .escape
        case "a"..."z", "\\", "]", "^", "_": .control(letter)
        default: nil
        }
    }

    private static let named: [String: Key] = [
        "Enter": .enter, "Esc": .escape, "Backspace": .backspace, "Tab": .tab, "BackTab": .backTab,
        "Delete": .delete, "Space": .character(" "), "↑": .up, "↓": .down, "←": .left, "→": .right, "PgUp": .pageUp,
        "PgDn": .pageDown, "Home": .home, "End": .end, "WheelUp": .wheelUp, "WheelDown": .wheelDown,
    ]
}
