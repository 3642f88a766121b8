/// What the user can ask for. A key means an action through the key table only; screens see actions, never keys.
enum Action: Hashable, Sendable {
    case notifications
    /// A tab by its place, from 0.
    case tab(Int)
    case previousTab, nextTab
    case openBanner, hideBanner, hideBanners
    case enter, back
    /// Back; at a root: quit.
    case backOrQuit
    case quit
    case jumpBack, jumpForward
    case up, down, pageUp, pageDown, top, bottom, left, right, wrap
    case read, dismiss, undo, refresh, yank, interrupt
    /// All cells of a list.
    case readAll
    case search, nextMatch, previousMatch
    case follow
    /// The place's text in the user's editor.
    case editor
    /// A device that wants to be let in.
    case approve, deny
    case help, redraw, suspend
    /// Where there is no daemon: start one.
    case startDaemon
}
