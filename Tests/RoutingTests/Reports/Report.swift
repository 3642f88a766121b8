import Routing
import Testing

/// One of the 96 public reports about other routers that this project began with, by its number in that collection, and
/// what becomes of it here.
struct Report: Sendable, CustomTestStringConvertible {
    /// Where it is shown that it does not happen.
    enum Answer: Sendable {
        /// Here: the core decides it.
        case shown(@Sendable () throws -> Void)
        /// In a test of another target: `Target/Suite.function`.
        case test(String)
        /// Nowhere: what it is about does not exist here.
        case cannotHappen(String)
    }

    let id: Int
    /// What holds instead.
    let name: String
    let answer: Answer

    var testDescription: String { "\(id): \(name)" }

    static func shown(_ id: Int, _ name: String, _ body: @escaping @Sendable () throws -> Void) -> Report {
        Report(id: id, name: name, answer: .shown(body))
    }

    static func test(_ id: Int, _ name: String, _ test: String) -> Report {
        Report(id: id, name: name, answer: .test(test))
    }

    static func cannotHappen(_ id: Int, _ reason: String) -> Report {
        Report(id: id, name: "it cannot happen", answer: .cannotHappen(reason))
    }

    static let all = starts + copies + backs + tabs + modals + scenes + replays + encodings + choices
}

// What the cases share: a table, clients in all sorts of states, and the way from one place to the next.
extension Report {
    static let sketch = TableSketch()
        .tab("chats", root: "list").tab("shop", root: "home")
        .screen("chats", path: "list").screen("chats", path: "list/:room").screen("chats", path: "list/:room/files")
        .screen("chats", path: "list/new").screen("chats", path: "any/*").screen("shop", path: "home")
        .screen("shop", path: "home/:item").screen("shop", path: "list/:room")
        .rule("message", tab: "chats", path: "list/{room}")

    static let cold = NavigationState(selectedTab: "shop")
    static let inShop = NavigationState(selectedTab: "shop", stacks: ["shop": [path("home"), path("home/1")]])
    static let inChat = NavigationState(
        selectedTab: "chats", stacks: ["chats": [path("list"), path("list/1"), path("list/1/files")]])
    static let overTabs = NavigationState(
        outer: [.help], selectedTab: "chats", stacks: ["chats": [path("list"), path("any/x/y")]])
    static let states = [
        cold, inShop, inChat, overTabs,
        NavigationState(selectedTab: "chats", stacks: ["chats": [path("list")], "shop": [path("home")]]),
    ]

    static func path(_ text: String) -> ScreenPath {
        do { return try ScreenPath(parsing: text) } catch { preconditionFailure("\(error)") }
    }

    static func route(_ link: String, _ stack: StackMode = .rebuild, over modal: ModalPolicy = .queue) throws -> Route {
        var route = try sketch.resolver.route(to: DeepLink(parsing: "deeplink://\(link)"))
        route.manner = RouteManner(stack: stack, overModal: modal)
        return route
    }

    /// Where a client stands after a link.
    static func go(_ link: String, _ stack: StackMode = .rebuild, from state: NavigationState) throws
        -> NavigationState
    {
        state.applying(Planner.plan(try route(link, stack), from: state))
    }

    /// The screens in view, from the root.
    static func stack(_ state: NavigationState) -> [String] { state.selectedStack.map(\.description) }

    /// That a link leads to the same screens whatever stood there.
    static func expect(_ link: String, from states: [NavigationState] = states, leadsTo screens: String...) throws {
        for state in states {
            let there = try go(link, from: state)
            #expect(stack(there) == screens)
            #expect(there.outer.isEmpty)
        }
    }
}
