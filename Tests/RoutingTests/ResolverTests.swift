import Routing
import Testing

struct ResolverTests {
    @Test func oneCell_TwoTabs() {
        let resolver = TableSketch.example.resolver
        func route(_ state: String) -> String {
            resolver.route(for: CellState(cell: 3, kind: "pr", state: state, params: ["number": .number("7")])).summary
        }
        #expect(route("review_requested") == "reviews: pulls › pr/7")
        #expect(route("checks_failed") == "builds: runs › pr/7 › pr/7/checks")
        #expect(route("merged") == "reviews: pulls")
    }

    static let ladder = TableSketch()
        .tab("t", root: "r")
        .screen("t", path: "r").screen("t", path: "r/:x")
        .rule("a.b.c", "s", tab: "t", path: "r/exact-exact")
        .rule("a.b.c", "*", tab: "t", path: "r/exact-any")
        .rule("a.b.*", "s", tab: "t", path: "r/long-exact")
        .rule("a.b.*", "*", tab: "t", path: "r/long-any")
        .rule("a.*", "s", tab: "t", path: "r/short-exact")
        .rule("a.*", "*", tab: "t", path: "r/short-any")
        .rule("*", "s", tab: "t", path: "r/any-exact")
        .rule("*", "*", tab: "t", path: "r/any-any")

    @Test(arguments: [
        ("a.b.c", "s", "exact-exact"), ("a.b.c", "z", "exact-any"), ("a.b.d", "s", "long-exact"),
        ("a.b.d.e", "s", "long-exact"), ("a.b.d", "z", "long-any"), ("a.b", "s", "short-exact"),
        ("a.bb.c", "s", "short-exact"), ("a.x", "z", "short-any"), ("a", "s", "any-exact"), ("ab.c", "z", "any-any"),
    ])
    func mostExactRule_Wins(kind: String, state: String, winner: String) {
        #expect(
            Self.ladder.resolver.route(for: CellState(cell: 1, kind: kind, state: state)).summary
                == "t: r › r/\(winner)")
    }

    @Test func droppingTheBest_GivesTheNext() {
        var sketch = Self.ladder
        for winner in [
            "exact-exact", "exact-any", "long-exact", "long-any", "short-exact", "short-any", "any-exact", "any-any",
        ] {
            let route = sketch.resolver.route(for: CellState(cell: 1, kind: "a.b.c", state: "s"))
            #expect(route.summary == "t: r › r/\(winner)")
            sketch.declaration.rules.removeFirst()
        }
        let route = sketch.resolver.route(for: CellState(cell: 1, kind: "a.b.c", state: "s"))
        #expect(route.summary == "messages: cells › cells/1")
        #expect(route.why.source == .fallback)
    }

    @Test func missingParam_GoesToTheNextRule() {
        let resolver = TableSketch.example.rule("ci.*", "*", tab: "builds").resolver
        #expect(resolver.route(for: CellState(cell: 1, kind: "ci.run", state: "failed")).summary == "builds: runs")
    }

    @Test func missingParamWithoutANextRule_IsTheFallbackWithTheReason() {
        let route = TableSketch.example.resolver.route(for: CellState(cell: 9, kind: "pr", state: "review_requested"))
        #expect(route.summary == "reviews: pulls")
        let lost = TableSketch.example.resolver.route(for: CellState(cell: 9, kind: "ci.run", state: "failed"))
        #expect(lost.summary == "messages: cells › cells/9")
        #expect(lost.why.text == "fallback: rule ci.run failed (t.toml:10:1) does not hold: it needs param run")
        #expect(lost.why.stanza == nil)
    }

    static let values: [(ParamValue, String)] = [
        (.text("7"), "builds: runs › runs/7 › runs/7/log"),
        (.number("18446744073709551616"), "builds: runs › runs/18446744073709551616 › runs/18446744073709551616/log"),
        (.boolean(true), "builds: runs › runs/true › runs/true/log"),
        (.text("a/b"), "builds: runs › runs/a%2Fb › runs/a%2Fb/log"),
        (.text("../../etc"), "builds: runs › runs/..%2F..%2Fetc › runs/..%2F..%2Fetc/log"),
        (.text("%2e%2e"), "builds: runs › runs/%252e%252e › runs/%252e%252e/log"),
        (.text("{run}"), "builds: runs › runs/%7Brun%7D › runs/%7Brun%7D/log"),
        (.text(":run"), "builds: runs › runs/:run › runs/:run/log"), (.text("*"), "builds: runs › runs/* › runs/*/log"),
        (.text(""), "param run cannot stand in a path: a path segment is empty"),
        (.text("."), "param run cannot stand in a path: a path segment is . or .."),
        (.text(".."), "param run cannot stand in a path: a path segment is . or .."),
        (.text("a\u{0}b"), "param run cannot stand in a path: a path segment holds a NUL"),
        (
            .text(String(repeating: "x", count: 1025)),
            "param run cannot stand in a path: a path segment is longer than 1024 bytes"
        ),
    ]

    @Test(arguments: values)
    func anyValue_LeadsToItsOwnPlaceOrTheFallback(value: ParamValue, answer: String) {
        let state = CellState(cell: 1, kind: "ci.run", state: "failed", params: ["run": value])
        let route = TableSketch.example.resolver.route(for: state)
        if route.why.source == .fallback {
            #expect(route.why.text == "fallback: rule ci.run failed (t.toml:10:1) does not hold: \(answer)")
            #expect(route.summary == "messages: cells › cells/1")
        } else {
            #expect(route.summary == answer)
        }
    }

    @Test func valuesTooLongTogether_AreTheFallback() {
        let sketch = TableSketch().screen("messages", path: "x/:a/:b").rule("k", tab: "messages", path: "x/{a}/{b}")
        let long = String(repeating: "日", count: 300)
        let route = sketch.resolver.route(
            for: CellState(cell: 1, kind: "k", state: "s", params: ["a": .text(long), "b": .text(long)]))
        #expect(route.why.text == "fallback: rule k * (t.toml:2:1) does not hold: a path is longer than 4000 bytes")
        #expect(route.link.description.utf8.count <= EventLimits.link)
    }

    @Test func id_IsTheCellsNeverAParam() {
        let sketch = TableSketch().rule("k", tab: "messages", path: "cells/{id}")
        let state = CellState(cell: 42, kind: "k", state: "s", params: ["id": .text("7")])
        #expect(sketch.resolver.route(for: state).summary == "messages: cells › cells/42")
    }

    @Test func intScreen_TakesOnlyWholeNumbers() {
        let sketch = TableSketch().screen("messages", path: "n/:n(int)").rule("k", tab: "messages", path: "n/{n}")
        func route(_ value: String) -> Route {
            sketch.resolver.route(for: CellState(cell: 1, kind: "k", state: "s", params: ["n": .text(value)]))
        }
        #expect(route("-7").summary == "messages: cells › n/-7")
        #expect(
            route("seven").why.text
                == "fallback: rule k * (t.toml:2:1) does not hold: tab messages has no screen at n/seven")
    }

    @Test func eventsLink_DecidesInsteadOfTheRules() throws {
        let link = try DeepLink(parsing: "deeplink://reviews/pr/9")
        let route = TableSketch.example.resolver.route(
            for: CellState(cell: 1, kind: "ci.run", state: "failed", link: link))
        #expect(route.summary == "reviews: pulls › pr/9")
        #expect(route.why.text == "the event's link deeplink://reviews/pr/9")
        #expect(route.link == link)
    }

    @Test func eventsLinkToNowhere_IsTheFallbackWithTheReason() throws {
        let link = try DeepLink(parsing: "deeplink://reviews/x")
        let route = TableSketch.example.resolver.route(for: CellState(cell: 1, kind: "link", state: "new", link: link))
        #expect(route.summary == "messages: cells › cells/1")
        #expect(route.why.text == "fallback: the event's link deeplink://reviews/x: tab reviews has no screen at x")
        #expect(route.why.stanza == nil)
    }

    @Test func bareLink_LeadsThereOrSaysWhyNot() throws {
        let resolver = TableSketch.example.resolver
        #expect(try resolver.route(to: DeepLink(parsing: "deeplink://builds")).summary == "builds: runs")
        #expect(
            try resolver.route(to: DeepLink(parsing: "deeplink://notifications?since=5")).summary
                == "notifications since 5")
        #expect(throws: PlaceFailure.self) { try resolver.route(to: DeepLink(parsing: "deeplink://nowhere")) }
    }

    @Test func stackAndJump_ComeFromTheRule() {
        let sketch = TableSketch().rule("k", tab: "messages", stack: .append, jump: true)
        let route = sketch.resolver.route(for: CellState(cell: 1, kind: "k", state: "s"))
        #expect(route.manner.stack == .append)
        #expect(route.manner.allowsJump)
    }

    @Test(arguments: [("backup", "done"), ("ci.run", "cancelled"), ("日本", "新"), ("a.b", "x.y")])
    func stanza_PastedServesThatState(kind: String, state: String) throws {
        var sketch = TableSketch.example
        sketch.declaration.rules.removeAll { $0.kind.value == "ci.run" && $0.state.value == "*" }
        let stanza = try #require(sketch.resolver.route(for: CellState(cell: 8, kind: kind, state: state)).why.stanza)
        var fields: [String: String] = [:]
        for line in stanza.split(separator: "\n").dropFirst() {
            let parts = line.split(separator: "=").map { $0.filter { $0 != " " && $0 != "\"" } }
            fields[parts[0]] = parts[1]
        }
        #expect(stanza.hasPrefix("[[cell]]\n"))
        let pasted = sketch.rule(
            try #require(fields["kind"]), try #require(fields["state"]), tab: fields["tab"], path: fields["path"])
        #expect(!pasted.findings.contains { !$0.contains("warning") })
        let route = pasted.resolver.route(for: CellState(cell: 8, kind: kind, state: state))
        #expect(route.why.source == .rule)
        #expect(route.summary == "messages: cells › cells/8")
    }

    @Test func kindThatNoRuleCanName_GetsNoStanza() {
        let route = RouteTable.builtIn
        let answer = RouteResolver(table: route).route(for: CellState(cell: 1, kind: "a\"\n[[tab]]", state: "s"))
        #expect(answer.why.stanza == nil)
        #expect(answer.summary == "messages: cells › cells/1")
    }
}
