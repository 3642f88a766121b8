import Routing
import Testing

// TAB: what other tabs have of it.
extension Report {
    static let tabs: [Report] = [
        .shown(38, "the target stands in one tab") { () throws in
            let there = try go("chats/list/7", from: cold)
            #expect(there.stacks["shop", default: []].isEmpty && stack(there).last == "list/7")
        },
        .shown(39, "other tabs stay as they were left") { () throws in
            for state in states { #expect(try go("chats/list/7", from: state).stacks["shop"] == state.stacks["shop"]) }
        },
        .shown(40, "a tab link is as deep as its path, not deeper") { () throws in
            try expect("chats/list/7", leadsTo: "list", "list/7")
        },
        .shown(41, "the tab is selected before anything is pushed") { () throws in
            let steps = Planner.plan(try route("chats/list/7"), from: inShop).steps
            #expect(steps.first == .select(tab: "chats"))
            #expect(steps.dropFirst().first == .push(tab: "chats", path("list")))
        },
        .shown(42, "in one chat with a modal, another chat is its list and itself") { () throws in
            var state = try go("chats/list/A", from: cold)
            state.hasModal = true
            let there = state.applying(Planner.plan(try route("chats/list/B", over: .close), from: state))
            #expect(stack(there) == ["list", "list/B"] && !there.hasModal)
        },
        .shown(43, "a link to the root of a tab that is deep goes back to it") { () throws in
            try expect("chats", from: [inChat], leadsTo: "list")
        },
        .shown(44, "one plan goes from another tab to the third screen") { () throws in
            #expect(try stack(go("chats/list/7/files", from: inShop)) == ["list", "list/7", "list/7/files"])
        },
        .shown(45, "the root's own path is the root") { () throws in
            try expect("chats/list", leadsTo: "list")
            #expect(try Planner.plan(route("chats/list"), from: go("chats", from: cold)).isAlreadyThere)
        },
        .test(
            46, "coming back from outside the tabs is the same tab and depth",
            "TerminalClientTests/AttachedClientTests.notificationView_ReturnsToTheSameTabAndDepth"),
        .test(
            47, "another root scene releases every stack",
            "TerminalClientTests/RuleTests.replacingTheRoot_ReleasesTheOldSceneAndAllUnderIt"),
        .shown(48, "what stays on the stack keeps its place, and a rule may append") { () throws in
            let there = try go("chats/list/7/files", from: try go("chats/list/7", from: cold))
            let steps = Planner.plan(try route("chats/list/7"), from: there).steps
            #expect(steps == [.pop(tab: "chats", toDepth: 2), .focus])
            #expect(try stack(go("chats/any/x", .append, from: there)).last == "any/x")
        },
        .shown(49, "chat after chat does not pile up") { () throws in
            var state = cold
            for room in 1...20 { state = try go("chats/list/\(room)", from: state) }
            #expect(stack(state) == ["list", "list/20"])
        },
        .test(50, "the selected tab again is its root", "TerminalClientTests/RuleTests.theSelectedTabAgain_IsItsRoot"),
        .shown(51, "a link into one tab leaves the deep stack of another") { () throws in
            #expect(try go("shop/home/1", from: inChat).stacks["chats"] == inChat.stacks["chats"])
        },
        .shown(52, "which tab is in view decides nothing") { () throws in
            for tab in ["chats", "shop"] {
                var state = inChat
                state.selectedTab = tab
                #expect(try go("shop/home/1", from: state) == go("shop/home/1", from: inChat))
            }
        },
        .shown(59, "a link is understood in every tab and over all of them") { () throws in
            try expect("shop/home/1", leadsTo: "home", "home/1")
        },
    ]

    // MODAL: what covers the tabs.
    static let modals: [Report] = [
        .shown(53, "nothing happens behind a modal, and sign-up is not skipped") { () throws in
            for var state in states {
                state.hasModal = true
                #expect(try Planner.plan(route("chats/list/7"), from: state) == .hold(.modal))
                state.scene = .signup
                #expect(try Planner.plan(route("chats/list/7", over: .close), from: state) == .hold(.signup))
            }
        },
        .shown(54, "nothing is pushed while a modal stays") { () throws in
            for policy in [ModalPolicy.queue, .banner] {
                for var state in states {
                    state.hasModal = true
                    #expect(try Planner.plan(route("chats/list/7", over: policy), from: state).steps.isEmpty)
                }
            }
        },
        .cannotHappen(55, "a route pushes; none presents a modal, so none can stand over nothing"),
        .shown(56, "going to another tab leaves no modal open") { () throws in
            var state = inShop
            state.hasModal = true
            let there = state.applying(Planner.plan(try route("chats/list/7", over: .close), from: state))
            #expect(!there.hasModal && there.selectedTab == "chats")
        },
        .test(
            57, "a module's router moves on the stack that it was given, not on what is on top",
            "TerminalClientTests/RuleTests.aModulesOwnMove_PushesOnItsStack_AndNeverReplacesTheRoot"),
        .shown(58, "the modal is closed before the first move") { () throws in
            for var state in states {
                state.hasModal = true
                let steps = Planner.plan(try route("chats/list/7", over: .close), from: state).steps
                #expect(steps.first == .closeModal && steps.count { $0 == .closeModal } == 1)
            }
        },
    ]

    // AUTH: scenes before the main one.
    static let scenes: [Report] = [
        .shown(60, "before the main scene an open waits, whatever the rule says") { () throws in
            for scene in NavigationState.Scene.allCases where scene != .main {
                for policy in [ModalPolicy.queue, .banner, .close] {
                    let state = NavigationState(scene: scene, selectedTab: "shop")
                    let plan = Planner.plan(try route("chats/list/7", over: policy), from: state)
                    #expect(try plan == .hold(#require(Plan.HoldReason(rawValue: scene.rawValue))))
                }
            }
        },
        .shown(61, "after the login the link leads where it led before") { () throws in
            try expectSameAfterLogin("chats/list/7")
        },
        .shown(62, "also when it came while the login was up") { () throws in
            try expectSameAfterLogin("chats/list/7/files")
        },
        .test(63, "what one user has waiting moves no other", "DaemonTests/AppRouterTests.strangersInbox_IsNeverMoved"),
        .shown(64, "no link enters past the login") { () throws in
            for var state in states {
                state.scene = .login
                #expect(try state.applying(Planner.plan(route("chats/list/7"), from: state)) == state)
            }
        },
        .shown(65, "having waited leaves nothing behind: the next link is planned as if there had been none") {
            () throws in
            var state = cold
            for scene in [NavigationState.Scene.login, .main, .login, .main] {
                state.scene = scene
                #expect(try Planner.plan(route("shop/home/1"), from: state).steps.isEmpty == (scene == .login))
            }
        },
        .shown(66, "a plan that waits pushes nothing first") { () throws in
            let state = NavigationState(scene: .login, selectedTab: "shop")
            #expect(try Planner.plan(route("chats/list/7"), from: state).steps == [])
        },
        .cannotHappen(67, "there are no redirects: a route is resolved once, and the scene is looked at once"),
        .cannotHappen(68, "a plan is a value, made whole before its first step; nothing is awaited in it"),
        .cannotHappen(69, "there are no guards: a screen's parents say nothing about who may see it"),
        .test(
            70, "an open outlives the client that was asked",
            "IntegrationTests/OpenKillTests.openWithoutAClient_IsHeldOverAKillAndThenShown"),
    ]

    private static func expectSameAfterLogin(_ link: String) throws {
        for var state in states {
            let without = try go(link, from: state)
            state.scene = .login
            state = state.applying(Planner.plan(try route(link), from: state))
            state.scene = .main
            #expect(try go(link, from: state) == without)
        }
    }
}
