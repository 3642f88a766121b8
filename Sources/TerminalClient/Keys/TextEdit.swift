internal import Terminal

/// A change of a text field, as a key asks for it. Every key that prints is text while a field has the keys; Enter,
/// Escape, Tab and the vertical arrows stay actions.
enum TextEdit: Equatable, Sendable {
    case insert(Character)
    case deleteBackward, deleteForward, deleteWord, clear
    case left, right, home, end

    /// What a key means to a text field; nil: the key stays an action.
    init?(_ key: Key) {
        switch key {
        case .character(let character): self = .insert(character)
        case .backspace: self = .deleteBackward
        case .delete: self = .deleteForward
        case .control("w"): self = .deleteWord
        case .control("u"): self = .clear
        case .left: self = .left
        case .right: self = .right
        case .home: self = .home
        case .end: self = .end
        default: return nil
        }
    }
}
