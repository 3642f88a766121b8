import Routing
import TestSupport
import Testing

struct CompileTests {
    static let faults: [(TableSketch, [String])] = [
        (
            TableSketch().tab("Bad", root: "r"),
            ["t.toml:1:1: \"Bad\" is no tab id: use 1 to 32 of a-z, 0-9, - and _, starting with a letter"]
        ),
        (TableSketch().tab("cell", root: "r"), ["t.toml:1:1: tab id cell is reserved for links: choose another id"]),
        (
            TableSketch().tab("notifications", root: "r"),
            ["t.toml:1:1: tab id notifications is reserved for links: choose another id"]
        ),
        (
            TableSketch().tab("t", root: "r").tab("t", root: "s").screen("t", path: "r"),
            [
                "t.toml:2:1: tab t is declared at t.toml:1:1 already: keep one of the two; other files only add screens to it"
            ]
        ),
        (
            TableSketch().tab("t", root: "r/"),
            ["t.toml:1:1: root \"r/\" is no path: a path segment is empty: name the path of a screen without captures"]
        ),
        (
            TableSketch().tab("t", root: "r"),
            ["t.toml:1:1: tab t has no screen at its root r: add [[screen]] with tab = \"t\" and path = \"r\""]
        ),
        (
            TableSketch().screen("t", path: "r"),
            ["t.toml:1:1: screen r is in tab t, which is not declared: declare it with [[tab]] id = \"t\""]
        ),
        (
            TableSketch().fallback("t"),
            [
                "t.toml:1:1: [fallback] names tab t, which is not declared: declare the tab, or name another; until then the built-in tab messages serves"
            ]
        ),
        (
            TableSketch().fallback("t").tab("t", root: "cells").screen("messages", path: "x"),
            [
                "t.toml:3:1: screen x is in tab messages, which is not declared: declare it with [[tab]] id = \"messages\""
            ]
        ),
        (
            TableSketch().tab("t", root: "r").screen("t", path: "r").screen("t", path: "r/:a/x").screen(
                "t", path: "r/:b/x"),
            [
                "t.toml:4:1: screen r/:b/x has the same shape as r/:a/x, declared at t.toml:3:1: keep one of the two in tab t"
            ]
        ),
        (
            TableSketch().screen("messages", path: "r//x"),
            ["t.toml:1:1: path \"r//x\" is no pattern: a path segment is empty: correct the path"]
        ),
        (
            TableSketch().screen("messages", path: "r/:x", title: "{"),
            ["t.toml:1:1: \"{\" cannot be filled: a { has no }; write {{ for a brace: correct the braces"]
        ),
        (
            TableSketch().screen("messages", path: "r/:x", title: "{y}"),
            ["t.toml:1:1: {y} is used but path r/:x does not capture it: add :y to the path or drop {y}"]
        ),
        (
            TableSketch().screen("messages", path: "r/:x", command: ["show", "--", "{y}"]),
            ["t.toml:1:1: {y} is used but path r/:x does not capture it: add :y to the path or drop {y}"]
        ),
        (
            TableSketch().screen("messages", path: "r/:x", content: .output),
            ["t.toml:1:1: an output screen needs to know its cell: capture it: path = \"r/:x/:id\""]
        ),
        (
            TableSketch().rule("a..b", tab: "messages"),
            [
                "t.toml:1:1: \"a..b\" is no kind: a kind is 1 to 128 bytes: names of letters, digits, - and _ joined by dots; or NAME.* or *"
            ]
        ),
        (
            TableSketch().rule("a", "b c", tab: "messages"),
            ["t.toml:1:1: \"b c\" is no state: a state is 1 to 64 bytes of letters, digits, -, _ and .; or *"]
        ),
        (TableSketch().rule("a"), ["t.toml:1:1: the rule says neither tab nor path: add tab = \"…\""]),
        // One mistake, one finding: what leads to a part that was dropped is no other mistake.
        (
            TableSketch().tab("t", root: "r").screen("t", path: "r", command: ["ls", "{x}"])
                .rule("a", tab: "t", path: "r").rule("b", tab: "t"),
            ["t.toml:2:1: {x} is used but path r does not capture it: add :x to the path or drop {x}"]
        ),
        (
            TableSketch().tab("t", root: "r").screen("t", path: "r", content: .cells)
                .screen("t", path: "r/:x", command: ["ls", "{x}"]).rule("a", tab: "t", path: "r/{x}"),
            [
                "t.toml:3:1: {x} starts an argument and could become an option: put \"--\" before it, write it as "
                    + "--name={x}, or say plain = [\"x\"]: then a value that begins with - or + is refused"
            ]
        ),
        (TableSketch().rule("a", tab: "t"), ["t.toml:1:1: there is no tab t: declare it, or name one of: messages"]),
        (
            TableSketch().rule("a", tab: "messages", path: "x/{y}"),
            [
                "t.toml:1:1: the path leads to no screen: tab messages has none that x/{y} could match: add [[screen]] with path = \"x/:y\""
            ]
        ),
        (
            TableSketch().rule("a", path: "x/{y}"),
            [
                "t.toml:1:1: the path leads to no screen: there is none that x/{y} could match: add [[screen]] with path = \"x/:y\""
            ]
        ),
        (
            TableSketch().rule("a", tab: "messages", path: "cells/{"),
            ["t.toml:1:1: path \"cells/{\" cannot be filled: a { has no }; write {{ for a brace: correct the path"]
        ),
        (
            TableSketch().screen("messages", path: "n/:n(int)").rule("a", tab: "messages", path: "n/v{y}"),
            [
                "t.toml:2:1: the path leads to no screen: tab messages has none that n/v{y} could match: add [[screen]] with path = \"n/:y\""
            ]
        ),
        (
            TableSketch().rule("a", "b", tab: "messages").rule("a", "b", tab: "messages", path: "cells/{id}").rule(
                "a", tab: "messages"),
            [
                "t.toml:2:1: tie with the rule at t.toml:1:1: both hold for a cell of kind a in state b: keep one of the two; both are off until then"
            ]
        ),
        (
            TableSketch().rule("a.*", tab: "messages").rule("a.*", tab: "messages"),
            [
                "t.toml:2:1: tie with the rule at t.toml:1:1: both hold for a cell of kind a.x in state new: keep one of the two; both are off until then"
            ]
        ),
        (
            TableSketch().rule("a", "b", tab: "messages"),
            [
                "t.toml:1:1: warning: kind a has no rule for its other states: add one with state = \"*\", or its new states go elsewhere"
            ]
        ),
        (
            TableSketch().tab("t", root: "r").screen("t", path: "r", content: .cells),
            [
                "t.toml:1:1: warning: tab t is unreachable: no rule leads there and its root lists cells: add a [[cell]] rule with tab = \"t\""
            ]
        ),
    ]

    @Test(arguments: faults)
    func fault_IsNamedWithItsPlaceAndRemedy(sketch: TableSketch, findings: [String]) {
        #expect(sketch.findings == findings)
    }

    @Test func tenthTab_IsUnreachableByDigit() {
        var sketch = TableSketch()
        for id in 0..<10 { sketch = sketch.tab("t\(id)", root: "r", order: id).screen("t\(id)", path: "r") }
        #expect(
            sketch.findings == [
                "t.toml:19:1: warning: tab t9 is unreachable by digit: it is number 10: give it an order = below the others', or reach it by [ and ]"
            ])
    }

    @Test func tabs_AreOrderedByOrderThenId() {
        let sketch = TableSketch().tab("d", root: "r").tab("c", root: "r").tab("b", root: "r", order: 2)
            .tab("a", root: "r", order: 9).screen("a", "b", "c", "d", path: "r")
        #expect(sketch.table.factory.tabs.map(\.id) == ["b", "a", "c", "d", "messages"])
    }

    @Test func everyFault_LeavesTheRestWorking() throws {
        for (sketch, _) in Self.faults {
            var whole = TableSketch.example.declaration
            whole.tabs += sketch.declaration.tabs
            whole.screens += sketch.declaration.screens
            whole.rules += sketch.declaration.rules
            let resolver = RouteResolver(table: RouteTable.compile(whole, version: "t").table)
            let route = resolver.route(
                for: CellState(cell: 1, kind: "ci.run", state: "failed", params: ["run": .number("7")]))
            #expect(route.summary == "builds: runs › runs/7 › runs/7/log")
        }
    }

    @Test func noDeclaration_IsTheBuiltInTable() {
        let table = RouteTable.compile(TableDeclaration(), version: "v").table
        #expect(table.version == "v")
        #expect(table.factory.tabs.map(\.id) == ["messages"])
        #expect(table.factory.tabs[0].screens.map(\.pattern.description) == ["cells", "cells/:id"])
        #expect(RouteTable.builtIn.factory.tabs.map(\.id) == ["messages"])
    }

    @Test func screensAddedToTheBuiltInTab_AreKept() throws {
        let table = TableSketch().screen("messages", path: "x").table
        #expect(table.factory.tab("messages")?.screen(at: try ScreenPath(parsing: "x")) != nil)
    }

    @Test func brokenFallbackTab_StillServes() {
        let sketch = TableSketch().tab("inbox", root: "nowhere").fallback("inbox").screen("inbox", path: "x")
        #expect(sketch.findings.count == 1)
        let route = sketch.resolver.route(for: CellState(cell: 5, kind: "a", state: "b"))
        #expect(route.summary == "inbox: cells › cells/5")
    }

    @Test func fallbackTabWithACatchAll_StillShowsCells() throws {
        let sketch = TableSketch().tab("inbox", root: "home").fallback("inbox").screen("inbox", path: "home")
            .screen("inbox", path: "*")
        let route = sketch.resolver.route(for: CellState(cell: 5, kind: "a", state: "b"))
        #expect(route.summary == "inbox: home › cells › cells/5")
        #expect(sketch.table.factory.tab("inbox")?.screen(at: try route.target)?.screen.content == .cell)
    }

    @Test func ruleWithoutTab_GoesToTheFirstTabOfItsScreen() {
        let sketch = TableSketch().tab("a", root: "r").tab("b", root: "r").screen("a", "b", path: "r")
            .screen("b", "a", path: "r/:x").rule("k", path: "r/{x}")
        #expect(sketch.findings == [])
        let route = sketch.resolver.route(for: CellState(cell: 1, kind: "k", state: "s", params: ["x": .text("1")]))
        #expect(route.summary == "b: r › r/1")
    }

    @Test func ruleWithoutTab_IsNoGuessBetweenScreensOfOneTab() {
        let sketch = TableSketch().tab("a", root: "r").screen("a", path: "r").screen("a", path: "r/:x")
            .screen("a", path: "r/*").rule("k", path: "r/{x}")
        #expect(sketch.findings == [])
    }

    @Test func ruleWithoutTab_IsAnErrorBetweenTwoTabs() {
        let sketch = TableSketch().tab("a", root: "r").tab("b", root: "r").screen("a", "b", path: "r")
            .screen("b", path: "r/:x").screen("a", path: "r/*").rule("k", path: "r/{x}")
        #expect(sketch.findings == ["t.toml:6:1: the path could lead to t.toml:4:1 or to t.toml:5:1: add tab = \"…\""])
    }

    @Test func tooManyScreens_AreCutWithAFinding() {
        var sketch = TableSketch()
        let long = String(repeating: "a", count: 900)
        for number in 0..<200 { sketch = sketch.screen("messages", path: "\(long)/\(number)") }
        #expect(
            sketch.findings == [
                "t.toml:136:1: the table's paths and titles are more than 131072 bytes: shorten them, or declare fewer screens"
            ])
        #expect(sketch.table.factory.tabs[0].screens.count == 135 + 2)
    }

    @Test func declarationOrder_ChangesNothing() {
        let sketches = [TableSketch.example] + Self.faults.map(\.0)
        var random = SplitMix64(seed: 4)
        for sketch in sketches {
            let (table, findings) = RouteTable.compile(sketch.declaration, version: "t")
            for _ in 0..<20 {
                var shuffled = sketch.declaration
                shuffled.tabs.shuffle(using: &random)
                shuffled.screens.shuffle(using: &random)
                shuffled.rules.shuffle(using: &random)
                let (other, otherFindings) = RouteTable.compile(shuffled, version: "t")
                #expect(otherFindings == findings)
                #expect(other.rules == table.rules)
                #expect(other.fallbackTab == table.fallbackTab)
                #expect(other.factory.tabs.map(\.id) == table.factory.tabs.map(\.id))
                #expect(other.factory.tabs.map(\.screens) == table.factory.tabs.map(\.screens))
                #expect(other.factory.tabs.map(\.root) == table.factory.tabs.map(\.root))
            }
        }
    }
}

extension Route {
    /// The screen it ends on; for the notification view there is none to look up.
    var target: ScreenPath {
        get throws {
            guard case .tab(_, let path) = place else { throw PathFailure.emptySegment }
            return path.target
        }
    }
}
