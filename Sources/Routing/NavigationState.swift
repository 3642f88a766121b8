/// Where a client stands: scene, outer stack, selected tab, each tab's stack, and what must not be disturbed.
public struct NavigationState: Sendable, Equatable {
    /// What fills the client's root.
    public enum Scene: String, Sendable, CaseIterable {
        case connecting
        case login
        case signup
        case main
        case updateRequired
    }

    /// A screen that no tab owns; it stands above the tab bar.
    public enum OuterScreen: Sendable, Hashable {
        /// The notification view; `since`: only what is newer than that seq; `kind`: only that kind.
        case notifications(since: Int64?, kind: String? = nil)
        case help
    }

    /// How many screens `append` lets a tab's stack grow to; a fuller one is rebuilt.
    public static let maximumDepth = 64

    /// What fills the root; only `main` has tabs to move in.
    public var scene: Scene
    /// Bottom first; empty: the tab bar is on top.
    public var outer: [OuterScreen]
    /// The id of the tab whose stack is in view, under the outer stack.
    public var selectedTab: String
    /// Root first. A tab that was never visited is missing here or empty.
    public var stacks: [String: [ScreenPath]]
    /// Whether a modal is up.
    public var hasModal: Bool
    /// Whether a text field takes the keys.
    public var hasTextField: Bool

    /// Makes a state.
    public init(
        scene: Scene = .main, outer: [OuterScreen] = [], selectedTab: String, stacks: [String: [ScreenPath]] = [:],
        hasModal: Bool = false, hasTextField: Bool = false
    ) {
        self.scene = scene
        self.outer = outer
        self.selectedTab = selectedTab
        self.stacks = stacks
        self.hasModal = hasModal
        self.hasTextField = hasTextField
    }

    /// The selected tab's stack.
    public var selectedStack: [ScreenPath] { stacks[selectedTab] ?? [] }

    /// Does one step of a plan. The client does the same to its stacks of modules.
    public mutating func apply(_ step: Plan.Step) {
        switch step {
        case .closeModal: hasModal = false
        case .popOuter: outer.removeAll()
        case .pushOuter(let screen): outer.append(screen)
        case .select(let tab): selectedTab = tab
        case .pop(let tab, let depth):
            let stack = stacks[tab] ?? []
            stacks[tab] = Array(stack.prefix(depth))
        case .push(let tab, let path): stacks[tab, default: []].append(path)
        case .focus: break
        }
    }

    /// The state after all steps of a plan; the same state when it holds.
    public func applying(_ plan: Plan) -> NavigationState {
        var state = self
        for step in plan.steps { state.apply(step) }
        return state
    }
}
