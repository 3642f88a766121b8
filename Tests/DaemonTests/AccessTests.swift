// The system's daemon and people who are not each other: what one of them can see, fill and take of another's.
import Posix
import RouteConfiguration
import Testing
import Wire

@testable import Daemon

private let alice = Peer(uid: 5001, gid: 5001, pid: 1)
private let bob = Peer(uid: 5002, gid: 5002, pid: 1)
private let root = Peer(uid: 0, gid: 0, pid: 1)

@Suite struct AccessTests {
    private func system(_ rules: String = "") throws -> Harness { try Harness(service: "version = 1\n" + rules) }

    private func send(_ line: String, _ harness: Harness, as peer: Peer) throws -> String {
        let sender = try harness.connect(.notify, as: peer)
        defer { sender.close() }
        try sender.send(line)
        try harness.settle()
        return try #require(try sender.take().first).text
    }

    private func list(_ harness: Harness, as peer: Peer) throws -> [CellSummary] {
        let client = try harness.connect(.client, as: peer)
        defer { client.close() }
        return try client.ask(CellsList()).cells
    }

    @Test func everybody_SeesTheirOwnInboxOnly() throws {
        let harness = try system()
        #expect(try send(#"{"kind":"mail","key":"a"}"#, harness, as: alice).contains("\"seq\":1"))
        #expect(try send(#"{"kind":"mail","key":"b"}"#, harness, as: bob).contains("\"seq\":2"))
        #expect(try list(harness, as: alice).map(\.key) == ["a"])
        #expect(try list(harness, as: bob).map(\.key) == ["b"])
        #expect(try list(harness, as: root).isEmpty)
    }

    /// The numbers of cells can be guessed; nothing else can be done with them.
    @Test func anothersCell_IsNotThere() throws {
        let harness = try system()
        _ = try send(#"{"kind":"mail","key":"a"}"#, harness, as: alice)
        let client = try harness.connect(.client, as: bob)
        #expect(try client.refusal(of: CellsGet(cell: 1)).reason == .notFound)
        #expect(try client.refusal(of: CellsRead(cell: 1)).reason == .notFound)
        #expect(try client.refusal(of: CellsDismiss(cell: 1)).reason == .notFound)
        #expect(try client.refusal(of: Open(target: .cell(1))).reason == .notFound)
        #expect(try list(harness, as: alice).map(\.isUnread) == [true])
    }

    @Test(arguments: [
        #"{"kind":"a","to":5001}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"notify","params":{"kind":"a","to":5001}}"#,
        #"{"kind":"a","to":0}"#,
        #"{"kind":"a","to":5001,"dry_run":true}"#,
    ])
    func to_IsRefusedWithoutARule(line: String) throws {
        let harness = try system()
        #expect(try send(line, harness, as: bob).contains("notPermitted"))
        #expect(try list(harness, as: alice).isEmpty)
        #expect(try list(harness, as: root).isEmpty)
    }

    @Test(arguments: ["uid", "sender", "sender_uid", "inbox", "user", "from"])
    func forgedField_IsRefusedByName(field: String) throws {
        let harness = try system()
        let answer = try send(#"{"kind":"a","\#(field)":5001}"#, harness, as: bob)
        #expect(answer.contains("unknownField") && answer.contains(field))
        #expect(try list(harness, as: alice).isEmpty)
    }

    /// A source says where an event is from in its sender's own words; another's ids are not spent by it.
    @Test func forgedSource_SpendsNobodysIds() throws {
        let harness = try system("[[allow]]\nwho = [\"5002\"]\nsend = [\"5001\"]\n")
        _ = try send(#"{"kind":"a","id":"x","source":"uid:5001","to":5001,"title":"bob's"}"#, harness, as: bob)
        #expect(try send(#"{"kind":"a","id":"x"}"#, harness, as: alice).contains("\"duplicate\":false"))
    }

    @Test func root_MaySendToAnybody() throws {
        let harness = try system()
        #expect(try send(#"{"kind":"a","to":5001}"#, harness, as: root).contains("\"seq\":1"))
        #expect(try list(harness, as: alice).count == 1)
    }

    @Test func rule_AllowsWhatItSaysByUidAndByGroup() throws {
        let harness = try system("[[allow]]\nwho = [\"5002\", \"@root\"]\nsend = [\"5001\"]\n")
        #expect(try send(#"{"kind":"a","key":"1","to":5001}"#, harness, as: bob).contains("\"seq\":1"))
        let member = Peer(uid: 5003, gid: 5003, pid: 1, groups: [100, 0])
        #expect(try send(#"{"kind":"a","key":"2","to":5001}"#, harness, as: member).contains("\"seq\":2"))
        #expect(try send(#"{"kind":"a","to":5003}"#, harness, as: bob).contains("notPermitted"))
        let stranger = Peer(uid: 5003, gid: 5003, pid: 1, groups: [100])
        #expect(try send(#"{"kind":"a","to":5001}"#, harness, as: stranger).contains("notPermitted"))
    }

    // MARK: Looking into another's inbox

    private func look(into inbox: UInt32) -> Hello { Hello(client: "test", role: nil, inbox: inbox) }

    @Test func anothersInbox_IsReadWhereARuleSaysSoAndOnlyRead() throws {
        let harness = try system("[[allow]]\nwho = [\"5002\"]\nread = [\"5001\"]\n")
        _ = try send(#"{"kind":"mail","key":"a"}"#, harness, as: alice)
        let reader = try harness.connect(.client, as: bob)
        #expect(try reader.ask(look(into: 5001)).inbox == 5001)
        #expect(try reader.ask(CellsList()).cells.map(\.key) == ["a"])
        #expect(try reader.ask(CellsGet(cell: 1)).summary.isUnread)
        for refusal in [
            try reader.refusal(of: CellsRead(cell: 1)), try reader.refusal(of: CellsDismiss(cell: 1)),
            try reader.refusal(of: CellsUndo(cell: 1)), try reader.refusal(of: Open(target: .cell(1))),
            try reader.refusal(of: TableReload()),
        ] { #expect(refusal.reason == .notPermitted) }
        #expect(try list(harness, as: alice).map(\.isUnread) == [true])
    }

    @Test func anothersInbox_IsClosedToAllOthersAndToRoot() throws {
        let harness = try system("[[allow]]\nwho = [\"5002\"]\nread = [\"5001\"]\n")
        _ = try send(#"{"kind":"mail","key":"a"}"#, harness, as: alice)
        for (peer, inbox) in [(alice, UInt32(5002)), (root, 5001), (Peer(uid: 5003, gid: 1, pid: 1), 5001)] {
            let reader = try harness.connect(.client, as: peer)
            let refusal = try reader.refusal(of: look(into: inbox))
            #expect(refusal.reason == .notPermitted && refusal.field == "inbox")
            // Refused, it is where it was: in its own.
            #expect(try reader.ask(CellsList()).cells.map(\.key) == (peer == alice ? ["a"] : []))
        }
    }

    @Test(arguments: ["navigator", "observer"])
    func anothersInbox_IsNotAttachedTo(role: String) throws {
        let harness = try system("[[allow]]\nwho = [\"5002\"]\nread = [\"5001\"]\n")
        let reader = try harness.connect(.client, as: bob)
        try reader.send(
            #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":[1],"client":"t","role":"\#(role)","inbox":5001}}"#
        )
        try harness.settle()
        #expect(try reader.take().first?.text.contains("without a role") == true)
    }

    // MARK: One event for several

    private static let spread = "[[deliver]]\nkind = \"unit\"\nto = [\"5001\", \"5002\"]\n"

    @Test func unitFailure_OfRootGoesToEachOnce() throws {
        let harness = try system(Self.spread)
        let line = #"{"kind":"unit","state":"failed","key":"x.service","id":"1"}"#
        #expect(try send(line, harness, as: root).contains("\"seq\":1"))
        #expect(try send(line, harness, as: root).contains("\"duplicate\":true"))
        #expect(try list(harness, as: alice).map(\.key) == ["x.service"])
        #expect(try list(harness, as: bob).map(\.key) == ["x.service"])
        #expect(try list(harness, as: root).isEmpty)
    }

    @Test func unitFailure_OfAnybodyElseIsTheirOwn() throws {
        let harness = try system(Self.spread)
        _ = try send(#"{"kind":"unit","state":"failed","key":"forged"}"#, harness, as: bob)
        #expect(try list(harness, as: alice).isEmpty)
        #expect(try list(harness, as: bob).count == 1)
    }

    // MARK: Shares

    @Test func connections_OfOneUidLeaveRoomForOthers() throws {
        let harness = try system("[limits]\nconnections = 3\n")
        let held = try (0..<3).map { _ in try harness.connect(.notify, as: bob) }
        let (near, far) = try Socket.pair()
        #expect(try harness.daemon.server.admit(near, at: .client, as: bob) == nil)
        var refusal: [UInt8] = []
        _ = try far.receive(appendingTo: &refusal, most: 4096)
        #expect(String(decoding: refusal, as: UTF8.self).contains("uid 5002 has 3 connections already"))
        _ = try harness.connect(.client, as: alice)
        held[0].close()
        try harness.settle()
        _ = try harness.connect(.client, as: bob)
    }

    @Test func rate_StopsOneUidWithATimeAndNoOther() throws {
        let harness = try system("[limits]\nburst = 2\nrate = 1\n")
        let event = #"{"kind":"a","key":"k"}"#
        _ = try (send(event, harness, as: bob), send(event, harness, as: bob))
        let refusal = try send(event, harness, as: bob)
        #expect(refusal.contains("overloaded") && refusal.contains(#""retry_after":1"#), "\(refusal)")
        #expect(try send(event, harness, as: alice).contains("\"seq\":3"))
        try harness.pass(seconds: 1)
        #expect(try send(event, harness, as: bob).contains("\"seq\":4"))
    }

    @Test func strangersEvents_AreBoundedInAnInbox() throws {
        let harness = try system(
            "[[allow]]\nwho = [\"5002\"]\nsend = [\"5001\"]\n[limits]\nstrangers_events = 2\n")
        for key in ["1", "2"] { _ = try send(#"{"kind":"a","key":"\#(key)","to":5001}"#, harness, as: bob) }
        #expect(try send(#"{"kind":"a","to":5001}"#, harness, as: bob).contains("quota"))
        #expect(try send(#"{"kind":"a"}"#, harness, as: bob).contains("\"seq\":3"))
        #expect(try send(#"{"kind":"a"}"#, harness, as: alice).contains("\"seq\":4"))
    }

    // MARK: The daemon itself

    @Test func numbers_TellOthersOfTheirOwnOnly() throws {
        let harness = try system()
        _ = try send(#"{"kind":"a"}"#, harness, as: alice)
        let client = try harness.connect(.client, as: bob)
        let numbers = try client.ask(Status()).numbers
        #expect(numbers["events"] == 0)
        #expect(numbers["peers"] == nil && numbers["database_bytes"] == nil)
        #expect(numbers["limit_connections_of_uid"] == 64)
    }

    @Test func reload_IsNotForEverybody() throws {
        let harness = try system()
        let client = try harness.connect(.client, as: bob)
        #expect(try client.refusal(of: TableReload()).reason == .notPermitted)
    }

    @Test func reload_UsesNewRulesAndKeepsTheOldOnAMistake() throws {
        let harness = try system()
        let client = try harness.connect(.client, as: root)
        func write(_ rules: String) throws {
            let path = "\(harness.directory)/deeplinkd.toml"
            try Files.writeAtomically(Array("version = 1\n\(rules)".utf8), to: path, mode: 0o600)
            _ = try client.ask(TableReload())
            try harness.settle()
        }
        let line = #"{"kind":"a","to":5001}"#
        try write("[[allow]]\nwho = [\"5002\"]\nsend = [\"5001\"]\n")
        #expect(try send(line, harness, as: bob).contains("\"seq\":1"))
        try write("[[allow]]\nwho = 5002\n")
        #expect(try send(line, harness, as: bob).contains("\"seq\":"))
        // The mistake is root's to hear of.
        #expect(try list(harness, as: root).map(\.kind) == ["deeplinkd.config"])
        try write("")
        #expect(try send(line, harness, as: bob).contains("notPermitted"))
    }

    @Test func filesOfTheTable_AreReadForTheirKeepersOnly() throws {
        let harness = try system()
        let stranger = try harness.connect(.client, as: alice)
        #expect(try stranger.refusal(of: TableCheck()).reason == .notPermitted)
        #expect(try stranger.refusal(of: TableDiff()).reason == .notPermitted)
        #expect(try stranger.refusal(of: TableReload()).reason == .notPermitted)
        let keeper = try harness.connect(.client, as: root)
        #expect(try keeper.ask(TableCheck()).findings == [])
        #expect(try keeper.ask(TableDiff()).findings == [])
    }

    @Test func loginGroup_CountsAsMembership() throws {
        let group = try #require(try NameService.system.group("root"))
        #expect(group.gid == 0 && group.members.contains("root"))
        #expect(Set(group.members).count == group.members.count)
    }
}
