import Routing
import TestSupport
import Testing

struct PlannerTests {
    private static let tabs = ["builds", "reviews", "messages"]

    @Test func rebuild_EndsInTheSamePlaceWhereverItStarts() throws {
        var random = SplitMix64(seed: 6)
        let routes = try Self.routes(.rebuild)
        for _ in 0..<2_000 {
            let state = try Self.state(&random)
            let (tab, target) = random.pick(routes)
            let plan = Planner.plan(Self.route(tab, target, .rebuild), from: state)
            let after = state.applying(plan)
            #expect(after.selectedTab == tab)
            #expect(after.stacks[tab] == target)
            #expect(after.outer.isEmpty)
            for other in Self.tabs where other != tab { #expect(after.stacks[other] == state.stacks[other]) }
            #expect(after.scene == state.scene && after.hasTextField == state.hasTextField)
        }
    }

    @Test func rebuild_KeepsTheCommonPartAndPushesNothingTwice() throws {
        var random = SplitMix64(seed: 7)
        let routes = try Self.routes(.rebuild)
        for _ in 0..<2_000 {
            let state = try Self.state(&random)
            let (tab, target) = random.pick(routes)
            let before = state.stacks[tab] ?? []
            let common = zip(before, target).prefix { $0 == $1 }.count
            var pushed: [ScreenPath] = []
            var lowest = before.count
            for step in Planner.plan(Self.route(tab, target, .rebuild), from: state).steps {
                if case .pop(_, let depth) = step { lowest = min(lowest, depth) }
                if case .push(_, let path) = step { pushed.append(path) }
            }
            #expect(lowest >= common)
            #expect(pushed == Array(target[common...]))
            #expect(Set(pushed).count == pushed.count)
        }
    }

    @Test func plan_IsStepsThatLeadFromOneStateToTheNext() throws {
        var random = SplitMix64(seed: 8)
        let routes = try Self.routes(.rebuild)
        for _ in 0..<1_000 {
            var state = try Self.state(&random)
            let (tab, target) = random.pick(routes)
            let plan = Planner.plan(Self.route(tab, target, random.pick(StackMode.allCases)), from: state)
            let whole = state.applying(plan)
            #expect(plan.steps.last == .focus)
            for step in plan.steps {
                let before = state
                state.apply(step)
                #expect(step == .focus || state != before, "\(step) does nothing")
            }
            #expect(state == whole)
        }
    }

    @Test func goingTwice_IsGoingOnce() throws {
        var random = SplitMix64(seed: 9)
        let routes = try Self.routes(.rebuild)
        for _ in 0..<1_000 {
            let state = try Self.state(&random)
            let (tab, target) = random.pick(routes)
            let route = Self.route(tab, target, random.pick(StackMode.allCases))
            let there = state.applying(Planner.plan(route, from: state))
            let again = Planner.plan(route, from: there)
            #expect(again == .go([.focus]))
            #expect(again.isAlreadyThere)
        }
    }

    @Test func append_PutsTheTargetOnWhatIsThere() throws {
        var random = SplitMix64(seed: 10)
        let routes = try Self.routes(.append)
        for _ in 0..<2_000 {
            let state = try Self.state(&random)
            let (tab, target) = random.pick(routes)
            let before = state.stacks[tab] ?? []
            let top = try #require(target.last)
            let after = state.applying(Planner.plan(Self.route(tab, target, .append), from: state)).stacks[tab]
            let expected =
                if before.isEmpty {
                    target
                } else if let index = before.lastIndex(of: top) {
                    Array(before[...index])
                } else {
                    before + [top]
                }
            #expect(after == expected)
        }
    }

    @Test func append_RebuildsAStackThatIsFull() throws {
        let stack = try (0..<NavigationState.maximumDepth).map { try ScreenPath(segments: ["s", String($0)]) }
        let target = try [ScreenPath(parsing: "r"), ScreenPath(parsing: "r/1")]
        let full = NavigationState(selectedTab: "builds", stacks: ["builds": stack])
        #expect(
            full.applying(Planner.plan(Self.route("builds", target, .append), from: full)).stacks["builds"] == target)
        let deeper = Self.route("builds", [stack[0], stack[5]], .append)
        #expect(full.applying(Planner.plan(deeper, from: full)).stacks["builds"] == Array(stack[...5]))
    }

    @Test(arguments: [
        (NavigationState.Scene.connecting, Plan.HoldReason.connecting), (.login, .login), (.signup, .signup),
        (.updateRequired, .updateRequired),
    ])
    func scenesWithoutTabs_AreNeverSkipped(scene: NavigationState.Scene, reason: Plan.HoldReason) throws {
        for (tab, target) in try Self.routes(.rebuild) {
            let state = NavigationState(scene: scene, selectedTab: "builds", hasModal: true)
            let plan = Planner.plan(Self.route(tab, target, .rebuild), from: state)
            #expect(plan == .hold(reason))
            #expect(plan.steps.isEmpty)
            #expect(state.applying(plan) == state)
        }
    }

    @Test func modal_IsWaitedForEvenWhereThePlanWouldDoNothing() throws {
        let target = try [ScreenPath(parsing: "runs")]
        let state = NavigationState(selectedTab: "builds", stacks: ["builds": target], hasModal: true)
        #expect(Planner.plan(Self.route("builds", target, .rebuild), from: state) == .hold(.modal))
        let view = Route(place: .notifications(since: nil), why: Why(source: .link, text: ""))
        #expect(Planner.plan(view, from: state) == .hold(.modal))
    }

    @Test func textField_DoesNotHoldAnOpen() throws {
        let target = try [ScreenPath(parsing: "runs")]
        let state = NavigationState(selectedTab: "builds", stacks: ["builds": target], hasTextField: true)
        #expect(Planner.plan(Self.route("builds", target, .rebuild), from: state).isAlreadyThere)
    }

    @Test func notificationView_StandsOnTheOuterStackAlone() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<1_000 {
            let state = try Self.state(&random)
            let since: Int64? = random.pick([nil, 5, 9])
            let route = Route(place: .notifications(since: since), why: Why(source: .link, text: ""))
            let plan = Planner.plan(route, from: state)
            let after = state.applying(plan)
            #expect(after.outer == [.notifications(since: since)])
            #expect(after.selectedTab == state.selectedTab && after.stacks == state.stacks)
            #expect(plan.isAlreadyThere == (state.outer == [.notifications(since: since)]))
        }
    }

    @Test func rootChangedByAReload_IsReplaced() throws {
        let old = try ["list", "list/1", "list/1/log"].map { try ScreenPath(parsing: $0) }
        let new = try ["home", "list/1", "list/1/log"].map { try ScreenPath(parsing: $0) }
        let state = NavigationState(selectedTab: "builds", stacks: ["builds": old])
        let plan = Planner.plan(Self.route("builds", new, .rebuild), from: state)
        #expect(plan.steps.first == .pop(tab: "builds", toDepth: 0))
        #expect(state.applying(plan).stacks["builds"] == new)
    }

    @Test func coldAndWarmStart_TakeTheFewestSteps() throws {
        let target = try ["runs", "runs/7", "runs/7/log"].map { try ScreenPath(parsing: $0) }
        let route = Self.route("builds", target, .rebuild)
        let cold = NavigationState(selectedTab: "messages")
        #expect(
            Planner.plan(route, from: cold)
                == .go([
                    .select(tab: "builds"), .push(tab: "builds", target[0]), .push(tab: "builds", target[1]),
                    .push(tab: "builds", target[2]), .focus,
                ]))
        let other = try ScreenPath(parsing: "runs/8")
        let warm = NavigationState(
            outer: [.help], selectedTab: "builds", stacks: ["builds": [target[0], other]])
        #expect(
            Planner.plan(route, from: warm)
                == .go([
                    .popOuter, .pop(tab: "builds", toDepth: 1), .push(tab: "builds", target[1]),
                    .push(tab: "builds", target[2]), .focus,
                ]))
    }

    private static func route(_ tab: String, _ screens: [ScreenPath], _ stack: StackMode) -> Route {
        Route(
            place: .tab(tab, PushPath(root: screens[0], above: Array(screens.dropFirst()))),
            why: Why(source: .rule, text: "test"), manner: RouteManner(stack: stack))
    }

    private static func routes(_ stack: StackMode) throws -> [(String, [ScreenPath])] {
        try [
            ("builds", ["runs"]), ("builds", ["runs", "runs/1"]), ("builds", ["runs", "runs/1", "runs/1/log"]),
            ("builds", ["runs", "pr/7", "pr/7/checks"]), ("reviews", ["pulls", "pr/7"]),
            ("messages", ["cells", "cells/3"]),
            ("added", ["home", "home/x"]),
        ].map { ($0.0, try $0.1.map { try ScreenPath(parsing: $0) }) }
    }

    /// A client somewhere in main: any tab, stacks of any depth, things on top.
    private static func state(_ random: inout SplitMix64) throws -> NavigationState {
        let paths = try ["runs", "runs/1", "runs/1/log", "runs/2", "pr/7", "pr/7/checks", "pulls", "cells", "cells/3"]
            .map { try ScreenPath(parsing: $0) }
        let likely = try [["runs", "runs/1", "runs/1/log"], ["runs", "pr/7", "pr/7/checks"], ["pulls", "pr/7"]]
            .map { try $0.map { try ScreenPath(parsing: $0) } }
        var stacks: [String: [ScreenPath]] = [:]
        for tab in tabs where random.chance(80) {
            var stack = Array(random.pick(likely).prefix(Int.random(in: 0...3, using: &random)))
            for _ in 0..<Int.random(in: 0...2, using: &random) { stack.append(random.pick(paths)) }
            stacks[tab] = stack
        }
        let outer: [[NavigationState.OuterScreen]] = [
            [], [.help], [.notifications(since: nil)], [.notifications(since: 5), .help],
        ]
        return NavigationState(
            outer: random.pick(outer), selectedTab: random.pick(tabs), stacks: stacks, hasTextField: random.chance(20))
    }
}
