import Client
import JSON
import Posix
import Routing
import Testing
import Wire

@testable import ControlTool

struct AnswerTests {
    let tool = Listener()

    private func answer(_ objects: any WireObject...) {
        tool.answers = [
            [Sample.hello]
                + objects.enumerated().map { index, object in
                    Sample.line(Message.line(answering: .number(Int64(index) + 2), result: object.writeMembers))
                }
        ]
    }

    @Test func list_IsAlignedByWhatGlyphsTake() throws {
        let cells = [
            Sample.cell(123, title: "ビルド失敗"), Sample.cell(7, title: "", unread: false, age: 3 * 86_400_000),
            Sample.cell(9, title: "evil \u{1b}[31m\nline", age: 0, route: Sample.fallback),
        ]
        answer(CellsList.Answer(cells: cells, next: nil))
        #expect(tool.run("list", "--unread", "--tab", "builds") == 0)
        let lines = tool.printed.split(separator: "\n")
        try #require(lines.count == 3)
        #expect(lines[0] == "123  ●  builds    ci.run  failed   1m  ビルド失敗")
        #expect(lines[1] == "  7     builds    ci.run  failed   3d  k7")
        #expect(lines[2].hasPrefix("  9  ●  messages  ci.run  failed  now  evil "))
        #expect(!tool.printed.contains("\u{1b}"))
        #expect(tool.calls == [#"cells.list {"tab":"builds","unread":true,"limit":100}"#])
    }

    @Test func list_PagesUntilItHasEnough() {
        answer(
            CellsList.Answer(cells: [Sample.cell(3)], next: 30), CellsList.Answer(cells: [Sample.cell(2)], next: 20),
            CellsList.Answer(cells: [Sample.cell(1)], next: nil))
        #expect(tool.run("list", "-n", "700", "--json") == 0)
        #expect(
            tool.calls == [
                #"cells.list {"limit":500}"#, #"cells.list {"before":30,"limit":500}"#,
                #"cells.list {"before":20,"limit":500}"#,
            ])
        let root = try? JSONDocument(parsing: Array(tool.printed.utf8)).root
        #expect(root?.elements?.compactMap { $0["id"]?.integer } == [3, 2, 1])
        answer(CellsList.Answer(cells: [Sample.cell(3)], next: 30))
        #expect(tool.run("list", "-n", "1") == 0)
    }

    @Test func emptyList_SaysWhatToTry() {
        answer(CellsList.Answer(cells: [], next: nil))
        #expect(tool.run("list") == 0)
        #expect(tool.printed.isEmpty)
        #expect(tool.complained.contains("deeplinkctl send"))
        answer(CellsList.Answer(cells: [], next: nil))
        #expect(tool.run("list", "--json") == 0)
        #expect(tool.printed == "[]\n")
    }

    @Test func show_HasEverything() {
        var detail = CellDetail(
            summary: Sample.cell(7), body: "line one\nline\ttwo\u{7}", params: ["run": .number("7"), "b": .text("x")],
            isDismissed: true, table: "t1", history: [past(70, unit: "ci.service")], historyNext: 70)
        var older = detail
        (older.history, older.historyNext) = ([past(60), past(50)], nil)
        let rule = Explanation.Candidate(
            rule: "ci.* *", position: "ci.toml:20:1", tab: "builds", path: nil, needs: [], verdict: .outranked,
            reason: "a more exact rule holds")
        let why = Explanation(
            kind: "ci.run", state: "failed", route: Sample.route, candidates: [rule], tableVersion: "t1")
        answer(detail, older, why)
        #expect(tool.run("show", "7") == 0)
        #expect(
            tool.calls == [
                #"cells.get {"cell":7}"#, #"cells.get {"cell":7,"history_before":70}"#, #"explain {"cell":7}"#,
            ])
        #expect(
            tool.printed.hasPrefix(
                """
                build failed

                cell      7, unread, dismissed
                kind      ci.run
                state     failed
                key       k7
                priority  normal
                """))
        for part in [
            "link      deeplink://builds/runs/7/log\n", "path      builds: runs › runs/7 › runs/7/log\n",
            "why       rule ci.run failed (ci.toml:12:1)\n", "table     t1\n",
            "\nparams\n  b    x\n  run  7\n",
            "\nline one\nline    two",
            "\nhistory\n  70  running  ", "  ci.service  build\n  60  running  ",
            "  uid 1000    build\n  50  running  ",
            "\nrules, best first (table t1)\n  outranked  ci.* *  builds  ci.toml:20:1  a more exact rule holds\n",
        ] {
            #expect(tool.printed.contains(part), "\(part)")
        }
        #expect(!tool.printed.contains("\u{7}"))
        (detail.history, detail.historyNext) = ([past(70), past(60)], 60)
        answer(detail, why)
        #expect(tool.run("show", "7", "--history", "1") == 0)
        #expect(tool.printed.contains("\n  and older ones: --history=N\n"))
        #expect(!tool.printed.contains("  60  running"))
    }

    private func past(_ seq: Int64, unit: String? = nil) -> CellDetail.PastState {
        CellDetail.PastState(
            seq: seq, state: "running", title: "build", time: Listener.now - 3_600_000, sender: 1000, unit: unit)
    }

    @Test func listsFilters_CrossTheWire() {
        answer(CellsList.Answer(cells: [], next: nil))
        #expect(tool.run("list", "--kind", "ci.*", "--in-state", "failed", "--text", "Main 50%", "--since", "9") == 0)
        #expect(
            tool.calls == [
                #"cells.list {"since":9,"kind":"ci.*","state":"failed","text":"Main 50%","limit":100}"#
            ])
        #expect(tool.complained.contains("no such notifications"))
    }

    @Test(arguments: [(OpenPhase.offered, 0, "offered to your client\n"), (.held, 4, "held for your next client\n")])
    func open_SaysWhetherSomebodyIsThere(phase: OpenPhase, code: Int32, text: String) {
        answer(Open.Answer(open: 5, phase: phase))
        #expect(tool.run("open", "deeplink://jobs/jobs/1") == code)
        #expect(tool.printed == text)
        #expect(tool.calls == [#"open {"link":"deeplink://jobs/jobs/1"}"#])
    }

    @Test func open_TakesACellsLinkForTheCell() {
        answer(Open.Answer(open: 5, phase: .offered))
        #expect(tool.run("open", "deeplink://cell/7", "--json") == 0)
        #expect(tool.calls == [#"open {"cell":7}"#])
        #expect(tool.printed == #"{"open":5,"phase":"offered"}"# + "\n")
    }

    @Test func marks_GoOverOneConnection() {
        answer(
            CellMark(cell: 1, isUnread: false, isDismissed: false),
            CellMark(cell: 22, isUnread: false, isDismissed: true))
        #expect(tool.run("dismiss", "1", "22") == 0)
        #expect(tool.calls == [#"cells.dismiss {"cell":1}"#, #"cells.dismiss {"cell":22}"#])
        #expect(tool.printed == "1   read  listed\n22  read  dismissed\n")
        answer(CellMark(cell: 1, isUnread: true, isDismissed: false))
        #expect(tool.run("dismiss", "--undo", "1") == 0)
        #expect(tool.calls.contains(#"cells.undo {"cell":1}"#))
    }

    @Test func markThatIsRefused_EndsItWithTheRestPrinted() {
        tool.answers = [
            [
                Sample.hello, Sample.answer(2, CellMark(cell: 1, isUnread: false, isDismissed: false)),
                Sample.refusal(3, WireError(.notFound, "there is no cell 2")),
            ]
        ]
        #expect(tool.run("read", "1", "2", "3") == 1)
        #expect(tool.printed == "1  read  listed\n")
        #expect(tool.complained == "deeplinkctl: there is no cell 2\n")
        #expect(tool.run("read", "1", "x") == 2)
    }

    @Test func explain_ShowsTheRulesThatLost() {
        let chosen = Explanation.Candidate(
            rule: "ci.run failed", position: "ci.toml:12:1", tab: "builds", path: "runs/{run}/log", needs: ["run"],
            verdict: .chosen, reason: "the most exact that holds")
        let outranked = Explanation.Candidate(
            rule: "ci.* *", position: "ci.toml:20:1", tab: "builds", path: nil, needs: [], verdict: .outranked,
            reason: "a more exact rule holds")
        answer(
            Explanation(
                kind: "ci.run", state: "failed", route: Sample.route, candidates: [chosen, outranked],
                tableVersion: "f00"))
        #expect(tool.run("explain", "7") == 0)
        #expect(
            tool.printed == """
                ci.run failed
                  link  deeplink://builds/runs/7/log
                  path  builds: runs › runs/7 › runs/7/log
                  why   rule ci.run failed (ci.toml:12:1)

                Rules, best first (table f00):
                  chosen     ci.run failed  builds/runs/{run}/log  ci.toml:12:1  the most exact that holds
                  outranked  ci.* *         builds                 ci.toml:20:1  a more exact rule holds

                """)
        answer(Explanation(kind: "ci.run", state: "failed", route: nil, candidates: [chosen], tableVersion: "f00"))
        #expect(tool.run("explain", "ci.run", "failed") == 0)
        #expect(tool.printed.contains("  path   runs/{run}/log\n  needs  run\n"))
        #expect(tool.calls.last == #"explain {"kind":"ci.run","state":"failed"}"#)
    }

    @Test func explainOfALink_HasNoKindToName() {
        answer(Explanation(kind: "link", state: "new", route: Sample.route, candidates: [], tableVersion: "1"))
        #expect(tool.run("explain", "deeplink://builds/runs/7/log") == 0)
        #expect(tool.printed.hasPrefix("  link  deeplink://builds/runs/7/log\n"))
    }

    @Test func explainWithParams_AsksWithThem() {
        answer(
            Explanation(kind: "a", state: "b", route: Sample.fallback, candidates: [], tableVersion: "1", stanza: "x"))
        #expect(tool.run("explain", "a", "b", "-p", "n=1") == 0)
        #expect(tool.calls == [#"explain {"kind":"a","state":"b","params":{"n":"1"}}"#])
        #expect(tool.printed.hasSuffix("No rule fits. This one would, in a file of routes.d:\n\n    x\n"))
        #expect(tool.run("explain", "7", "-p", "n=1") == 2)
    }

    @Test func status_AlignsItsNumbers() {
        answer(
            Status.Answer(
                server: "deeplinkd 0.1.0", pid: 42, uptime: 3_700_000, table: "f00", tableDirectory: nil,
                database: "/x/inbox.db",
                numbers: ["events": 12_345, "cells": 7]))
        #expect(tool.run("status") == 0)
        #expect(
            tool.printed == """
                server    deeplinkd 0.1.0
                pid       42
                up        1h
                table     f00  built in
                database  /x/inbox.db

                cells       7
                events  12345

                """)
    }

    @Test func status_NamesTheWantOfRoom() {
        answer(
            Status.Answer(
                server: "deeplinkd 0.1.0", pid: 42, uptime: 1, table: "f00", tableDirectory: nil,
                database: "/x/inbox.db", shortage: "posix_fallocate: No space left on device", numbers: [:]))
        #expect(tool.run("status") == 0)
        #expect(tool.printed.contains("no room   posix_fallocate: No space left on device: no event is taken\n"))
    }

    @Test func reload_FailsWithTheFindings() {
        let finding = Finding(
            .error, at: SourcePosition(file: "a.toml", line: 3, column: 1), "no such tab", remedy: "declare it")
        answer(TableCheck.Answer(table: "f00", findings: [finding]))
        #expect(tool.run("reload") == 1)
        #expect(tool.printed == "a.toml:3:1: no such tab: declare it\ntable f00: 1 error, 0 warnings\n")
    }

    @Test func watch_PrintsUntilTheDaemonGoes() {
        let lines = [
            Sample.hello, Sample.line(CellAnnounced(cell: Sample.cell(7)).line(id: nil)),
            Sample.line(CellsChanged(unread: [:], newest: 1).line(id: nil)),
            Sample.line(OpenChanged(open: 4, phase: .shown, route: Sample.route).line(id: nil)),
            Sample.line(Bye(reason: "restart").line(id: nil)),
        ]
        tool.answers = [[lines.joined(separator: "\n")]]
        #expect(tool.run("watch") == 3)
        let printed = tool.printed.split(separator: "\n").map { $0.dropFirst("00:00  ".count) }
        #expect(
            printed == [
                "ci.run failed  build failed  deeplink://builds/runs/7/log",
                "open 4 shown  deeplink://builds/runs/7/log",
                "the daemon says bye: restart",
            ])
        #expect(tool.complained == "deeplinkctl: the daemon hung up: restart\n")
    }

    @Test func watchAsJSON_IsOneObjectALine() throws {
        let lines = [
            Sample.hello, Sample.line(CellAnnounced(cell: Sample.cell(7)).line(id: nil)),
            Sample.line(CellsChanged(unread: ["builds": 1], newest: 1).line(id: nil)),
        ]
        tool.answers = [[lines.joined(separator: "\n")]]
        #expect(tool.run("watch", "--json") == 3)
        let events = tool.printed.split(separator: "\n").map { line in
            (try? JSONDocument(parsing: Array(line.utf8)).root)?["event"]?.string
        }
        #expect(events == ["cell.announced", "cells.changed"])
    }
}
