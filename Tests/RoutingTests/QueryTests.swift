// Query keys: declared by a screen, printed in its link, part of what a place is.
import Routing
import Testing

private let sketch = TableSketch()
    .tab("builds", root: "runs")
    .screen(
        "builds", path: "runs", title: "Runs of {branch}",
        command: ["gh", "run", "list", "--branch={branch}", "--user={user}"], query: ["branch", "user"]
    )
    .screen("builds", path: "runs/:run", title: "Run {run}", command: ["gh", "--", "{run}"])
    .screen("builds", path: "runs/:run/jobs", query: ["branch"])
    .screen("builds", path: "runs/:run/jobs/:job", query: ["branch", "user"])
    .rule("ci.run", tab: "builds", path: "runs/{run}/jobs?branch={branch}")

private func push(_ link: String) throws -> String {
    try sketch.resolver.route(to: DeepLink(parsing: link)).summary
}

@Suite struct QueryTests {
    @Test func table_HasNoFindings() { #expect(sketch.findings == []) }

    @Test(arguments: [
        "deeplink://builds/runs?branch=main", "deeplink://builds/runs?branch=feature/x&user=a%26b",
        "deeplink://builds/runs?branch=", "deeplink://builds/runs?branch=a%2Bb%3Dc%20d%25?",
        "deeplink://builds/a%3Fb?branch=%C3%A9", "deeplink://builds/runs?branch=..",
    ])
    func canonicalLink_PrintsBack(text: String) throws {
        #expect(try DeepLink(parsing: text).description == text)
    }

    @Test(arguments: [
        ("deeplink://builds/runs?user=a&branch=b", "deeplink://builds/runs?branch=b&user=a"),
        ("deeplink://builds/runs?branch=%6Dain", "deeplink://builds/runs?branch=main"),
        ("deeplink://builds/runs?branch=a=b", "deeplink://builds/runs?branch=a%3Db"),
        ("deeplink://builds/runs?branch=a+b", "deeplink://builds/runs?branch=a%2Bb"),
    ])
    func otherSpelling_HasOneCanonicalForm(text: String, canonical: String) throws {
        let link = try DeepLink(parsing: text)
        #expect(link.description == canonical)
        #expect(try DeepLink(parsing: canonical) == link)
    }

    @Test(arguments: [
        ("deeplink://builds?branch=a", LinkFailure.query), ("deeplink://builds/runs?", .path(.badQueryName)),
        ("deeplink://builds/runs?branch", .path(.badQueryName)), ("deeplink://builds/runs?=a", .path(.badQueryName)),
        ("deeplink://builds/runs?a=1&", .path(.badQueryName)), ("deeplink://builds/runs?a%62=1", .path(.badQueryName)),
        ("deeplink://builds/runs?a=1&a=2", .path(.repeatedQueryName("a"))),
        ("deeplink://builds/runs?a=%00", .path(.nul)), ("deeplink://builds/runs?a=%FF", .path(.invalidUTF8)),
        ("deeplink://builds/runs?a=100%", .path(.badPercent)), ("deeplink://builds/?a=1", .path(.emptySegment)),
        ("deeplink://builds/runs?" + (0..<17).map { "k\($0)=" }.joined(separator: "&"), .path(.tooManyQueryValues)),
        ("deeplink://builds/runs?a=" + String(repeating: "x", count: 1025), .path(.segmentTooLong)),
        ("deeplink://builds/runs?a=1#x", .fragment),
    ])
    func strangeQuery_IsRefused(text: String, failure: LinkFailure) {
        #expect(throws: failure) { try DeepLink(parsing: text) }
    }

    @Test func undeclaredKey_IsRefusedByName() throws {
        let link = try DeepLink(parsing: "deeplink://builds/runs/7/jobs?branch=main&color=red")
        let failure = #expect(throws: PlaceFailure.self) { try sketch.resolver.route(to: link) }
        #expect(failure?.description == "the screen at runs/7/jobs has no query key color; it has branch")
        let bare = try DeepLink(parsing: "deeplink://builds/runs/7?branch=main")
        #expect(throws: PlaceFailure.self) { try sketch.resolver.route(to: bare) }
    }

    @Test func value_FillsTitleAndCommand() throws {
        let tab = try #require(sketch.table.factory.tab("builds"))
        let match = try #require(tab.screen(at: ScreenPath(parsing: "runs?user=me&branch=a%20b")))
        #expect(match.title == "Runs of a b")
        #expect(try match.invocation()?.arguments == ["gh", "run", "list", "--branch=a b", "--user=me"])
        #expect(match.captures == ["branch": "a b", "user": "me"])
    }

    @Test func keyThatIsNotGiven_LeavesItsArgumentOut() throws {
        let tab = try #require(sketch.table.factory.tab("builds"))
        let bare = try #require(tab.screen(at: ScreenPath(parsing: "runs")))
        #expect(try bare.invocation()?.arguments == ["gh", "run", "list"])
        #expect(bare.title == "runs")
        let empty = try #require(tab.screen(at: ScreenPath(parsing: "runs?branch=")))
        #expect(try empty.invocation()?.arguments == ["gh", "run", "list", "--branch="])
    }

    @Test(arguments: [
        ("deeplink://builds/runs?branch=main", "builds: runs › runs?branch=main"),
        ("deeplink://builds/runs/7/jobs?branch=main", "builds: runs › runs/7 › runs/7/jobs?branch=main"),
        (
            "deeplink://builds/runs/7/jobs/3?branch=main&user=me",
            "builds: runs › runs/7 › runs/7/jobs?branch=main › runs/7/jobs/3?branch=main&user=me"
        ),
        ("deeplink://builds/runs/7/jobs/3", "builds: runs › runs/7 › runs/7/jobs › runs/7/jobs/3"),
    ])
    func parents_GetTheKeysThatTheyHave(link: String, pushed: String) throws {
        #expect(try push(link) == pushed)
    }

    @Test func sameScreenWithAnotherValue_IsAnotherPlace() throws {
        let (main, dev) = (try ScreenPath(parsing: "runs?branch=main"), try ScreenPath(parsing: "runs?branch=dev"))
        #expect(main != dev)
        #expect(main.withoutQuery == dev.withoutQuery)
        let route = try sketch.resolver.route(to: DeepLink(parsing: "deeplink://builds/runs?branch=main"))
        let there = NavigationState(selectedTab: "builds").applying(
            Planner.plan(route, from: NavigationState(selectedTab: "builds")))
        #expect(Planner.plan(route, from: there).isAlreadyThere)
        let other = try sketch.resolver.route(to: DeepLink(parsing: "deeplink://builds/runs?branch=dev"))
        #expect(
            Planner.plan(other, from: there).steps == [
                .pop(tab: "builds", toDepth: 1), .push(tab: "builds", dev), .focus,
            ])
    }

    @Test(
        arguments: [
            (["run": .number("7"), "branch": .text("a&b=c")], "runs/7/jobs?branch=a%26b%3Dc"),
            (["run": .number("7"), "branch": .text("")], "runs/7/jobs?branch="),
        ] as [([String: ParamValue], String)])
    func param_FillsTheQueryOfARule(params: [String: ParamValue], path: String) {
        let route = sketch.resolver.route(for: CellState(cell: 1, kind: "ci.run", state: "x", params: params))
        #expect(route.link.description == "deeplink://builds/\(path)")
    }

    @Test func missingParamOfTheQuery_IsSaid() {
        let route = sketch.resolver.route(
            for: CellState(cell: 1, kind: "ci.run", state: "x", params: ["run": .number("7")]))
        #expect(route.why.source == .fallback)
        #expect(route.why.text.hasSuffix("it needs param branch"))
    }

    @Test(arguments: [
        (
            ["a b"], "runs",
            "\"a b\" is no query key: a name is 1 to 64 of letters, digits and _, not starting with a digit"
        ),
        (["x", "x"], "runs", "query key x stands twice: keep one"),
        (["run"], "runs/:run", "the path captures :run already: choose another name for one of the two"),
    ])
    func strangeKey_IsAFinding(keys: [String], path: String, finding: String) {
        let sketch = TableSketch().tab("a", root: "r").screen("a", path: "r").screen("a", path: path, query: keys)
        #expect(sketch.findings == ["t.toml:3:1: \(finding)"])
    }

    @Test(arguments: [
        (
            "runs?branch={branch}&color=red",
            "t.toml:2:1: the path leads to no screen: t.toml:1:1 has no query key color: "
                + "add query = [\"color\"] to that screen, or drop it from the path"
        ),
        (
            "runs?branch",
            "t.toml:2:1: path \"runs?branch\" cannot be filled: behind ? stands name=value, joined by &; "
                + "a name is 1 to 64 of letters, digits and _, not starting with a digit: correct the path"
        ),
    ])
    func ruleWithAStrangeQuery_IsAFinding(path: String, finding: String) {
        let sketch = TableSketch().screen("messages", path: "runs", query: ["branch"])
            .rule("k", tab: "messages", path: path)
        #expect(sketch.findings == [finding])
    }

    @Test func ruleWithoutTabAndAStrangeQuery_IsAFindingToo() {
        let sketch = TableSketch().screen("messages", path: "runs", query: ["branch"]).rule("k", path: "runs?color=red")
        #expect(sketch.findings.count == 1)
        #expect(sketch.findings.first?.contains("has no query key color") == true)
    }

    @Test func queryInAScreensPattern_IsRefused() {
        #expect(throws: PatternFailure.query) { try PathPattern(parsing: "runs?branch=main") }
    }
}
