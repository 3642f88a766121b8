import Routing
import Testing

// LOST, RACE: what is at the start.
extension Report {
    static let starts: [Report] = [
        .shown(1, "a client without any stack goes where one with stacks goes") { () throws in
            try expect("chats/list/7", from: [cold], leadsTo: "list", "list/7")
        },
        .shown(2, "a scene that is replaced first changes nothing about where the link leads") { () throws in
            var state = cold
            state.scene = .login
            #expect(try Planner.plan(route("chats/list/7"), from: state) == .hold(.login))
            state.scene = .main
            #expect(try stack(go("chats/list/7", from: state)) == ["list", "list/7"])
        },
        .test(
            3, "what a start moves by itself refuses no open",
            "TerminalClientTests/AttachedClientTests.anOpenAfterTheUserMoved_IsRefused"),
        .shown(4, "the place that a client begins in does not beat the link") { () throws in
            try expect("chats/list/7", from: [inShop], leadsTo: "list", "list/7")
        },
        .shown(5, "a root that was asked for first is under the link, not over it") { () throws in
            for state in states {
                #expect(try stack(go("chats/list/7", from: go("chats", from: state))) == ["list", "list/7"])
            }
        },
        .shown(6, "a link without a path is its tab's root, and a query without a path is refused") { () throws in
            try expect("chats", leadsTo: "list")
            #expect(throws: LinkFailure.query) { try DeepLink(parsing: "deeplink://chats?x=1") }
        },
        .test(
            7, "a client that is away gets it when it comes",
            "IntegrationTests/OpenKillTests.openWithoutAClient_IsHeldOverAKillAndThenShown"),
        .shown(8, "a link without // is refused with the reason") { () throws in
            #expect(throws: LinkFailure.scheme) { try DeepLink(parsing: "deeplink:chats") }
        },
        .test(
            9, "nothing is offered to a client that has not said where it stands",
            "DaemonTests/AnnouncementTests.nothingIsAnnounced_BeforeTheFirstReport"),
        .test(
            10, "what comes with nobody there is held on disk",
            "DaemonTests/OpenTests.openWithNobodyAttached_IsHeldAcrossARestartAndDoneOnce"),
        .shown(11, "a state that was restored does not beat the link") { () throws in
            try expect("chats/list/7", from: [inChat, overTabs], leadsTo: "list", "list/7")
        },
        .cannotHappen(12, "no guard hangs on a path: only scenes hold, and they hold every link alike"),
        .test(
            13, "a screen that is only passed never starts",
            "TerminalClientTests/RuleTests.aScreenThatIsOnlyPassed_NeverStarts"),
        .shown(14, "what was open last is not what is opened") { () throws in
            try expect("chats/list/7", from: [inChat], leadsTo: "list", "list/7")
        },
        .shown(15, "an & cuts nothing off") { () throws in
            try expect("chats/list/a&b=c", leadsTo: "list", "list/a&b=c")
        },
    ]

    // DUP: copies.
    static let copies: [Report] = [
        .shown(16, "the same link again moves nothing") { () throws in
            for state in states {
                let there = try go("chats/list/7", from: state)
                #expect(try Planner.plan(route("chats/list/7"), from: there).isAlreadyThere)
            }
        },
        .shown(17, "a nested link is its parents, each once") { () throws in
            try expect("chats/list/7/files", leadsTo: "list", "list/7", "list/7/files")
        },
        .shown(18, "warm and cold end in one state") { () throws in
            let warm = try go("chats/list/7/files", from: go("chats/list/7", from: cold))
            #expect(try warm == (go("chats/list/7/files", from: cold)))
        },
        .shown(19, "a link to the tab that is selected puts no tab into itself") { () throws in
            try expect("chats", from: [inChat], leadsTo: "list")
            #expect(try go("chats", from: inChat).stacks.keys.sorted() == ["chats"])
        },
        .shown(20, "another value takes the place of the first, or stands on it where the rule appends") { () throws in
            let first = try go("chats/list/7", from: cold)
            #expect(try stack(go("chats/list/8", from: first)) == ["list", "list/8"])
            #expect(try stack(go("chats/list/8", .append, from: first)) == ["list", "list/7", "list/8"])
        },
        .shown(21, "one screen with two values is two screens on a stack") { () throws in
            let two = try go("chats/list/8", .append, from: go("chats/list/7", from: cold))
            #expect(Set(two.selectedStack).count == two.selectedStack.count)
            #expect(try stack(go("chats/list/7", .append, from: two)) == ["list", "list/7"])
        },
        .test(22, "one open moves one client once", "IntegrationTests/OpenKillTests.openOnItsWay_MovesOneClientOnce"),
        .shown(23, "ten presses are one") { () throws in
            var state = cold
            for _ in 0..<10 { state = try go("chats/list/7", .append, from: state) }
            #expect(stack(state) == ["list", "list/7"])
        },
        .shown(24, "being there already is an answer of its own") { () throws in
            let there = try go("shop/home/1", from: cold)
            #expect(try Planner.plan(route("shop/home/1"), from: there) == .go([.focus]))
        },
        .shown(25, "two cells that lead to one place stand there once") { () throws in
            var state = cold
            for cell in 1...5 {
                let one = CellState(cell: Int64(cell), kind: "message", state: "new", params: ["room": .text("7")])
                state = state.applying(Planner.plan(sketch.resolver.route(for: one), from: state))
            }
            #expect(stack(state) == ["list", "list/7"])
        },
        .test(
            26, "there are two words for what happens to the stack, and a test for each",
            "RoutingTests/PlannerTests.append_PutsTheTargetOnWhatIsThere"),
    ]

    // BACK: what is under the screen.
    static let backs: [Report] = [
        .shown(27, "the parent is there on a cold start and on a warm one") { () throws in
            for state in [cold, inShop, inChat] {
                #expect(try stack(go("chats/list/7", from: state)).dropLast() == ["list"])
            }
        },
        .shown(28, "what is under the target is another screen") { () throws in
            for state in states {
                let screens = stack(try go("chats/list/7", from: state))
                #expect(screens.count == 2 && screens[0] != screens[1])
            }
        },
        .shown(29, "a tab that is first opened deep has its root at the bottom") { () throws in
            for link in ["chats/list/7/files", "chats/any/x/y", "shop/home/1", "shop/list/9"] {
                let there = try go(link, from: cold)
                #expect(there.selectedStack.first == sketch.table.factory.tab(there.selectedTab)?.root)
            }
        },
        .shown(30, "a path that two tabs have stands on the root of the tab that the link names") { () throws in
            try expect("chats/list/7", leadsTo: "list", "list/7")
            try expect("shop/list/7", leadsTo: "home", "list/7")
        },
        .shown(31, "parents do not need a visit, at any depth") { () throws in
            try expect("chats/list/7/files", from: [cold], leadsTo: "list", "list/7", "list/7/files")
        },
        .shown(32, "the root is there also where it is no prefix of the path") { () throws in
            try expect("chats/any/x", leadsTo: "list", "any/x")
        },
        .shown(33, "no screen over the tab bar stays over it") { () throws in
            #expect(try go("shop/home/1", from: overTabs).outer.isEmpty)
        },
        .shown(34, "every screen of a push path is one that the tab has") { () throws in
            let tab = try #require(sketch.table.factory.tab("chats"))
            for screen in try go("chats/list/7/files", from: cold).selectedStack {
                #expect(tab.screen(at: screen) != nil)
            }
        },
        .shown(35, "one rule makes the stack: after any two links the second decides") { () throws in
            let links = ["chats", "chats/list/7", "chats/list/7/files", "chats/any/x", "shop/home/1"]
            for first in links {
                for second in links {
                    let there = try go(second, from: go(first, from: cold))
                    #expect(try stack(there) == stack(go(second, from: cold)))
                }
            }
        },
        .test(
            36, "where a jump came from is one key away",
            "TerminalClientTests/AttachedClientTests.jumps_GoBackAndForwardWithWholeStacks"),
        .test(
            37, "Back ends at the tab's root",
            "TerminalClientTests/ProgramTests.oneKey_LandsOnTheOutput_AndBackReachesTheRoot"),
    ]
}
