import JSON
import Routing
import TestSupport
import Testing
import Transcript
import Wire

/// What one side writes the other reads as the same value.
struct RoundTripTests {
    static let rounds = 200

    /// A call through the whole envelope, read as strictly as the daemon does.
    static func callRoundTrip<C: Call & Equatable>(
        seed: UInt64, _ make: (inout SplitMix64) -> C, location: SourceLocation = #_sourceLocation
    ) throws {
        var random = SplitMix64(seed: seed)
        for number in 0..<rounds {
            let call = make(&random)
            Transcript.note(call.line(id: .number(Int64(number))), holding: "\(C.method).params")
            guard
                case .call(.number(Int64(number)), C.method, let params?) = try MessageTests.parse(
                    call.line(id: .number(Int64(number))))
            else {
                Issue.record("\(C.method) is no call", sourceLocation: location)
                return
            }
            #expect(try C.read(params) == call, sourceLocation: location)
        }
    }

    /// An answer through the whole envelope, with a member that a newer daemon might add.
    static func answerRoundTrip<Answer: WireObject & Equatable>(
        seed: UInt64, to method: String, _ make: (inout SplitMix64) -> Answer,
        location: SourceLocation = #_sourceLocation
    ) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<rounds {
            let answer = make(&random)
            Transcript.note(
                Message.line(answering: .number(1), result: answer.writeMembers), holding: "\(method).result")
            let line = Message.line(answering: .number(1)) { writer in
                writer.member("of a later version", array: { $0.null() })
                answer.writeMembers(to: &writer)
            }
            guard case .result(_, let node) = try MessageTests.parse(line) else {
                Issue.record("no result", sourceLocation: location)
                return
            }
            #expect(try Answer(wire: Fields(node)) == answer, sourceLocation: location)
        }
    }

    @Test func callsAboutCells_ComeBack() throws {
        try Self.callRoundTrip(seed: 30) { random in
            let cursor = random.maybe { $0.seq() }
            let isUp = random.flag()
            return CellsList(
                random.cellsFilter(), before: isUp ? nil : cursor, after: isUp ? cursor : nil,
                limit: Int.random(in: 1...WireLimits.page, using: &random))
        }
        try Self.callRoundTrip(seed: 31) { random in
            CellsGet(cell: random.seq(), historyBefore: random.maybe { $0.seq() })
        }
        try Self.callRoundTrip(seed: 32) { random in CellsRead(cell: random.seq(), version: random.maybe { $0.seq() }) }
        try Self.callRoundTrip(seed: 33) { random in
            CellsDismiss(cell: random.seq(), version: random.maybe { $0.seq() })
        }
        try Self.callRoundTrip(seed: 34) { CellsUndo(cell: $0.seq()) }
        try Self.callRoundTrip(seed: 65) { random in
            CellsReadAll(random.cellsFilter(), upTo: random.seq(), before: random.maybe { $0.seq() })
        }
        try Self.callRoundTrip(seed: 66) { random in CellsUnread(random.some(4) { $0.cellVersion() }) }
    }

    @Test func aReportOfDeepStacks_FitsInALine() throws {
        let path = try ScreenPath(parsing: "a/" + String(repeating: "x", count: 500))
        let deep = Array(repeating: path, count: 40)
        func fitted(_ stacks: [String: [ScreenPath]]) -> [String: Int] {
            let state = NavigationState(selectedTab: "a", stacks: stacks)
            return NavigationReport(state: state, idleMilliseconds: 0).fitting().state.stacks.mapValues(\.count)
        }
        #expect(fitted(["a": deep, "b": [path]]) == ["a": 40, "b": 1])
        #expect(fitted(["a": deep, "b": deep, "c": deep]) == ["a": 40, "b": 1, "c": 1])
        #expect(fitted(["a": deep + deep]) == ["a": 1])
    }

    @Test func callsAboutRoutes_ComeBack() throws {
        try Self.callRoundTrip(seed: 35) { random in
            Open(
                target: random.target(), version: random.maybe { $0.seq() }, tab: random.maybe { $0.tabID() },
                id: random.maybe { $0.text(1...9) })
        }
        try Self.callRoundTrip(seed: 36) { Resolve(target: $0.target()) }
        try Self.callRoundTrip(seed: 37) { Explain(question: $0.question()) }
        try Self.callRoundTrip(seed: 38) { random in
            NavigationReport(
                state: random.place(), idleMilliseconds: random.seq(),
                opens: random.some(3) { NavigationReport.Ended(open: $0.seq(), answer: $0.answer()) })
        }
    }

    @Test func callsAboutTheDaemon_ComeBack() throws {
        try Self.callRoundTrip(seed: 39) { random in
            Hello(
                versions: [1, random.seq()], client: random.text(0...20),
                role: random.maybe { $0.pick([.navigator, .observer]) })
        }
        try Self.callRoundTrip(seed: 62) { random in
            Hello(
                client: "f", role: .follower,
                follower: random.pick(["a", "A.b-c_9", String(repeating: "x", count: 64)]))
        }
        try Self.callRoundTrip(seed: 63) { CursorAck(seq: $0.seq()) }
        try Self.callRoundTrip(seed: 65) { _ in FollowersList() }
        try Self.callRoundTrip(seed: 66) { FollowersRemove(follower: $0.pick(["a", "A.b-c_9"])) }
        try Self.callRoundTrip(seed: 40) { _ in TableCheck() }
        try Self.callRoundTrip(seed: 41) { _ in TableReload() }
        try Self.callRoundTrip(seed: 64) { random in
            TableDiff(table: random.maybe { _ in "0123456789abcdef" }, after: random.flag() ? 0 : random.seq())
        }
        try Self.callRoundTrip(seed: 42) { _ in Status() }
        try Self.callRoundTrip(seed: 43) { _ in Ping() }
    }

    @Test func whatTheDaemonSaysUnasked_ComesBack() throws {
        try Self.callRoundTrip(seed: 44) { CellAnnounced(cell: $0.summary()) }
        try Self.callRoundTrip(seed: 45) {
            CellsChanged(
                unread: $0.counts(), newest: $0.seq(),
                handled: [CellsChanged.Handled(cell: $0.seq(), version: $0.seq())])
        }
        try Self.callRoundTrip(seed: 64) { $0.followed() }
        try Self.callRoundTrip(seed: 46) { Bye(reason: $0.text(0...9)) }
        try Self.callRoundTrip(seed: 47) { random in
            OpenChanged(
                open: random.seq(), phase: random.pick(OpenPhase.allCases), reason: random.maybe { $0.text(0...9) },
                route: random.maybe { $0.route() }, cell: random.maybe { $0.seq() })
        }
        try Self.callRoundTrip(seed: 48) { random in
            OpenOffer(
                open: random.seq(), route: random.route(), cell: random.maybe { $0.summary() },
                movedFrom: random.maybe { $0.text(0...9) })
        }
    }

    @Test func answers_ComeBackAndLaterMembersAreIgnored() throws {
        try Self.answerRoundTrip(seed: 50, to: CellsList.method) { random in
            CellsList.Answer(
                cells: random.some(3) { $0.summary() }, next: random.maybe { $0.seq() },
                newest: random.maybe { $0.seq() })
        }
        try Self.answerRoundTrip(seed: 67, to: CellsReadAll.method) { random in
            CellsReadAll.Answer(
                cells: random.some(4) { $0.cellVersion() }, next: random.maybe { $0.seq() })
        }
        try Self.answerRoundTrip(seed: 68, to: CellsUnread.method) { CellsUnread.Answer(count: $0.count()) }
        try Self.answerRoundTrip(seed: 51, to: CellsGet.method) { $0.detail() }
        try Self.answerRoundTrip(seed: 52, to: CellsRead.method) {
            CellMark(cell: $0.seq(), isUnread: $0.flag(), isDismissed: $0.flag())
        }
        try Self.answerRoundTrip(seed: 53, to: Open.method) { random in
            Open.Answer(
                open: random.seq(), phase: random.pick(OpenPhase.allCases), changed: random.maybe { $0.summary() })
        }
        try Self.answerRoundTrip(seed: 54, to: Resolve.method) { $0.route() }
        try Self.answerRoundTrip(seed: 55, to: Explain.method) { $0.explanation() }
        try Self.answerRoundTrip(seed: 56, to: OpenOffer.method) { $0.answer() }
        try Self.answerRoundTrip(seed: 57, to: TableCheck.method) { random in
            TableCheck.Answer(table: random.text(1...9), findings: random.some(3) { $0.finding() })
        }
        try Self.answerRoundTrip(seed: 58, to: Status.method) { random in
            Status.Answer(
                server: random.text(1...9), pid: random.seq(), uptime: random.seq(), table: random.text(1...9),
                tableDirectory: random.maybe { $0.text(1...9) }, database: random.text(1...9),
                shortage: random.maybe { $0.text(1...9) }, numbers: random.counts())
        }
        try Self.answerRoundTrip(seed: 59, to: Notify.method) { random in
            random.flag()
                ? Notify.Answer.stored(seq: random.seq(), isDuplicate: random.flag())
                : .wouldBe(cell: random.maybe { $0.seq() }, route: random.route())
        }
        try Self.answerRoundTrip(seed: 60, to: Ping.method) { _ in Nothing() }
    }

    @Test func generatedValues_FitInALine() {
        var random = SplitMix64(seed: 61)
        for _ in 0..<Self.rounds {
            #expect(CellAnnounced(cell: random.summary()).line(id: nil).count < WireLimits.lineFromDaemon)
        }
    }
}

struct TableSummaryTests {
    @Test func aTableWithoutTabs_IsNone() throws {
        let node = try JSONDocument(parsing: Array(#"{"version":"v1","tabs":[]}"#.utf8)).root
        #expect(throws: WireError.self) { try TableSummary(wire: Fields(node, of: "table")) }
    }

    @Test func hello_GivesTheClientTheSameTabsWithoutCommands() throws {
        var declaration = TableDeclaration()
        let place = SourcePosition(file: "t.toml", line: 1, column: 1)
        func sourced<Value>(_ value: Value) -> Sourced<Value> { Sourced(value, at: place) }
        declaration.tabs = [TabDeclaration(id: sourced("t"), root: sourced("r%2Fs"))]
        declaration.screens = ["r%2Fs", "x/:a/%3Ab/:n(int)/%2A", "x/*", "%7B"].map {
            ScreenDeclaration(
                tabs: [sourced("t")], path: sourced($0), title: sourced("{{title}}"), content: sourced(.command),
                command: [sourced("secret-program")], refreshSeconds: 5)
        }
        let (table, findings) = RouteTable.compile(declaration, version: "v1")
        #expect(findings == [])
        let answer = Hello.Answer(
            version: 1, server: "deeplinkd 0.1.0", inbox: UInt32.max - 1, table: TableSummary(table), unread: ["t": 2],
            missed: Hello.Missed(count: 3, since: 9), host: "web1", owner: "ana", device: "laptop")
        let line = Message.line(answering: .number(1), result: answer.writeMembers)
        Transcript.note(line, holding: "\(Hello.method).result")
        #expect(!String(decoding: line, as: UTF8.self).contains("secret-program"))
        guard case .result(_, let node) = try MessageTests.parse(line) else {
            Issue.record("no result")
            return
        }
        let read = try Hello.Answer(wire: Fields(node))
        #expect(read.inbox == UInt32.max - 1)
        #expect(read.unread == ["t": 2])
        #expect(read.host == "web1" && read.owner == "ana" && read.device == "laptop")
        #expect(read.missed == Hello.Missed(count: 3, since: 9))
        Self.expectSame(read.table, table)

        let changed = TableChanged(table: TableSummary(table))
        Transcript.note(changed.line(id: nil), holding: "\(TableChanged.method).params")
        guard case .call(nil, TableChanged.method, let params) = try MessageTests.parse(changed.line(id: nil)) else {
            Issue.record("no notification")
            return
        }
        Self.expectSame(try TableChanged.read(params).table, table)
    }

    private static func expectSame(_ read: TableSummary, _ table: RouteTable) {
        #expect(read.version == table.version)
        #expect(read.tabs.map(\.id) == table.factory.tabs.map(\.id))
        #expect(read.tabs.map(\.title) == table.factory.tabs.map(\.title))
        #expect(read.tabs.map(\.root) == table.factory.tabs.map(\.root))
        for (left, right) in zip(read.tabs, table.factory.tabs) {
            #expect(left.screens.map(\.pattern) == right.screens.map(\.pattern))
            #expect(left.screens.map(\.title) == right.screens.map(\.title))
            #expect(left.screens.map(\.content) == right.screens.map(\.content))
            #expect(left.screens.map(\.refreshSeconds) == right.screens.map(\.refreshSeconds))
            #expect(left.screens.filter { !$0.command.isEmpty } == [])
        }
    }
}
