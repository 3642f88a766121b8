import Client
import JSON
import Posix
import Routing
import Testing
import Wire

/// Changing the table from the shell: what a reload would move, and rules of one's own.
@Suite struct TableToolTests {
    let place: Workplace
    let daemon: RunningDaemon

    init() throws {
        place = try Workplace()
        daemon = try RunningDaemon(in: place)
    }

    private func control(_ words: String...) throws -> Programs.Ended { try Programs.deeplinkctl(words, in: place) }

    private func send(_ kind: String, _ count: Int) throws {
        let socket = try daemon.lines()
        for first in stride(from: 0, to: count, by: 200) {
            let keys = first..<min(first + 200, count)
            try socket.send(keys.map { "{\"kind\":\"\(kind)\",\"key\":\"\($0)\"}\n" }.joined())
            for _ in keys { _ = try #require(try socket.line()) }
        }
    }

    // MARK: reload --dry-run

    @Test func dryRun_NamesTheCellsThatWouldMoveAndMovesNone() throws {
        _ = try daemon.notify(#"{"kind":"pr","key":"1","state":"checks_failed"}"#, #"{"kind":"other","key":"2"}"#)
        try place.write(
            table: Workplace.table.replacing("path = \"prs/{id}/checks\"", with: "path = \"prs/{id}\""))
        let before = try daemon.call(Status()).table
        let said = try control("reload", "--dry-run")
        #expect(said.status == .exited(0), "\(said)")
        let lines = said.output.split(separator: "\n")
        #expect(lines.first == "1  pr checks_failed  deeplink://builds/prs/1/checks  →  deeplink://builds/prs/1")
        #expect(lines.last?.hasSuffix(": 1 of 2 notifications would lead elsewhere") == true)
        #expect(try daemon.call(Status()).table == before)
        #expect(try control("reload").status == .exited(0))
        #expect(try control("reload", "--dry-run").output.hasSuffix(": 0 of 2 notifications would lead elsewhere\n"))
    }

    @Test func manyCells_AreComparedInPagesWithEventsBetween() throws {
        try send("bulk", 1_300)
        try place.write(table: Workplace.table + "\n[[cell]]\nkind = \"bulk\"\ntab = \"builds\"\n")
        let connection = try daemon.connect()
        _ = try connection.wait(for: Hello(client: "test 1", role: nil))
        var page = try connection.wait(for: TableDiff())
        var moved = page.cells
        var pages = 1
        while let next = page.next {
            #expect(page.lookedAt <= 500)
            _ = try daemon.notify(#"{"kind":"pr","state":"x"}"#)
            page = try connection.wait(for: TableDiff(table: page.table, after: next))
            moved += page.cells
            pages += 1
        }
        #expect(moved.map(\.cell) == Array(1...1_300))
        #expect(moved.allSatisfy { $0.to.description == "deeplink://builds/prs" })
        #expect(pages == 3)
        let json = try #require(try control("reload", "--dry-run", "--json").output.json().elements)
        #expect(json.count == 1_300)
    }

    @Test func dryRunOfABrokenTable_IsTheLint() throws {
        try place.write(
            table: Workplace.table.replacing(
                "tab = \"messages\"\npath = \"cells/:id\"", with: "tab = \"m\"\npath = \"cells/:id\""))
        let said = try control("reload", "--dry-run")
        #expect(said.status == .exited(1))
        #expect(said.output.contains("screen cells/:id is in tab m, which is not declared"), "\(said)")
    }

    @Test func comparisonThatIsOver_IsStale() throws {
        let connection = try daemon.connect()
        _ = try connection.wait(for: Hello(client: "test 1", role: nil))
        let failure = #expect(throws: CallFailure.self) {
            try connection.wait(for: TableDiff(table: "0123456789abcdef", after: 7))
        }
        guard case .refused(let error)? = failure else { return }
        #expect(error.reason == .stale)
    }

    @Test func cellsOfOthers_AreNotCompared() throws {
        let me = Environment.system.uid
        guard me == 0 else { return }
        _ = try daemon.notify(#"{"kind":"pr","key":"1","state":"checks_failed","to":4242}"#)
        try place.write(table: Workplace.table.replacing("path = \"prs/{id}/checks\"", with: "path = \"prs/{id}\""))
        #expect(try control("reload", "--dry-run").output.hasSuffix(": 0 of 0 notifications would lead elsewhere\n"))
    }

    // MARK: routes add

    @Test func addedRule_IsWrittenNamedAndUsedAtOnce() throws {
        _ = try daemon.notify(#"{"kind":"ci.run","key":"9","state":"failed","params":{"run":7}}"#)
        let said = try control("routes", "add", "ci.run", "failed", "--tab", "builds", "--path", "prs/{run}")
        #expect(said.status == .exited(0), "\(said)")
        let file = "\(place.configuration)/routes.d/my-ci.run-failed.toml"
        let table = try daemon.call(Status()).table
        #expect(
            said.output == "\(file):3: ci.run failed → builds/prs/{run}\nthe daemon uses table \(table)\n", "\(said)")
        let cell = try daemon.call(CellsList()).cells.first
        #expect(cell?.route.link.description == "deeplink://builds/prs/7")
        #expect(try control("check").status == .exited(0))
        let again = try control("routes", "add", "ci.run", "failed")
        #expect(again.status == .exited(1))
        #expect(again.complaint.contains("my-ci.run-failed.toml is there already"))
    }

    @Test func ruleWithoutAPlace_LeadsToTheFallback() throws {
        let said = try control("routes", "add", "ci.*", "*")
        #expect(said.output.contains("my-ci.any-any.toml:3: ci.* * → messages/cells/{id}"), "\(said)")
        _ = try daemon.notify(#"{"kind":"ci.run"}"#)
        let cell = try #require(try daemon.call(CellsList()).cells.first)
        #expect(cell.route.why.source == .rule)
    }

    @Test(arguments: [
        (["pr", "checks_failed"], "tie with the rule at"), (["a b", "x"], "is no kind"), (["a", "x y"], "is no state"),
        (["a", "x", "--tab", "gone"], "there is no tab gone"),
        (["a", "x", "--path", "no/where"], "leads to no screen"),
        (["a", "x", "--tab", "x\"\n[[tab]]\nid = \"evil"], "there is no tab x"),
    ])
    func ruleThatLintRefuses_IsNotWritten(words: [String], what: String) throws {
        let before = try Files.list("\(place.configuration)/routes.d")
        let said = try Programs.deeplinkctl(["routes", "add"] + words, in: place)
        #expect(said.status == .exited(1), "\(said)")
        #expect(said.output.contains(what), "\(said)")
        #expect(said.complaint.contains("the rule was not added"))
        #expect(try Files.list("\(place.configuration)/routes.d") == before)
    }

    @Test func withoutADaemon_TheRuleIsWrittenAllTheSame() throws {
        _ = try daemon.terminate()
        let said = try control("routes", "add", "k", "s")
        #expect(said.status == .exited(0), "\(said)")
        #expect(said.output.hasSuffix("no daemon runs: the next one uses it\n"))
        try daemon.restart()
        _ = try daemon.notify(#"{"kind":"k","state":"s"}"#)
        #expect(try daemon.call(CellsList()).cells.first?.route.why.source == .rule)
    }
}
