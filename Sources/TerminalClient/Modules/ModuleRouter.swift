internal import Routing

/// A module's own moves: further down in its tab. It reaches the current view through the stack, which it holds weakly;
/// it selects no tab and replaces no root. Back is the stack's, and the same for every module.
final class ModuleRouter {
    private weak var stack: NavigationStack?
    private let tab: Tab
    private let builders: () -> ModuleBuilders

    init(stack: NavigationStack, tab: Tab, builders: @escaping () -> ModuleBuilders) {
        self.stack = stack
        self.tab = tab
        self.builders = builders
    }

    /// Pushes a screen of the same tab.
    func push(_ path: ScreenPath) {
        guard let stack else { return }
        stack.push(builders().build(path, in: tab, on: stack))
    }
}

/// Makes the router of each module. Routers need the builders, which need routers: this is where the circle is closed.
final class ModuleRouterFactory {
    /// Set by the composition root, before the first screen is built.
    weak var builders: ModuleBuilders?

    func makeRouter(on stack: NavigationStack, in tab: Tab) -> ModuleRouter {
        ModuleRouter(stack: stack, tab: tab) { [unowned self] in
            guard let builders else { preconditionFailure("the composition root joins routers and builders") }
            return builders
        }
    }
}
