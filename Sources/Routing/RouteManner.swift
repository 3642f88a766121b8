/// How a route arrives and what it does to what stands there: all that a rule says besides the place.
public struct RouteManner: Sendable, Hashable {
    /// What happens to the screens that stand on the tab's stack.
    public var stack: StackMode
    /// What happens when a modal is up.
    public var overModal: ModalPolicy
    /// How loudly its cells are announced, whatever their senders say; nil: as they say.
    public var priority: Priority?
    /// Whether its cells only count on the badge and are never a banner.
    public var isMuted: Bool
    /// Whether an event that asks to go there at once may.
    public var allowsJump: Bool

    /// Makes a manner; the defaults are those of a rule that says nothing.
    public init(
        stack: StackMode = .rebuild, overModal: ModalPolicy = .queue, priority: Priority? = nil, isMuted: Bool = false,
        allowsJump: Bool = false
    ) {
        self.stack = stack
        self.overModal = overModal
        self.priority = priority
        self.isMuted = isMuted
        self.allowsJump = allowsJump
    }
}

/// What happens to the screens that stand on the tab's stack.
public enum StackMode: String, Sendable, CaseIterable {
    /// The stack becomes the push path: the same answer cold and warm.
    case rebuild
    /// The target goes on top of what is there.
    case append
}

/// What an open does when a modal is up. Routes never present a modal, and none lands under one.
public enum ModalPolicy: String, Sendable, CaseIterable {
    /// It waits until the modal is gone.
    case queue
    /// It becomes a banner: the user opens it later, or not.
    case banner
    /// The modal is closed, then the plan goes on.
    case close
}
