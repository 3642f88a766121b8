/// What a client does to go to a route: steps in order, or a reason to wait.
public enum Plan: Sendable, Equatable {
    /// Do these, in this order. Never empty: the last is `.focus`.
    case go([Step])
    /// Nothing may move now.
    case hold(HoldReason)

    /// One move. Stacks are named by tab, so that a step means the same whatever is selected.
    public enum Step: Sendable, Equatable {
        /// Close the modal; always the first.
        case closeModal
        /// Take everything off the outer stack: the tab bar is on top.
        case popOuter
        case pushOuter(NavigationState.OuterScreen)
        case select(tab: String)
        /// Keep this many screens of the tab's stack.
        case pop(tab: String, toDepth: Int)
        case push(tab: String, ScreenPath)
        /// Give the top screen the keys.
        case focus
    }

    /// Why a plan waits.
    public enum HoldReason: String, Sendable {
        case connecting
        case login
        case signup
        case updateRequired
        /// A modal is up: the open is queued until it is gone.
        case modal
        /// A modal is up, and the rule wants a banner instead.
        case banner
    }

    /// Its steps; none when it holds.
    public var steps: [Step] {
        if case .go(let steps) = self { steps } else { [] }
    }

    /// Why it holds; nil when it goes.
    public var holdReason: HoldReason? {
        if case .hold(let reason) = self { reason } else { nil }
    }

    /// Whether the client stands there already.
    public var isAlreadyThere: Bool { self == .go([.focus]) }
}
