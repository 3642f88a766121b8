/// What the user can ask for. A key means an action through the key table only; screens see actions, never keys.
enum Action: Hashable, Sendable {
    case notifications
    /// A tab by its place, from 0.
    case tab(Int)
    case previousTab, nextTab
    case openBanner, hideBanner
    case enter, back
    /// Back; at a root: quit.
    case backOrQuit
    case quit
    case jumpBack, jumpForward
    case up, down, pageUp, pageDown, top, bottom, left, right, wrap
    case read, dismiss, undo, refresh, yank, interrupt
    case help, redraw, suspend
    /// On the connecting screen: start a daemon.
    case startDaemon
}
