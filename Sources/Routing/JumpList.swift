/// Where the user came from and went back from, across tabs: what Ctrl-O and Tab walk.
///
/// Only opens and tab changes record; a new jump drops the forward part; at most `capacity` entries, the oldest go first.
public struct JumpList: Sendable, Equatable {
    /// A place that was left: the outer stack, the tab and that tab's whole stack.
    public struct Jump: Sendable, Equatable {
        /// What stood above the tab bar.
        public var outer: [NavigationState.OuterScreen]
        /// The selected tab's id.
        public var tab: String
        /// That tab's whole stack, root first.
        public var stack: [ScreenPath]

        /// Makes an entry.
        public init(outer: [NavigationState.OuterScreen], tab: String, stack: [ScreenPath]) {
            self.outer = outer
            self.tab = tab
            self.stack = stack
        }

        /// The place where a client stands now.
        public init(leaving state: NavigationState) {
            self.init(outer: state.outer, tab: state.selectedTab, stack: state.selectedStack)
        }
    }

    /// The most entries in one direction.
    public static let capacity = 100

    /// Oldest first.
    public private(set) var back: [Jump] = []
    /// The next one last.
    public private(set) var forward: [Jump] = []

    /// An empty list.
    public init() {}

    /// Remembers a place that is being left by an open or a tab change.
    public mutating func record(_ place: Jump) {
        forward.removeAll()
        guard back.last != place else { return }
        back.append(place)
        if back.count > Self.capacity { back.removeFirst() }
    }

    /// The place to go back to, or nil; where the user stands now becomes the way forward.
    public mutating func goBack(from here: Jump) -> Jump? {
        guard let place = back.popLast() else { return nil }
        forward.append(here)
        return place
    }

    /// The place to go forward to, or nil; where the user stands now becomes the way back.
    public mutating func goForward(from here: Jump) -> Jump? {
        guard let place = forward.popLast() else { return nil }
        back.append(here)
        return place
    }
}
