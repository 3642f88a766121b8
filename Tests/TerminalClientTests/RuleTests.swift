import Posix
import Routing
import Systemd
import Terminal
import TestSupport
import Testing
import Wire

@testable import TerminalClient

/// The rules of the module layer: who moves what, who builds what, what lives how long.
@Suite struct RuleTests {
    /// A module that notes what happens to it.
    private final class Probe: Module {
        let place: ModulePlace
        let title = "probe"
        let hint: String? = nil
        private(set) var log: [String] = []

        init(_ name: String) { place = .screen(tab: "builds", testPath(name)) }
        func show() { log.append("show") }
        func cover() { log.append("cover") }
        func perform(_ action: Action) { log.append("\(action)") }
        func draw(rows: Int, columns: Int) -> Frame { Frame(rows: rows, columns: columns) }
    }

    @Test func whatIsPopped_IsReleased_AndWhatIsCoveredIsTold() {
        let stack = NavigationStack()
        let root = Probe("root")
        stack.push(root)
        stack.setVisible(true)
        weak let pushed = push("one", on: stack)
        #expect(root.log == ["show", "cover"])
        #expect(pushed?.log == ["show"])
        stack.pop()
        #expect(pushed == nil)
        #expect(root.log == ["show", "cover", "show"])
        #expect(!stack.pop())
    }

    @Test func aScreenThatIsOnlyPassed_NeverStarts() {
        let stack = NavigationStack()
        let (root, passed, target) = (Probe("root"), Probe("passed"), Probe("target"))
        stack.push(root)
        stack.setVisible(true)
        stack.replace(above: 1, with: [passed, target])
        #expect(passed.log.isEmpty)
        #expect(target.log == ["show"])
        stack.pop()
        #expect(passed.log == ["show"])
    }

    @Test func theTabBar_OnlyHolds() {
        let (one, two) = (Probe("one"), Probe("two"))
        let bar = TabBar(stacks: [stack(one), stack(two)])
        bar.show()
        bar.select(1)
        bar.perform(.down)
        bar.select(9)
        bar.select(1)
        bar.cover()
        #expect(one.log == ["show", "cover"])
        #expect(two.log == ["show", "down", "cover"])
    }

    @Test func theSelectedTabAgain_IsItsRoot() {
        let held = stack(Probe("one"))
        let bar = TabBar(stacks: [held, stack(Probe("two"))])
        held.push(Probe("deeper"))
        held.push(Probe("deepest"))
        bar.select(0)
        #expect(held.modules.count == 1)
    }

    @Test func aModulesOwnMove_PushesOnItsStack_AndNeverReplacesTheRoot() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try client.list("Nothing here yet")
        let (scene, bar) = (try client.main, try client.main.tabBar)
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"build 7","params":{"run":7}}"#)
        try client.list("build 7")
        try client.press("Enter")
        try client.stand("deeplink://builds/runs/7/log")
        try client.press("Esc")
        try client.stand("deeplink://builds/runs/7")
        let root = try client.main.tabBar.selectedStack.modules[0]
        try client.press("Enter")
        try client.stand("deeplink://builds/runs/7/log")
        #expect(try client.main === scene)
        #expect(try client.main.tabBar === bar)
        #expect(try client.main.tabBar.selectedStack.modules[0] === root)
        #expect(try client.main.tabBar.selectedStack.modules.count == 3)
    }

    @Test func data_OutlivesItsScreen() throws {
        let daemon = try TestDaemon()
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"build 7","params":{"run":7}}"#)
        let client = try TestClient(daemon.settings)
        try client.list("build 7")
        try client.press("0")
        try client.list("build 7")
        weak let view = try client.main.top
        try client.press("Esc")
        #expect(view == nil)
        daemon.stop()
        try client.see("no daemon since")
        try client.press("0")
        #expect(client.listText.contains("build 7"))
    }

    @Test func aSceneIsSwapped_ByItsFactoryAlone() throws {
        final class Other: Scene {
            let kind = NavigationState.Scene.connecting
            func show() {}
            func cover() {}
            func perform(_ action: Action) {}
            func draw(rows: Int, columns: Int) -> Frame {
                var frame = Frame(rows: rows, columns: columns)
                frame.put("another scene", row: 0, column: 0)
                return frame
            }
        }
        final class Factory: SceneFactory {
            let usual: any SceneFactory
            init(_ usual: any SceneFactory) { self.usual = usual }
            func makeScene(for type: SceneType) -> any Scene {
                if case .connecting = type { Other() } else { usual.makeScene(for: type) }
            }
        }
        let daemon = try TestDaemon()
        let loop = try EventLoop()
        let container = Container.client(daemon.settings, loop: loop, clock: .system) { Factory($0) }
        let coordinator = container.resolve(AppCoordinator.self)
        #expect(coordinator.switcher.current.draw(rows: 2, columns: 20).text == "another scene")
        try coordinator.start()
        let end = Clock.system.boot() + 10_000
        while coordinator.main == nil, Clock.system.boot() < end { try loop.step(timeout: .milliseconds(20)) }
        #expect(coordinator.main != nil)
    }

    @Test func replacingTheRoot_ReleasesTheOldSceneAndAllUnderIt() throws {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try client.list("Nothing here yet")
        weak let scene = try client.main
        weak let list = try client.main.top
        client.coordinator.switcher.replace(
            with: client.container.resolve(AppSceneFactory.self).makeScene(for: .updateRequired(message: "newer")))
        #expect(scene == nil)
        #expect(list == nil)
    }

    @Test func theSameRoute_EndsInTheSameStacks_FromAThousandStates() throws {
        // Lists start no program, so a thousand moves are quick.
        let table = TestDaemon.table.replacing(/command = .*/, with: "content = \"cells\"")
        let daemon = try TestDaemon(table: table)
        let client = try TestClient(daemon.settings)
        try client.list("Nothing here yet")
        let scene = try client.main
        let path = PushPath(root: testPath("runs"), above: [testPath("runs/7"), testPath("runs/7/log")])
        let route = Route(place: .tab("builds", path), why: Why(source: .rule, text: "test"))
        var random = SplitMix64(seed: 1_000)
        for _ in 0..<1_000 {
            let builds = Self.anyPlace("builds", ["runs", "runs/7", "runs/7/log", "runs/8"], &random)
            client.coordinator.restore(builds, in: scene)
            client.coordinator.restore(Self.anyPlace("reviews", ["open", "pr/1", "pr/2"], &random), in: scene)
            if random.chance(50) {
                client.coordinator.userSelects(tab: Int.random(in: 0..<3, using: &random), in: scene)
            }
            let before = scene.state
            client.coordinator.execute(Planner.plan(route, from: before).steps, in: scene)
            var expected = before
            (expected.outer, expected.selectedTab) = ([], "builds")
            expected.stacks["builds"] = path.screens
            #expect(scene.state == expected)
        }
    }

    /// A place in a tab with a random stack, which the tab's root begins.
    private static func anyPlace(_ tab: String, _ paths: [String], _ random: inout SplitMix64) -> JumpList.Jump {
        let depth = Int.random(in: 0...4, using: &random)
        let above = (0..<depth).map { _ in testPath(random.pick(Array(paths.dropFirst()))) }
        let outer: [[NavigationState.OuterScreen]] = [[], [.help], [.notifications(since: nil), .help]]
        return JumpList.Jump(outer: random.pick(outer), tab: tab, stack: [testPath(paths[0])] + above)
    }

    private func stack(_ root: Probe) -> NavigationStack {
        let stack = NavigationStack()
        stack.push(root)
        return stack
    }

    private func push(_ name: String, on stack: NavigationStack) -> Probe {
        let probe = Probe(name)
        stack.push(probe)
        return probe
    }
}
