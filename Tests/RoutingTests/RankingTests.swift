import Routing
import TestSupport
import Testing

struct RankingTests {
    /// Each path with the patterns that it could lead to, best first.
    static let ladders: [(String, [String])] = [
        ("a", ["a", ":x", "*"]),
        ("7", ["7", ":x(int)", ":x", "*"]),
        ("a/7", ["a/7", "a/:x(int)", "a/:x", "a/*", ":y/7", ":y/:x(int)", ":y/:x", ":y/*", "*"]),
        ("7/a/b", ["7/a/b", "7/:x/b", "7/*", ":i(int)/a/:z", ":i(int)/*", ":s/a/b", ":s/:t/b", ":s/*", "*"]),
        ("1/2/3", [":i(int)/:j(int)/:k(int)", ":i(int)/:j/3", ":i/2/3", ":i/*", "*"]),
    ]

    @Test(arguments: ladders)
    func bestPattern_WinsInEveryOrderAndSubset(path: String, patterns: [String]) throws {
        var random = SplitMix64(seed: 3)
        let path = try ScreenPath(parsing: path)
        for first in patterns.indices {
            var rest = Array(patterns[first...])
            for _ in 0..<200 {
                rest.shuffle(using: &random)
                let screens = try rest.map(Self.screen)
                let tab = Tab(id: "t", title: "T", root: path, screens: screens)
                #expect(tab.screen(at: path)?.screen.pattern.description == patterns[first])
            }
        }
    }

    @Test func allPermutationsOfFour_GiveOneWinner() throws {
        let path = try ScreenPath(parsing: "7")
        let screens = try ["7", ":x(int)", ":x", "*"].map(Self.screen)
        for order in Self.permutations(screens) {
            let tab = Tab(id: "t", title: "T", root: path, screens: order)
            #expect(tab.screen(at: path)?.screen.pattern.description == "7")
        }
    }

    @Test func deadEnd_GoesBackToTheNextBestSegment() throws {
        let screens = try ["a/:x/c", ":y/b/d", "*"].map(Self.screen)
        let tab = Tab(id: "t", title: "T", root: try ScreenPath(parsing: "a"), screens: screens)
        #expect(tab.screen(at: try ScreenPath(parsing: "a/b/d"))?.captures == ["y": "a"])
        #expect(tab.screen(at: try ScreenPath(parsing: "a/b/e"))?.captures == ["*": "a/b/e"])
    }

    /// Facts of the web platform's tests (URLPattern, compareComponent) that fall into our grammar.
    @Test(arguments: [
        ("foo/bar", "foo/:bar", "foo/bar"), ("foo/:bar", "foo/*", "foo/bar"), ("foo/bar", "foo/*", "foo/bar"),
    ])
    func platformsOrder_IsOurs(better: String, worse: String, path: String) throws {
        let path = try ScreenPath(parsing: path)
        for order in [[better, worse], [worse, better]] {
            let tab = Tab(id: "t", title: "T", root: path, screens: try order.map(Self.screen))
            #expect(tab.screen(at: path)?.screen.pattern.description == better)
        }
    }

    @Test func lookUp_OfADeepTableEnds() throws {
        var screens: [Screen] = []
        for bits in 0..<4096 {
            let segments = (0..<12).map { bits >> $0 & 1 == 0 ? "a" : ":p\($0)" }
            screens.append(try Self.screen((segments + ["end"]).joined(separator: "/")))
        }
        let tab = Tab(id: "t", title: "T", root: try ScreenPath(parsing: "a"), screens: screens)
        let path = Array(repeating: "a", count: 12).joined(separator: "/")
        #expect(tab.screen(at: try ScreenPath(parsing: path + "/nowhere")) == nil)
        #expect(tab.screen(at: try ScreenPath(parsing: path + "/end"))?.captures == [:])
    }

    private static func screen(_ pattern: String) throws -> Screen {
        Screen(pattern: try PathPattern(parsing: pattern), title: try Template(parsing: ""), content: .command)
    }

    private static func permutations<Value>(_ values: [Value]) -> [[Value]] {
        guard values.count > 1 else { return [values] }
        return values.indices.flatMap { index in
            var rest = values
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }
}

struct PushPathTests {
    static let table = TableSketch()
        .tab("t", root: "home")
        .screen("t", path: "home")
        .screen("t", path: "home/:a")
        .screen("t", path: "runs/:run")
        .screen("t", path: "runs/:run/step/:step/log")
        .screen("t", path: "runs/:run/step")
        .screen("t", path: "files/*")
        .table

    @Test(arguments: [
        ("home", "home"), ("home/x", "home › home/x"), ("runs/7", "home › runs/7"),
        ("runs/7/step/2/log", "home › runs/7 › runs/7/step › runs/7/step/2/log"),
        ("files/a/b/c", "home › files/a › files/a/b › files/a/b/c"),
        ("runs/a%2Fb", "home › runs/a%2Fb"),
    ])
    func parents_AreThePrefixesThatAreScreens(path: String, pushed: String) throws {
        let found = try Self.table.factory.pushPath(tab: "t", path: ScreenPath(parsing: path))
        #expect(found.screens.map(\.description).joined(separator: " › ") == pushed)
    }

    @Test func noPath_IsTheRoot() throws {
        #expect(try Self.table.factory.pushPath(tab: "t", path: nil).screens.map(\.description) == ["home"])
    }

    @Test func placeThatIsNone_SaysWhich() throws {
        let path = try ScreenPath(parsing: "runs")
        #expect { try Self.table.factory.pushPath(tab: "t", path: path) } throws: {
            "\($0)" == "tab t has no screen at runs"
        }
        #expect { try Self.table.factory.pushPath(tab: "u", path: nil) } throws: { "\($0)" == "there is no tab u" }
    }

    @Test func rootInAnotherSpelling_StandsOnTheStackOnce() throws {
        let tab = TableSketch().tab("t", root: "caf%C3%A9").screen("t", path: "caf%C3%A9")
            .screen("t", path: "caf%C3%A9/:x").table.factory.tab("t")
        #expect(tab?.pushPath(to: try ScreenPath(parsing: "cafe%CC%81"))?.screens.count == 1)
        #expect(tab?.pushPath(to: try ScreenPath(parsing: "cafe%CC%81/1"))?.screens.count == 2)
    }
}
