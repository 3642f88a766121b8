import Routing
import TestSupport
import Testing

// REPLAY: links that come back.
extension Report {
    static let replays: [Report] = [
        .test(
            71, "an open that ended is offered to nobody who comes",
            "DaemonTests/OpenTests.openWithNobodyAttached_IsHeldAcrossARestartAndDoneOnce"),
        .test(
            72, "a client that showed it and began anew is not asked again",
            "DaemonTests/OpenTests.clientThatShowedAndHungUp_CountsAsShown"),
        .test(
            73, "what was handled is on disk: a kill brings nothing back",
            "IntegrationTests/OpenKillTests.openOnItsWay_MovesOneClientOnce"),
        .test(
            74, "two opens go one after the other, the later stands",
            "DaemonTests/OpenTests.twoOpens_GoOneAfterTheOther"),
        .test(
            75, "an open asked for twice is one",
            "DaemonTests/OpenTests.openAskedForAgainWhileItWaits_WithdrawsTheEarlier"),
        .test(
            76, "a restart between offer and answer moves once",
            "DaemonTests/OpenTests.clientThatIsKilledBeforeShowing_LeavesTheOpenToTheNext"),
    ]

    // ENC: bytes.
    static let encodings: [Report] = [
        .shown(77, "an encoded slash at the end stays") { () throws in try expectSameValue("a/", "a%2F", "/") },
        .shown(78, "an encoded slash splits nothing") { () throws in try expectSameValue("a/b", "/a/b/c") },
        .shown(79, "a path is split as it is written, and each segment is decoded once") { () throws in
            #expect(try match("list/a%2Fb%25").captures == ["room": "a/b%"])
            #expect(try match("list/a%252Fb").captures == ["room": "a%2Fb"])
        },
        .shown(80, "a percent sign is no end of it") { () throws in
            try expectSameValue("100%", "100%zz", "%25")
            #expect(throws: LinkFailure.path(.badPercent)) { try DeepLink(parsing: "deeplink://chats/list/100%") }
        },
        .shown(81, "a colon is a letter, and paths that are printed are encoded") { () throws in
            try expectSameValue("a:b", ":room", "*")
            #expect(try route("chats/list/a%20b").link.description == "deeplink://chats/list/a%20b")
        },
        .shown(82, "values arrive decoded") { () throws in
            #expect(try match("list/a%20b").captures == ["room": "a b"])
            #expect(try match("any/a%20b/c").captures == ["*": "a b/c"])
        },
        .shown(83, "text of all scripts") { () throws in try expectSameValue("tiếng Việt", "日本語", "🙂") },
        .shown(84, "a percent sign comes back as one") { () throws in try expectSameValue("%", "%%", "50% off") },
        .shown(85, "newline, blank and plus are three things") { () throws in try expectSameValue("a\nb", "a b", "a+b")
        },
        .shown(86, "a URL is a value") { () throws in try expectSameValue("https://x.example/?q=1&r=%2F#s") },
    ]

    private static func match(_ text: String) throws -> ScreenMatch {
        try #require(sketch.table.factory.tab("chats")?.screen(at: ScreenPath(parsing: text)))
    }

    /// That values come through a rule, a link and a path byte for byte.
    private static func expectSameValue(_ values: String...) throws {
        for value in values {
            let state = CellState(cell: 1, kind: "message", state: "new", params: ["room": .text(value)])
            let route = sketch.resolver.route(for: state)
            #expect(route.why.source == .rule)
            let again = try sketch.resolver.route(to: DeepLink(parsing: route.link.description))
            #expect(again.place == route.place)
            guard case .tab(_, let path) = again.place else { continue }
            #expect(Array((path.target.segments.last ?? "").utf8) == Array(value.utf8))
        }
    }

    // AMB, WRONG, DEAD, OBS, DRIFT, DI.
    static let choices: [Report] = [
        .shown(87, "the order of declarations decides nothing, in any run") { () throws in
            var random = SplitMix64(seed: 87)
            var screens = try #require(sketch.table.factory.tab("chats")).screens
            for _ in 0..<50 {
                screens.shuffle(using: &random)
                let tab = Tab(id: "chats", title: "", root: path("list"), screens: screens)
                #expect(tab.screen(at: path("list/new"))?.screen.pattern.description == "list/new")
            }
        },
        .shown(88, "a literal wins over a value") { () throws in
            #expect(try match("list/new").screen.pattern.description == "list/new")
        },
        .shown(89, "a literal and a value may stand beside each other") { () throws in
            #expect(sketch.findings.filter { $0.contains("list/new") && $0.contains("list/:room") } == [])
            #expect(try match("list/other").captures == ["room": "other"])
        },
        .shown(90, "a branch that ends is left again") { () throws in
            #expect(try match("list/new/files").captures == ["room": "new"])
        },
        .shown(91, "* is one segment or more, wherever it is declared") { () throws in
            let tab = try #require(sketch.table.factory.tab("chats"))
            #expect(tab.screen(at: path("any")) == nil && tab.screen(at: path("any/x")) != nil)
        },
        .shown(92, "two notifications lead to two places") { () throws in
            for room in ["7", "8"] {
                let state = CellState(cell: 1, kind: "message", state: "new", params: ["room": .text(room)])
                #expect(sketch.resolver.route(for: state).link.description == "deeplink://chats/list/\(room)")
            }
        },
        .shown(93, "a place that is gone is the fallback with the reason, never a root") { () throws in
            let link = try DeepLink(parsing: "deeplink://chats/gone/7")
            let route = sketch.resolver.route(for: CellState(cell: 5, kind: "message", state: "new", link: link))
            #expect(route.link.description == "deeplink://messages/cells/5")
            #expect(route.why.text.contains("has no screen at gone/7"))
        },
        .test(94, "observers are told of every open", "DaemonTests/AppRouterTests.observers_AreToldAndNeverMoved"),
        .shown(95, "a plan cut off anywhere is finished by the next") { () throws in
            let target = try route("chats/list/7/files")
            for state in states {
                let steps = Planner.plan(target, from: state).steps
                let end = state.applying(.go(steps))
                for count in 0...steps.count {
                    let half = state.applying(.go(Array(steps.prefix(count))))
                    #expect(half.applying(Planner.plan(target, from: half)) == end)
                }
            }
        },
        .test(
            96, "a cycle of what a client is made of is named at the start; there is one thread",
            "TerminalClientTests/ContainerTests.aCycle_IsNamed"),
    ]
}
