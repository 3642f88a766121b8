// What a person can do at a terminal, without its codes.

/// One key, wheel step or click.
public enum Key: Hashable, Sendable {
    /// A printing character, as typed.
    case character(Character)
    /// Ctrl with a small letter or one of ` \ ] ^ _`. Never `h i j m [`: those bytes are Backspace, Tab, Enter,
    /// Enter and Escape.
    case control(Character)
    /// Alt with a character, or a program's Escape and a character at once.
    case alternate(Character)
    case enter, escape, backspace, tab, backTab, delete
    case up, down, left, right, pageUp, pageDown, home, end
    case wheelUp, wheelDown
    /// The first button, pressed at a place.
    case click(row: Int, column: Int)
    /// A key without a name here.
    case unknown
}
