// Layers: what a higher one says replaces what a lower one says; within one, saying it twice is an error.
import Routing
import Testing

private let shipped = TableSketch()
    .tab("jobs", root: "jobs", order: 1)
    .screen("jobs", path: "jobs")
    .screen("jobs", path: "jobs/:id", title: "shipped")
    .rule("job", tab: "jobs", path: "jobs/{id}")

@Suite struct LayerTests {
    @Test func rule_IsReplacedByAnEqualOneAbove() {
        let sketch = shipped.rule("job", tab: "jobs", layer: 1)
        #expect(sketch.findings == [])
        #expect(sketch.resolver.route(for: CellState(cell: 7, kind: "job", state: "x")).summary == "jobs: jobs")
        #expect(sketch.table.rules.map(\.layer) == [1])
    }

    @Test func ruleWithAnotherState_ReplacesNothing() {
        let sketch = shipped.rule("job", "failed", tab: "jobs", layer: 1)
        #expect(
            sketch.resolver.route(for: CellState(cell: 7, kind: "job", state: "x")).summary == "jobs: jobs › jobs/7")
        #expect(sketch.resolver.route(for: CellState(cell: 7, kind: "job", state: "failed")).summary == "jobs: jobs")
    }

    @Test func ruleThatTiesAbove_LeavesTheOneBelow() {
        let sketch = shipped.rule("job", tab: "jobs", layer: 1).rule("job", tab: "jobs", path: "jobs", layer: 1)
        #expect(
            sketch.findings == [
                "t.toml:6:1: tie with the rule at t.toml:5:1: both hold for a cell of kind job in state new: "
                    + "keep one of the two; both are off until then"
            ])
        #expect(
            sketch.resolver.route(for: CellState(cell: 7, kind: "job", state: "x")).summary == "jobs: jobs › jobs/7")
    }

    @Test func screen_IsReplacedInItsTabOnly() throws {
        let sketch = shipped.tab("more", root: "jobs").screen("more", path: "jobs").screen("more", path: "jobs/:id")
            .screen("jobs", path: "jobs/:key", title: "mine", layer: 1).rule("more", tab: "more")
        #expect(sketch.findings == [])
        let path = try ScreenPath(parsing: "jobs/7")
        #expect(sketch.table.factory.tab("jobs")?.screen(at: path)?.title == "mine")
        #expect(sketch.table.factory.tab("more")?.screen(at: path)?.title == "7")
    }

    @Test func replacedScreen_DoesNotMakeARuleUndecided() {
        let sketch = shipped.screen("jobs", path: "jobs/:key", layer: 1).rule("other", path: "jobs/{id}")
        #expect(sketch.findings == [])
        #expect(
            sketch.resolver.route(for: CellState(cell: 7, kind: "other", state: "x")).summary == "jobs: jobs › jobs/7")
    }

    @Test func tab_IsReplacedWholeAndKeepsItsScreens() throws {
        let sketch = shipped.tab("jobs", root: "all", layer: 1).screen("jobs", path: "all", layer: 1)
        #expect(sketch.findings == [])
        let tab = try #require(sketch.table.factory.tab("jobs"))
        #expect(tab.root.description == "all")
        #expect(tab.screens.map(\.pattern.description).sorted() == ["all", "jobs", "jobs/:id"])
    }

    @Test func duplicatesBelowAReplacement_AreNoError() {
        let twice = shipped.tab("jobs", root: "jobs")
        #expect(twice.findings.count == 1)
        #expect(twice.tab("jobs", root: "jobs", layer: 1).findings == [])
    }

    @Test(
        arguments: [
            ([], ["first", "second", "alpha", "beta", "messages"]),
            (["beta"], ["beta", "first", "second", "alpha", "messages"]),
            (["messages", "alpha"], ["alpha", "first", "second", "beta", "messages"]),
        ] as [([String], [String])])
    func tabs_StandInTheUsersOrderThenByNumberThenById(order: [String], expected: [String]) {
        var sketch = TableSketch()
        for (id, order) in [("beta", nil), ("second", 2), ("alpha", nil), ("first", 1)] as [(String, Int?)] {
            sketch = sketch.tab(id, root: "r", order: order).screen(id, path: "r")
        }
        sketch.declaration.tabOrder = order.map { Sourced($0, at: SourcePosition(file: "u.toml", line: 1, column: 1)) }
        #expect(sketch.findings == [])
        #expect(sketch.table.factory.tabs.map(\.id) == expected)
    }

    @Test func installingATab_MovesNoneThatTheUserOrdered() {
        let mine = TableSketch().tab("b", root: "r").screen("b", path: "r").tab("a", root: "r").screen("a", path: "r")
            .order("b", "a")
        #expect(mine.table.factory.tabs.map(\.id) == ["b", "a", "messages"])
        let installed = mine.tab("0x", root: "r", order: 0).findings
        #expect(
            installed == ["t.toml:6:1: \"0x\" is no tab id: use 1 to 32 of a-z, 0-9, - and _, starting with a letter"])
        let more = mine.tab("aa", root: "r", order: -5).screen("aa", path: "r")
        #expect(more.table.factory.tabs.map(\.id) == ["b", "a", "aa", "messages"])
    }

    @Test func orderOfNoTab_IsAWarning() {
        let sketch = shipped.order("gone", "jobs", "jobs")
        #expect(
            sketch.findings == [
                "t.toml:5:1: warning: [tabs] order names tab gone, which is not declared: "
                    + "drop it, or install what declares it",
                "t.toml:5:1: warning: [tabs] order names tab jobs twice: keep the first",
            ])
    }

    @Test(arguments: ["cell", "notifications"])
    func reservedId_IsRefusedInEveryLayer(id: String) {
        let sketch = shipped.tab(id, root: "jobs", layer: 2)
        #expect(sketch.findings == ["t.toml:5:1: tab id \(id) is reserved for links: choose another id"])
    }
}
