/// Wraps a root module in the stack that it navigates in.
final class NavigationFactory {
    /// Told after each change of any stack made here; set by the composition root.
    var changed: () -> Void = {}

    /// A stack with one module. The module is made with the stack at hand, so that its router can hold it weakly.
    func makeStack(_ makeRoot: (NavigationStack) -> any Module) -> NavigationStack {
        let stack = NavigationStack()
        stack.push(makeRoot(stack))
        stack.changed = { [weak self] in self?.changed() }
        return stack
    }
}
