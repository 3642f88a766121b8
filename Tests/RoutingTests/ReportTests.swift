// What users of other routers report, each kind that could happen here. The numbers are those of the collection of 96
// public reports that this project began with; the opens that come back after a kill (71 to 76) are in
// IntegrationTests/OpenKillTests, and observers (94) see every announcement by construction. Threads and containers (96)
// do not exist here.
import Routing
import Testing

private let sketch = TableSketch()
    .tab("chats", root: "list").tab("shop", root: "home")
    .screen("chats", path: "list").screen("chats", path: "list/:room").screen("chats", path: "list/:room/files")
    .screen("chats", path: "list/new").screen("chats", path: "any/*").screen("shop", path: "home")
    .screen("shop", path: "home/:item").rule("message", tab: "chats", path: "list/{room}")

private let elsewhere: [NavigationState] = {
    func path(_ text: String) -> ScreenPath {
        do { return try ScreenPath(parsing: text) } catch { preconditionFailure("\(error)") }
    }
    return [
        NavigationState(selectedTab: "shop"),
        NavigationState(selectedTab: "shop", stacks: ["shop": [path("home"), path("home/1")]]),
        NavigationState(selectedTab: "chats", stacks: ["chats": [path("list")], "shop": [path("home")]]),
        NavigationState(selectedTab: "chats", stacks: ["chats": [path("list"), path("list/1"), path("list/1/files")]]),
        NavigationState(outer: [.help], selectedTab: "chats", stacks: ["chats": [path("any/x/y")]]),
    ]
}()

private func route(_ link: String) throws -> Route { try sketch.resolver.route(to: DeepLink(parsing: link)) }

@Suite struct ReportTests {
    /// LOST, RACE 1 to 15: what is at the start depends on the link only, and no link is cut or half understood.
    @Test func link_DecidesTheStartAlone() throws {
        for state in elsewhere {
            let there = state.applying(Planner.plan(try route("deeplink://chats/list/7"), from: state))
            #expect(there.selectedTab == "chats")
            #expect(there.selectedStack.map(\.description) == ["list", "list/7"])
        }
        #expect(try route("deeplink://chats").summary == "chats: list")  // 6: a link without a path
        #expect(throws: LinkFailure.scheme) { try DeepLink(parsing: "deeplink:chats") }  // 8: an opaque one
        #expect(try route("deeplink://chats/list/a&b=c").link.description == "deeplink://chats/list/a&b=c")  // 15
    }

    /// DUP 16 to 26: the same link again pushes nothing; another value is another place, in the place of the first.
    @Test func sameLinkAgain_PushesNothing() throws {
        for state in elsewhere {
            let there = state.applying(Planner.plan(try route("deeplink://chats/list/7"), from: state))
            #expect(Planner.plan(try route("deeplink://chats/list/7"), from: there).isAlreadyThere)
            let other = there.applying(Planner.plan(try route("deeplink://chats/list/8"), from: there))
            #expect(other.selectedStack.map(\.description) == ["list", "list/8"])  // 20, 49
        }
    }

    /// BACK 27 to 37: a tab that was never visited has its root and the parents too, as by hand.
    @Test func neverVisitedTab_HasItsRootAndParents() throws {
        #expect(try route("deeplink://chats/list/7/files").summary == "chats: list › list/7 › list/7/files")
        #expect(try route("deeplink://chats/any/x").summary == "chats: list › any/x")
    }

    /// TAB 38 to 52: other tabs stay as they are; a link to a root that lies deeper goes back to it.
    @Test func otherTabs_StayAsTheyAre() throws {
        for state in elsewhere {
            let there = state.applying(Planner.plan(try route("deeplink://chats/list/7"), from: state))
            #expect(there.stacks["shop"] == state.stacks["shop"])
        }
        let root = elsewhere[3].applying(Planner.plan(try route("deeplink://chats"), from: elsewhere[3]))
        #expect(root.selectedStack.map(\.description) == ["list"])  // 43
    }

    /// MODAL 53 to 58: by the rule: wait, be a banner, or close it first; never under it or in it.
    @Test(arguments: [
        (ModalPolicy.queue, Plan.HoldReason?.some(.modal)), (.banner, .banner), (.close, nil),
    ])
    func modal_IsWaitedForAnnouncedOrClosed(policy: ModalPolicy, reason: Plan.HoldReason?) throws {
        var route = try route("deeplink://chats/list/7")
        route.manner.overModal = policy
        for var state in elsewhere {
            state.hasModal = true
            let plan = Planner.plan(route, from: state)
            if let reason {
                #expect(plan == .hold(reason))
            } else {
                #expect(plan.steps.first == .closeModal)
                #expect(!state.applying(plan).hasModal)
            }
            state.scene = .login
            #expect(Planner.plan(route, from: state) == .hold(.login))
        }
    }

    /// AUTH 60 to 70: no scene before the main one is skipped, whatever the link and the rule.
    @Test(arguments: [NavigationState.Scene.connecting, .login, .signup, .updateRequired])
    func sceneBeforeTheMainOne_HoldsEveryLink(scene: NavigationState.Scene) throws {
        let state = NavigationState(scene: scene, selectedTab: "shop")
        #expect(Planner.plan(try route("deeplink://chats/list/7"), from: state).steps.isEmpty)
    }

    /// ENC 77 to 86: split once, decoded once, printed back.
    @Test(arguments: ["a/b", "a%2Fb", "100%", "a:b", "tiếng", "a b+c", "https://x/?q=1&r#s", "a\nb", "%"])
    func anyID_ComesBackByteForByte(id: String) throws {
        let state = CellState(cell: 1, kind: "message", state: "new", params: ["room": .text(id)])
        let route = sketch.resolver.route(for: state)
        #expect(route.why.source == .rule)
        let again = try sketch.resolver.route(to: DeepLink(parsing: route.link.description))
        #expect(again.place == route.place)
        guard case .tab(_, let path) = again.place else { return }
        #expect(path.target.segments.last == id)
    }

    /// AMB 87 to 91: a literal wins over a value, a branch that ends is left again, the order of the file is nothing.
    @Test func ambiguity_IsDecidedByTheOrderOfSegments() throws {
        let tab = try #require(sketch.table.factory.tab("chats"))
        #expect(tab.screen(at: try ScreenPath(parsing: "list/new"))?.screen.pattern.description == "list/new")
        #expect(tab.screen(at: try ScreenPath(parsing: "list/new/files"))?.captures == ["room": "new"])  // 90
        #expect(tab.screen(at: try ScreenPath(parsing: "any")) == nil)  // 91: * is one or more
    }

    /// WRONG, DEAD 92 and 93: a place that is gone is the fallback with the reason, never a root, never another's.
    @Test func placeThatIsGone_IsTheFallbackWithTheReason() throws {
        let link = try DeepLink(parsing: "deeplink://chats/gone/7")
        let route = sketch.resolver.route(for: CellState(cell: 5, kind: "message", state: "new", link: link))
        #expect(route.link.description == "deeplink://messages/cells/5")
        #expect(route.why.text.contains("has no screen at gone/7"))
    }

    /// DRIFT 95: a plan names each tab, so doing half of it and planning again ends in the same place.
    @Test func planCutOffAnywhere_IsFinishedByTheNext() throws {
        let route = try route("deeplink://chats/list/7/files")
        for state in elsewhere {
            let steps = Planner.plan(route, from: state).steps
            let end = state.applying(.go(steps))
            for count in 0...steps.count {
                let half = state.applying(.go(Array(steps.prefix(count))))
                #expect(half.applying(Planner.plan(route, from: half)) == end)
            }
        }
    }
}
