import Client
import Posix
import Systemd
import Testing

@testable import TerminalClient

private final class Store {}
private final class Planner { init(_ store: Store) { self.store = store }; let store: Store }
private final class Screen {}
private final class Asking { init(_ store: @escaping () -> Store) { self.store = store }; let store: () -> Store }

@Suite struct ContainerTests {
    @Test func theClientsGraph_IsWhole() throws {
        let container = Container.client(settings, loop: try EventLoop(), clock: .system)
        try container.check()
        #expect(container.instanceCount == 0)
    }

    @Test func checking_BuildsNothing_AndUseBuildsOnlyWhatIsNeeded() throws {
        var built = 0
        let container = Container()
        container.register(Store.self, .data) { _ in
            built += 1; return Store()
        }
        container.register(Planner.self, .domain, needs: [Store.self]) {
            built += 1; return Planner($0.resolve(Store.self))
        }
        container.register(Screen.self, .presentation) { _ in
            built += 1; return Screen()
        }
        try container.check()
        #expect(built == 0)
        let planner = container.resolve(Planner.self)
        #expect(built == 2)
        #expect(container.resolve(Store.self) === planner.store)
        #expect(container.instanceCount == 2)
    }

    @Test func aMissingNeed_IsNamed() {
        let container = Container()
        container.register(Planner.self, .domain, needs: [Store.self]) { Planner($0.resolve(Store.self)) }
        #expect(throws: Container.Fault.missing("Store", neededBy: "Planner")) { try container.check() }
    }

    @Test func aCycle_IsNamed() {
        let container = Container()
        container.register(Store.self, .data, needs: [Planner.self]) { _ in Store() }
        container.register(Planner.self, .data, needs: [Store.self]) { Planner($0.resolve(Store.self)) }
        #expect(throws: Container.Fault.cycle(["Store", "Planner", "Store"])) { try container.check() }
    }

    @Test func aNeedInALayerAbove_IsNamed() {
        let container = Container()
        container.register(Screen.self, .presentation) { _ in Screen() }
        container.register(Store.self, .data, needs: [Screen.self]) { _ in Store() }
        #expect(throws: Container.Fault.upward("Store", needs: "Screen")) { try container.check() }
    }

    @Test func anAppObjectThatKeepsAUsers_IsNamed() {
        let container = Container()
        container.register(Store.self, .data, scope: .user) { _ in Store() }
        container.register(Planner.self, .domain, needs: [Store.self]) { Planner($0.resolve(Store.self)) }
        #expect(throws: Container.Fault.outlives("Planner", needs: "Store")) { try container.check() }
    }

    /// What an object of the app asks for each time is the present user's.
    @Test func whatIsAskedFor_IsThePresentUsers() throws {
        let container = Container()
        container.register(Store.self, .data, scope: .user) { _ in Store() }
        container.register(Asking.self, .domain, asks: [Store.self]) { Asking($0.provider(of: Store.self)) }
        try container.check()
        let asking = container.resolve(Asking.self)
        #expect(container.instanceCount == 1, "asking builds nothing before its use")
        let store = asking.store()
        #expect(asking.store() === store)
        container.emptyUserScope()
        #expect(asking.store() !== store)
    }

    @Test func whatIsAskedForAndMissing_IsNamed() {
        let container = Container()
        container.register(Asking.self, .domain, asks: [Store.self]) { Asking($0.provider(of: Store.self)) }
        #expect(throws: Container.Fault.missing("Store", neededBy: "Asking")) { try container.check() }
    }

    /// Before anything is shown nothing of the user's exists, and the app's needs none of it.
    @Test func theClient_BuildsNothingOfAUserBeforeThereIsOne() throws {
        let container = Container.client(settings, loop: try EventLoop(), clock: .system)
        _ = container.resolve(AppCoordinator.self)
        let count = container.instanceCount
        container.emptyUserScope()
        #expect(container.instanceCount == count)
        weak let user = container.resolve(UserObjects.self)
        weak let builders = container.resolve(ModuleBuilders.self)
        #expect(user != nil && builders != nil)
        container.emptyUserScope()
        #expect(user == nil && builders == nil)
    }

    @Test func anotherUser_GetsNewObjects() {
        let container = Container()
        container.register(Store.self, .data, scope: .user) { _ in Store() }
        container.register(Screen.self, .presentation) { _ in Screen() }
        let (store, screen) = (container.resolve(Store.self), container.resolve(Screen.self))
        container.emptyUserScope()
        #expect(container.resolve(Store.self) !== store)
        #expect(container.resolve(Screen.self) === screen)
    }

    private var settings: ClientSettings {
        ClientSettings(
            paths: SocketPaths(notify: "/nowhere/n", client: "/nowhere/c", state: "/nowhere"), tableDirectories: [],
            trustedUIDs: [])
    }
}
