import JSON
import Posix
import Routing
import Testing
import Wire

@testable import Client

struct ConnectionTests {
    let peer: ScriptedPeer
    var connection: Connection { peer.connection }

    init() throws {
        peer = try ScriptedPeer()
    }

    @Test func call_IsSentAtOnceAndItsAnswerComesBack() throws {
        var answer: Result<CellMark, WireError>?
        connection.call(CellsRead(cell: 7)) { answer = $0 }
        #expect(
            try peer.received()
                == [#"{"jsonrpc":"2.0","id":1,"method":"cells.read","params":{"cell":7}}"#])
        #expect(try connection.process() == [])
        #expect(answer == nil)
        try peer.say(#"{"jsonrpc":"2.0","id":1,"result":{"cell":7,"unread":false,"dismissed":false,"new":1}}"#)
        #expect(try connection.process() == [])
        #expect(try answer?.get() == CellMark(cell: 7, isUnread: false, isDismissed: false))
    }

    @Test func answersOutOfOrder_FindTheirCalls() throws {
        var answers: [Int: Int64] = [:]
        for number in 1...3 {
            connection.call(CellsUndo(cell: Int64(number))) { answers[number] = try? $0.get().cell }
        }
        for id in [2, 3, 1] {
            try peer.say(
                #"{"jsonrpc":"2.0","id":\#(id),"result":{"cell":\#(id * 10),"unread":true,"dismissed":false}}"#)
        }
        _ = try connection.process()
        #expect(answers == [1: 10, 2: 20, 3: 30])
    }

    @Test func refusal_ReachesItsCallAndNothingElse() throws {
        var answer: Result<CellMark, WireError>?
        connection.call(CellsRead(cell: 7)) { answer = $0 }
        try peer.say(#"{"jsonrpc":"2.0","id":1,"error":{"code":-32007,"message":"gone","data":{"reason":"notFound"}}}"#)
        _ = try connection.process()
        #expect(answer == .failure(WireError(.notFound, "gone")))
        #expect(connection.lost == nil)
    }

    @Test func answerOfAStrangeShape_FailsOnlyThatCall() throws {
        var answer: Result<CellMark, WireError>?
        connection.call(CellsRead(cell: 7)) { answer = $0 }
        try peer.say(#"{"jsonrpc":"2.0","id":1,"result":{"cell":"x"}}"#)
        _ = try connection.process()
        guard case .failure(let error)? = answer else { throw error("no failure: \(String(describing: answer))") }
        #expect(error.field == "result.cell")
        #expect(connection.lost == nil)
    }

    @Test func unaskedMessages_ComeInOrder() throws {
        let counts = CellsChanged(unread: ["jobs": 2], newest: 9)
        let open = OpenChanged(open: 4, phase: .shown)
        try peer.say(CellAnnounced(cell: ScriptedPeer.cell).line(id: nil))
        try peer.say(OpenOffer(open: 4, route: ScriptedPeer.route, cell: nil).line(id: .text("a")))
        try peer.say(counts.line(id: nil))
        try peer.say(open.line(id: nil))
        try peer.say(Bye(reason: "restart").line(id: nil))
        let offer = OpenOffer(open: 4, route: ScriptedPeer.route, cell: nil)
        #expect(
            try connection.process() == [
                .announced(ScriptedPeer.cell), .offer(.text("a"), offer), .cellsChanged(counts), .openChanged(open),
                .bye(reason: "restart"),
            ])
        connection.answer(offer: .text("a"), .shown(tab: "jobs", depth: 2))
        #expect(
            try peer.received() == [#"{"jsonrpc":"2.0","id":"a","result":{"shown":{"tab":"jobs","depth":2}}}"#])
    }

    @Test func unknownMethod_IsAnsweredOnlyIfItWantsAnAnswer() throws {
        try peer.say(#"{"jsonrpc":"2.0","method":"later.note","params":{}}"#)
        try peer.say(#"{"jsonrpc":"2.0","id":5,"method":"later.ask","params":{}}"#)
        #expect(try connection.process() == [])
        let said = try peer.received()
        #expect(said.count == 1)
        #expect(said.first?.contains("unknownMethod") == true)
        #expect(connection.lost == nil)
    }

    @Test func linesCutAnywhere_AreJoined() throws {
        let bytes = Bye(reason: "é").line(id: nil)
        for byte in bytes.dropLast() {
            try peer.say([byte])
            #expect(try connection.process() == [])
        }
        try peer.say([0x0A])
        #expect(try connection.process() == [.bye(reason: "é")])
    }

    @Test func endOfTheDaemon_FailsEveryCallOnceWithItsReason() throws {
        var failures: [WireError] = []
        for cell in 1...2 {
            connection.call(CellsUndo(cell: Int64(cell))) {
                if case .failure(let error) = $0 { failures.append(error) }
            }
        }
        try peer.say(Bye(reason: "stopping").line(id: nil))
        peer.socket.close()
        #expect(try connection.process() == [.bye(reason: "stopping")])
        #expect(throws: ConnectionLost(reason: "stopping")) { try connection.process() }
        #expect(failures.map(\.reason) == [.unavailable, .unavailable])
        #expect(failures.allSatisfy { $0.mayRetry })
        #expect(connection.fileDescriptor == -1)
        connection.call(CellsUndo(cell: 3)) { if case .failure(let error) = $0 { failures.append(error) } }
        #expect(failures.count == 3)
        #expect(throws: ConnectionLost.self) { try connection.process() }
    }

    @Test(arguments: ["nonsense", "[]", "{}", #"{"jsonrpc":"1.0","id":1,"result":{}}"#, #"{"jsonrpc":"2.0","id":1}"#])
    func lineThatIsNoMessage_EndsTheConnection(line: String) throws {
        try peer.say(line)
        #expect(throws: ConnectionLost.self) { try connection.process() }
    }

    @Test func messageBeforeNonsense_IsStillDelivered() throws {
        try peer.say(Bye(reason: "x").line(id: nil) + Array("nonsense\n".utf8))
        #expect(try connection.process() == [.bye(reason: "x")])
        // A loop learns of the end because the descriptor stays readable.
        #expect(try Readiness.wait(for: connection.fileDescriptor, milliseconds: 0))
        #expect(throws: ConnectionLost.self) { try connection.process() }
    }

    @Test func lineOverTheLimit_EndsTheConnection() throws {
        let block = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
        #expect(throws: ConnectionLost(reason: "the daemon sent a line longer than 262144 bytes")) {
            for _ in 0..<5 {
                try peer.say(block)
                _ = try connection.process()
            }
        }
    }

    @Test func daemonThatReadsNothing_CostsBoundedMemory() throws {
        let event = Notify(event: Event(kind: "k", body: String(repeating: "x", count: 30_000)))
        var failures: [WireError] = []
        for _ in 0..<100 {
            connection.notify(event) { if case .failure(let error) = $0 { failures.append(error) } }
        }
        #expect(connection.output.count <= Connection.outputLimit)
        #expect(connection.wantsToWrite)
        #expect(!failures.isEmpty)
        #expect(failures.allSatisfy { $0.reason == .overloaded })
        let sent = 100 - failures.count
        var lines = try peer.received().count
        while connection.wantsToWrite {
            _ = try connection.process()
            lines += try peer.received().count
        }
        #expect(lines >= sent)
    }

    @Test func close_FailsWhatWaitsAndIsFinal() throws {
        var reason: WireError.Reason?
        connection.call(CellsUndo(cell: 1)) { if case .failure(let error) = $0 { reason = error.reason } }
        connection.close()
        #expect(reason == .unavailable)
        #expect(connection.fileDescriptor == -1)
        var bytes: [UInt8] = []
        _ = try peer.socket.receive(appendingTo: &bytes, most: 1_000)
        #expect(try peer.socket.receive(appendingTo: &bytes, most: 1_000) == .end)
    }

    private func error(_ text: String) -> ConnectionLost { ConnectionLost(reason: text) }
}
