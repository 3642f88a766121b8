// `when`: params that a cell must have. What contains another's conditions comes first; what nothing orders is a tie.
import Routing
import TestSupport
import Testing

private let builds = TableSketch()
    .tab("builds", root: "runs")
    .screen("builds", path: "runs").screen("builds", path: "runs/:run").screen("builds", path: "main/:run(int)")
    .screen("builds", path: "release/:run")

private func cell(_ params: [String: ParamValue]) -> CellState {
    CellState(cell: 1, kind: "ci.run", state: "failed", params: params)
}

@Suite struct ConditionTests {
    private let sketch =
        builds
        .rule("ci.run", "failed", tab: "builds", path: "runs/{run}")
        .rule("ci.run", "failed", when: ["branch": "main"], tab: "builds", path: "main/{run}")
        .rule("ci.run", "failed", when: ["branch": "main", "event": "tag"], tab: "builds", path: "release/{run}")

    @Test(
        arguments: [
            (["run": .number("7")], "builds: runs › runs/7"),
            (["run": .number("7"), "branch": .text("dev")], "builds: runs › runs/7"),
            (["run": .number("7"), "branch": .text("main")], "builds: runs › main/7"),
            (["run": .number("7"), "branch": .text("main"), "event": .text("tag")], "builds: runs › release/7"),
            (["run": .number("7"), "event": .text("tag")], "builds: runs › runs/7"),
            // Its path is no screen for this one: the next best holds.
            (["run": .text("x"), "branch": .text("main")], "builds: runs › runs/x"),
        ] as [([String: ParamValue], String)])
    func ruleWithMoreConditions_ComesFirst(params: [String: ParamValue], summary: String) {
        #expect(sketch.findings.filter { !$0.contains("warning") } == [])
        #expect(sketch.resolver.route(for: cell(params)).summary == summary)
    }

    @Test(arguments: [
        (ParamValue.number("7"), true), (.text("7"), true), (.number("7.0"), false), (.boolean(true), false),
    ])
    func values_AreComparedAsTheyStandInAPath(value: ParamValue, holds: Bool) {
        let sketch = builds.rule("ci.run", when: ["n": "7"], tab: "builds")
        let route = sketch.resolver.route(for: cell(["n": value]))
        #expect((route.why.source == .rule) == holds)
    }

    @Test func conditionsThatExcludeEachOther_AreNoTie() {
        let sketch = builds.rule("k", when: ["a": "1"], tab: "builds").rule("k", when: ["a": "2"], tab: "builds")
        #expect(!sketch.findings.contains { $0.contains("tie") })
        #expect(sketch.table.rules.count == 2)
    }

    @Test func conditionsThatNothingOrders_AreATieWithAWitness() {
        let sketch = builds.rule("k", "s", when: ["a": "1"], tab: "builds")
            .rule("k", "s", when: ["b": "2", "c": "3"], tab: "builds").rule("k", tab: "builds")
        #expect(
            sketch.findings == [
                "t.toml:7:1: tie with the rule at t.toml:6:1: both hold for a cell of kind k in state s "
                    + "with a = 1, b = 2, c = 3: add to the when of one what the other has; both are off until then"
            ])
        #expect(sketch.table.rules.map(\.description) == ["k *"])
        // The witness is one: both would hold for it.
        for rule in [["a": "1"], ["b": "2", "c": "3"]] {
            let alone = builds.rule("k", "s", when: rule, tab: "builds").resolver
            let state = CellState(kind: "k", state: "s", params: ["a": .text("1"), "b": .text("2"), "c": .text("3")])
            #expect(alone.route(for: state).why.source == .rule)
        }
    }

    @Test func tieAcrossLayers_IsWonByMoreConditionsThenTheHigherLayer() {
        let sketch = builds.rule("k", when: ["a": "1"], tab: "builds").rule(
            "k", when: ["b": "2"], tab: "builds", layer: 1
        )
        .rule("k", tab: "builds")
        #expect(sketch.findings == [])
        #expect(sketch.table.rules.map(\.description) == ["k * when b = 2", "k * when a = 1", "k *"])
    }

    @Test func equalConditionsAbove_Replace() {
        let sketch = builds.rule("k", when: ["a": "1"], tab: "builds")
            .rule("k", when: ["a": "1"], tab: "builds", path: "runs/{a}", layer: 1).rule("k", tab: "builds")
        #expect(sketch.findings == [])
        #expect(sketch.table.rules.map(\.layer) == [1, 0])
    }

    @Test(arguments: [
        (
            ["run": "x"], "main/{run}",
            "t.toml:6:1: the rule is dead: for a cell of kind k in state new with run = x its path main/x leads to no "
                + "screen: correct its when or its path"
        ),
        (
            ["run": ""], "runs/{run}",
            "t.toml:6:1: the rule is dead: for a cell of kind k in state new with run =  its path cannot be filled: "
                + "a path segment is empty: correct its when or its path"
        ),
        (
            ["run": ".."], "runs/{run}",
            "t.toml:6:1: the rule is dead: for a cell of kind k in state new with run = .. its path cannot be filled: "
                + "a path segment is . or ..: correct its when or its path"
        ),
    ])
    func ruleThatItsOwnConditionsForbid_IsDead(when: [String: String], path: String, finding: String) {
        let sketch = builds.rule("k", when: when, tab: "builds", path: path).rule("k", tab: "builds")
        #expect(sketch.findings == [finding])
        #expect(sketch.table.rules.map(\.description) == ["k *"])
    }

    @Test func conditionOnTheParamOfThePath_IsAlive() {
        let sketch = builds.rule("k", when: ["run": "-7"], tab: "builds", path: "main/{run}").rule("k", tab: "builds")
        #expect(sketch.findings == [])
    }

    @Test func kindWithConditionalRulesOnly_LeavesStatesOpen() {
        let findings = builds.rule("k", when: ["a": "1"], tab: "builds").findings
        #expect(findings.count == 1)
        #expect(findings[0].contains("kind k has no rule for its other states"))
    }

    @Test func moreRulesThanTheBound_AreLeftOut() {
        var sketch = builds
        for number in 0..<70 { sketch = sketch.rule("k", when: ["a": "\(number)"], tab: "builds") }
        #expect(sketch.findings.contains { $0.contains("more than 64 rules are for k *") })
        #expect(sketch.table.rules.count == RouteTable.maximumAlternatives)
    }

    @Test func generatedConditions_AreOrderedOrTied() {
        var random = SplitMix64(seed: 77)
        for _ in 0..<300 {
            var sketch = builds
            for _ in 0..<Int.random(in: 2...6, using: &random) {
                var when: [String: String] = [:]
                for name in ["a", "b", "c"] where Bool.random(using: &random) {
                    when[name] = Bool.random(using: &random) ? "1" : "2"
                }
                sketch = sketch.rule("k", "s", when: when, tab: "builds", layer: Int.random(in: 0...1, using: &random))
            }
            let rules = sketch.table.rules
            for (index, rule) in rules.enumerated() {
                for worse in rules[(index + 1)...] {
                    let isInside = rule.conditions.allSatisfy { worse.conditions[$0.key] == $0.value }
                    #expect(!isInside, "\(rule) stands before \(worse), which is more exact")
                }
            }
            #expect(Set(rules.map(\.conditions)).count == rules.count)
        }
    }

    // MARK: Explain

    @Test func explanation_SaysWhatEachConditionCameTo() {
        let explanation = sketch.resolver.explain(cell(["run": .number("7"), "branch": .text("dev")]))
        #expect(explanation.candidates.map(\.verdict) == [.unfit, .unfit, .chosen])
        #expect(
            explanation.candidates.map(\.reason) == [
                "it is for branch = main, not dev", "it is for branch = main, not dev", "the most exact that holds",
            ])
        #expect(explanation.candidates[0].rule == "ci.run failed when branch = main, event = tag")
        let bare = sketch.resolver.explain(cell(["run": .number("7")]))
        #expect(bare.candidates[1].reason == "it is for branch = main, and there is no param branch")
    }

    @Test func questionWithoutParams_IsAnsweredByTheRuleForEveryCell() {
        let explanation = sketch.resolver.explain(kind: "ci.run", state: "failed")
        #expect(explanation.candidates.map(\.verdict) == [.unfit, .unfit, .chosen])
        let conditional = builds.rule("k", "s", when: ["a": "1"], tab: "builds").resolver.explain(kind: "k", state: "s")
        #expect(conditional.route?.why.source == .fallback)
        #expect(conditional.stanza != nil, "an unconditional rule can still be added")
    }
}
