import Client
import JSON
import Posix
import Routing
import Testing
import Wire

/// Ten reloads a second, every other one of a table that is broken, while events come and a client is told of them: which
/// version routed each cell is seen, nothing is lost, and nothing is announced twice.
@Suite struct ReloadTrafficTests {
    private static let rounds = 40
    private static let roundMilliseconds: Int64 = 100

    let place: Workplace
    let daemon: RunningDaemon

    init() throws {
        place = try Workplace()
        daemon = try RunningDaemon(in: place)
    }

    /// A good table: each is another version, and rules by turns for the two tabs.
    private func table(round: Int) -> (text: String, tab: String) {
        let tab = round % 4 == 0 ? "builds" : "reviews"
        let rules = ["kill", "probe"].map { "[[cell]]\nkind = \"\($0)\"\ntab = \"\(tab)\"\npath = \"prs/{id}\"\n" }
        return ("# \(round)\n\(Workplace.table)\n\(rules.joined())", tab)
    }

    /// The same with a mistake, of all sorts by turns.
    private func brokenTable(round: Int) -> String {
        let mistakes = [
            "[[cell", "[[cell]]\nkind = \"x\"\ntab = \"nowhere\"\n", "colour = \(round)\n",
            "[[cell]]\nkind = \"probe\"\ntab = \"messages\"\n", "[[screen]]\ntab = \"builds\"\npath = \":\"\n",
        ]
        return table(round: round).text + mistakes[round / 2 % mistakes.count]
    }

    @Test func reloadsUnderTraffic_RouteEachCellByATableThatIsRight() throws {
        let navigator = ScriptedNavigator(path: place.client)
        try navigator.attach()
        let sender = RepeatingSender(name: "s", path: place.notify)
        try sender.attach()
        let control = try daemon.connect()
        _ = try control.wait(for: Hello(client: "test", role: nil))

        var inUse = (version: "", tab: "")
        var tabs: [String: String] = [:]
        var routedBy: [Int64: String] = [:]
        for round in 0..<Self.rounds {
            let end = Clock.system.boot() + Self.roundMilliseconds
            let isBroken = round % 2 == 1
            let good = table(round: round)
            try place.write(table: isBroken ? brokenTable(round: round) : good.text)
            // By the call and by the signal in turn; a ping comes back when the signal has been taken.
            if round % 8 < 4 {
                let found = try control.wait(for: TableReload(), seconds: 10)
                #expect(found.findings.contains { $0.severity == .error } == isBroken)
            } else {
                try daemon.program.child.kill(Signals.hangUp)
                if !isBroken { try awaitAnotherTable(than: inUse.version, control) }
            }
            let version = try control.wait(for: Status(), seconds: 10).table
            if isBroken {
                #expect(version == inUse.version, "the old table stays")
            } else {
                inUse = (version, good.tab)
                #expect(tabs.updateValue(good.tab, forKey: version) == nil, "each table is a version of its own")
            }

            // A cell that comes now is routed by the table in use, whatever the files say.
            let cell = try #require(try seq(daemon.notify(#"{"kind":"probe","key":"\#(round)"}"#)))
            let detail = try control.wait(for: CellsGet(cell: cell), seconds: 10)
            #expect(detail.table == inUse.version && detail.summary.route.tab == inUse.tab, "round \(round)")
            routedBy[cell] = detail.table
            while Clock.system.boot() < end {
                try sender.pump(fresh: true)
                try navigator.work(milliseconds: 5)
            }
        }
        try finish(sender, navigator)
        let byVersion = Dictionary(grouping: routedBy) { $0.value }.mapValues { $0.map(\.key).sorted() }
        for (version, cells) in byVersion.sorted(by: { $0.value[0] < $1.value[0] }) {
            print("table \(version) (\(tabs[version] ?? "?")) routed cells \(cells)")
        }
        #expect(byVersion.count == Self.rounds / 2)
        try expectNothingLost(sender, control, version: inUse.version, tab: inUse.tab)
        try expectNothingTwice(navigator, control)
    }

    private func seq(_ answers: [String]) throws -> Int64? { try answers.first?.json()["seq"]?.integer }

    private func awaitAnotherTable(than version: String, _ control: Connection) throws {
        let deadline = Clock.system.boot() + Programs.patience
        while try control.wait(for: Status(), seconds: 10).table == version, Clock.system.boot() < deadline {}
    }

    private func finish(_ sender: RepeatingSender, _ navigator: ScriptedNavigator) throws {
        let deadline = Clock.system.boot() + Programs.patience
        while !sender.isDone, Clock.system.boot() < deadline {
            try sender.pump(fresh: false)
            try navigator.work(milliseconds: 5)
        }
        #expect(sender.isDone)
    }

    /// Every event was acked once and is stored, and in the end the last table has routed every cell.
    private func expectNothingLost(
        _ sender: RepeatingSender, _ control: Connection, version: String, tab: String
    ) throws {
        #expect(sender.sent > Self.rounds && sender.acked.count == sender.sent && sender.duplicates == 0)
        #expect(Set(sender.acked.values).count == sender.sent)
        let cells = try control.wait(for: CellsList(limit: WireLimits.page), seconds: 10).cells
        let faults = cells.filter { $0.kind == "deeplinkd.config" }
        #expect(cells.count == Self.rounds + RepeatingSender.cells + faults.count)
        let stored = try #require(try control.wait(for: Status(), seconds: 10).numbers["events"])
        #expect(stored >= Self.rounds + sender.sent && stored <= sender.sent + 2 * Self.rounds)
        for cell in cells {
            #expect(try control.wait(for: CellsGet(cell: cell.id), seconds: 10).table == version)
            if cell.kind != "deeplinkd.config" { #expect(cell.route.tab == tab) }
        }
    }

    /// The client was told of each cell's newest state, and of no state of any cell twice.
    private func expectNothingTwice(_ navigator: ScriptedNavigator, _ control: Connection) throws {
        let cells = try control.wait(for: CellsList(limit: WireLimits.page), seconds: 10).cells
        let newest = Set(cells.map(\.version))
        let deadline = Clock.system.boot() + Programs.patience
        while !newest.isSubset(of: navigator.announced.map(\.version)), Clock.system.boot() < deadline {
            try navigator.work(milliseconds: 50)
        }
        let announced = navigator.announced.map(\.version)
        #expect(newest.isSubset(of: announced))
        #expect(Set(announced).count == announced.count, "announced twice")
    }
}
