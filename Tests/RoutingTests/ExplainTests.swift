import Routing
import TestSupport
import Testing

struct ExplainTests {
    @Test func explanation_IsTheRouteForGeneratedTablesAndStates() {
        var random = SplitMix64(seed: 5)
        var sources: [Why.Source: Int] = [:]
        for _ in 0..<100 {
            let resolver = Self.table(&random).resolver
            for _ in 0..<20 {
                let state = Self.state(&random)
                let route = resolver.route(for: state)
                let explanation = resolver.explain(state)
                #expect(explanation.route == route)
                #expect(explanation.stanza == route.why.stanza)
                let chosen = explanation.candidates.filter { $0.verdict == .chosen }
                #expect(chosen.count == (route.why.source == .rule ? 1 : 0))
                if let chosen = chosen.first { #expect(route.why.text == "rule \(chosen.rule) (\(chosen.position))") }
                let first = explanation.candidates.first { $0.verdict != .unfit }
                #expect(state.link != nil || first == chosen.first)
                sources[route.why.source, default: 0] += 1
            }
        }
        #expect(Why.Source.allCases.allSatisfy { sources[$0, default: 0] > 50 }, "\(sources)")
    }

    @Test func candidates_AreBestFirstWithTheirReasons() {
        let resolver = TableSketch.example.rule("ci.*", "*", tab: "builds").resolver
        let explanation = resolver.explain(
            CellState(cell: 1, kind: "ci.run", state: "failed", params: ["job": .text("x")]))
        #expect(explanation.candidates.map(\.rule) == ["ci.run failed", "ci.run *", "ci.* *"])
        #expect(explanation.candidates.map(\.verdict) == [.unfit, .unfit, .chosen])
        #expect(
            explanation.candidates.map(\.reason) == [
                "it needs param run", "it needs param run", "the most exact that holds",
            ])
        #expect(explanation.tableVersion == "t")
    }

    @Test func kindAndStateAlone_NameTheBestRuleUnfilled() {
        let explanation = TableSketch.example.resolver.explain(kind: "ci.run", state: "failed")
        #expect(explanation.route == nil)
        #expect(explanation.candidates.map(\.verdict) == [.chosen, .outranked])
        #expect(explanation.candidates.first?.path == "runs/{run}/log")
        #expect(explanation.candidates.first?.needs == ["run"])
        #expect(explanation.stanza == nil)
    }

    @Test func kindAndStateWhoseRuleNeedsNothing_HaveTheirRoute() {
        #expect(TableSketch.example.resolver.explain(kind: "pr", state: "merged").route?.summary == "reviews: pulls")
    }

    @Test func unknownKindAndState_GetTheFallbackAndAStanza() {
        let explanation = TableSketch.example.resolver.explain(kind: "backup", state: "done")
        #expect(explanation.route?.summary == "messages: cells")
        #expect(explanation.stanza != nil)
    }

    @Test func ruleThatLacksOnlyTheCell_IsChosenWithoutARoute() {
        let resolver = TableSketch().rule("job", tab: "messages", path: "cells/{id}").resolver
        let explanation = resolver.explain(CellState(kind: "job", state: "failed", params: ["job": .text("x")]))
        #expect(explanation.route == nil)
        #expect(explanation.stanza == nil)
        #expect(explanation.candidates.map(\.verdict) == [.chosen])
    }

    @Test func link_OutranksEveryRule() throws {
        let link = try DeepLink(parsing: "deeplink://builds")
        let explanation = TableSketch.example.resolver.explain(
            CellState(cell: 1, kind: "pr", state: "merged", link: link))
        #expect(explanation.route?.summary == "builds: runs")
        #expect(explanation.candidates.map(\.reason) == ["the event's link decides"])
    }

    private static func table(_ random: inout SplitMix64) -> TableSketch {
        var sketch = TableSketch().tab("t", root: "r").tab("u", root: "r").screen("t", "u", path: "r")
        for path in ["r/:a", "r/:a/:b", "r/:a(int)/x", "s/*"] where random.chance(70) {
            sketch = sketch.screen(random.pick(["t", "u"]), path: path)
        }
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            sketch = sketch.rule(
                random.pick(["a", "a.b", "a.*", "a.b.*", "*"]), random.pick(["x", "y", "*"]),
                tab: random.pick(["t", "u"]),
                path: random.pick([nil, "r/{p}", "r/{p}/{q}", "r/{p}/x", "s/{q}/{id}", "r/{id}"]))
        }
        return sketch
    }

    private static func state(_ random: inout SplitMix64) -> CellState {
        var params: [String: ParamValue] = [:]
        if random.chance(70) {
            params["p"] = random.pick([.text(random.segment()), .number("12"), .text(""), .text("..")])
        }
        if random.chance(50) { params["q"] = .text(random.text(1...5)) }
        let paths = [nil, "r", "r/1", "s/1/2", "nowhere"]
        let path = random.pick(paths).flatMap { try? ScreenPath(parsing: $0) }
        return CellState(
            cell: Int64.random(in: 1...1000, using: &random), kind: random.pick(["a", "a.b", "a.b.c", "b"]),
            state: random.pick(["x", "y", "z"]), params: params,
            link: random.chance(15) ? .screen(tab: random.pick(["t", "u", "v"]), path: path) : nil)
    }
}
