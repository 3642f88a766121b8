/// Route × NavigationState → Plan. Pure and total; the same for the client, `explain` and the tests.
///
/// Under `rebuild` the state afterwards depends on the route only; what stays on the stack keeps its state, and other
/// tabs are untouched. Login, sign-up and update-required scenes are never skipped or covered.
public enum Planner {
    /// The moves from a state to a route.
    public static func plan(_ route: Route, from state: NavigationState) -> Plan {
        if let reason = holdReason(in: state, policy: route.manner.overModal) { return .hold(reason) }
        let first: [Plan.Step] = state.hasModal ? [.closeModal] : []
        switch route.place {
        case .notifications(let since, let kind):
            return .go(first + steps(to: .notifications(since: since, kind: kind), from: state) + [.focus])
        case .tab(let tab, let path):
            return .go(first + steps(to: path, in: tab, stack: route.manner.stack, from: state) + [.focus])
        }
    }

    private static func holdReason(in state: NavigationState, policy: ModalPolicy) -> Plan.HoldReason? {
        switch state.scene {
        case .connecting: .connecting
        case .login: .login
        case .signup: .signup
        case .updateRequired: .updateRequired
        case .main where state.hasModal:
            switch policy {
            case .queue: .modal
            case .banner: .banner
            case .close: nil
            }
        case .main: nil
        }
    }

    private static func steps(to target: NavigationState.OuterScreen, from state: NavigationState) -> [Plan.Step] {
        if state.outer == [target] { return [] }
        return (state.outer.isEmpty ? [] : [.popOuter]) + [.pushOuter(target)]
    }

    private static func steps(to path: PushPath, in tab: String, stack mode: StackMode, from state: NavigationState)
        -> [Plan.Step]
    {
        var steps: [Plan.Step] = []
        if !state.outer.isEmpty { steps.append(.popOuter) }
        if state.selectedTab != tab { steps.append(.select(tab: tab)) }
        let stack = state.stacks[tab] ?? []
        switch mode {
        case .append where (1..<NavigationState.maximumDepth).contains(stack.count) || stack.contains(path.target):
            return steps + append(path.target, to: stack, in: tab)
        case .append, .rebuild: return steps + rebuild(stack, as: path.screens, in: tab)
        }
    }

    private static func rebuild(_ stack: [ScreenPath], as target: [ScreenPath], in tab: String) -> [Plan.Step] {
        let common = zip(stack, target).prefix { $0 == $1 }.count
        let pop: [Plan.Step] = stack.count > common ? [.pop(tab: tab, toDepth: common)] : []
        return pop + target[common...].map { .push(tab: tab, $0) }
    }

    private static func append(_ target: ScreenPath, to stack: [ScreenPath], in tab: String) -> [Plan.Step] {
        guard let index = stack.lastIndex(of: target) else { return [.push(tab: tab, target)] }
        return index == stack.count - 1 ? [] : [.pop(tab: tab, toDepth: index + 1)]
    }
}
