import InboxStore
import JSON
import JournalReader
import Posix
import RouteConfiguration
import Routing
import Systemd
import Testing
import Wire

@testable import Daemon

/// What the journal is told, and what never.
@Suite struct JournalTests {
    @Test func lifeOfAnEvent_IsWrittenWithoutItsText() throws {
        let harness = try Harness()
        let client = try harness.client()
        let cell = try harness.notify("ci.run", "failed", more: #","title":"SECRET-1","body":"SECRET-2""#)
        _ = try client.ask(Open(target: .cell(cell)))
        try client.answer(try #require(try client.offers().first), .shown(tab: "builds", depth: 3))
        let sender = try harness.sender()
        try sender.send(#"{"kind":"SECRET-3 is no kind"}"#, "SECRET-4")
        try harness.settle()
        let entries = harness.journal.entries()
        #expect(!entries.contains { $0.contains("SECRET") })
        for id in [
            JournalMessages.started, JournalMessages.tableLoaded,
            JournalMessages.peerAttached, JournalMessages.eventAccepted, JournalMessages.cellResolved,
            JournalMessages.cellAnnounced, JournalMessages.openAsked, JournalMessages.openOffered,
            JournalMessages.openShown, JournalMessages.eventRefused,
        ] {
            #expect(entries.contains { $0.contains("MESSAGE_ID=\(id)\n") }, "\(id)")
        }
        #expect(entries.contains { $0.contains("DEEPLINKD_ROUTE=deeplink://builds/runs/7/log\n") })
    }

    @Test func flood_IsWrittenAtItsRateAndTheRestAsACount() {
        var budget = EntryBudget(rate: 50)
        let verdicts = (0..<200).map { _ in budget.take(inbox: 1, at: 5_000) }
        #expect(verdicts.count { $0.mayWrite } == 50)
        #expect(budget.take(inbox: 2, at: 5_000).mayWrite, "each inbox has its own")
        #expect(budget.take(inbox: 1, at: 6_000) == EntryBudget.Verdict(mayWrite: true, suppressed: 150))
        #expect(budget.take(inbox: 1, at: 6_001).suppressed == 0, "said once")
        for _ in 0..<60 { _ = budget.take(inbox: 1, at: 6_002) }
        #expect(budget.takeSuppressed().map(\.count) == [12])
        #expect(budget.takeSuppressed().isEmpty)
    }

    @Test func everyMessageID_HasACatalogEntryAndTheOtherWayRound() throws {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        func lines(_ path: String) throws -> [Substring] {
            String(decoding: try Files.read("/\(root)/\(path)", limit: 1 << 20).bytes, as: UTF8.self).split(
                separator: "\n")
        }
        let catalog = try lines("systemd/catalog/deeplinkd.catalog").filter { $0.hasPrefix("-- ") }.map {
            String($0.dropFirst(3))
        }
        let sources = try lines("Sources/Daemon/JournalMessages.swift").filter { $0.contains("MessageID = ") }
            .compactMap {
                $0.split(separator: "\"").dropFirst().first.map(String.init)
            }
        #expect(sources.count >= 20)
        #expect(catalog.sorted() == sources.sorted())
    }

    @Test func newTable_IsToldToClientsAndABadOneOnlyAsACell() throws {
        let harness = try Harness()
        let client = try harness.client()
        try harness.notify("ci.run", "failed")
        _ = try client.take()
        try harness.write(table: "version = 1\n[[nonsense]]\n")
        let answer = try client.ask(TableReload())
        #expect(answer.findings.contains { $0.severity == .error })
        #expect(try client.take(TableChanged.self).isEmpty)
        #expect(harness.journal.entries().contains { $0.contains("MESSAGE_ID=\(JournalMessages.tableRefused)") })
        try harness.write(table: "version = 1\n")
        _ = try client.ask(TableReload())
        #expect(try client.take(TableChanged.self).map(\.table.version) == [harness.daemon.tables.loaded.version])
        // The stored cell is re-routed, and its badge goes along; the other is the one about the bad file.
        #expect(try client.take(CellsChanged.self).last?.unread == ["messages": 2])
        #expect(try harness.recount() == ["messages": 2])
    }

    @Test func mistakeInTheServicesFileAlone_IsNotBlamedOnTheTable() throws {
        let harness = try Harness(service: "version = 1\n")
        let keeper = try harness.client()
        try Files.writeAtomically(
            Array("version = 1\ncolour = 1\n".utf8), to: "\(harness.directory)/deeplinkd.toml", mode: 0o600)
        _ = harness.journal.entries()
        #expect(try keeper.ask(TableReload()).findings.contains { $0.severity == .error })
        let entries = harness.journal.entries()
        #expect(entries.contains { $0.contains("is not used, as deeplinkd.toml has errors: the old one stays") })
        #expect(!entries.contains { $0.contains(" has errors, the old one stays") })
    }

    @Test func silentClient_IsSentAwayAfterTenSecondsAndASpeakingOneIsNot() throws {
        let harness = try Harness()
        let silent = try harness.connect(.client)
        let tool = try harness.connect(.client)
        _ = try tool.ask(Ping())
        let sender = try harness.sender()
        try harness.pass(seconds: 9)
        #expect(silent.isPeer)
        try harness.pass(seconds: 1.1)
        #expect(!silent.isPeer && tool.isPeer && sender.isPeer)
        #expect(try silent.take(Bye.self).count == 1)
        #expect(harness.daemon.server.nextDue == nil, "no timer without somebody to wait for")
    }
}
