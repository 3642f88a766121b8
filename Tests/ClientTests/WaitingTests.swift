import Posix
import Routing
import Synchronization
import Testing
import Wire

@testable import Client

struct WaitingTests {
    @Test func waitedCall_ReturnsItsAnswerAndKeepsTheRest() throws {
        let peer = try ScriptedPeer()
        try peer.say(Bye(reason: "soon").line(id: nil))
        try peer.say(#"{"jsonrpc":"2.0","id":1,"result":{"seq":12,"duplicate":false}}"#)
        let answer = try peer.connection.wait(for: Notify(event: Event(kind: "k")))
        #expect(answer == .stored(seq: 12, isDuplicate: false))
        #expect(try peer.connection.process() == [.bye(reason: "soon")])
    }

    @Test func refusedCall_ThrowsTheRefusal() throws {
        let peer = try ScriptedPeer()
        try peer.say(#"{"jsonrpc":"2.0","id":1,"error":{"code":-32007,"message":"no","data":{"reason":"notFound"}}}"#)
        #expect(throws: CallFailure.refused(WireError(.notFound, "no"))) {
            try peer.connection.wait(for: CellsGet(cell: 1))
        }
    }

    @Test func lostConnection_IsToldFromARefusal() throws {
        let peer = try ScriptedPeer()
        peer.socket.close()
        #expect(throws: CallFailure.lost(ConnectionLost(reason: "the daemon has gone"))) {
            try peer.connection.wait(for: Ping())
        }
    }

    @Test func silentDaemon_IsWaitedForNoLongerThanSaid() throws {
        let peer = try ScriptedPeer()
        let ticks = Ticks()
        let clock = Clock(boot: { ticks.next() }, wall: { 0 })
        #expect(throws: CallFailure.noAnswer(seconds: 2)) {
            try peer.connection.wait(for: Ping(), seconds: 2, clock: clock)
        }
    }
}

/// A clock's hand that moves on by a second each time it is looked at.
private final class Ticks: Sendable {
    private let milliseconds = Atomic<Int64>(0)

    func next() -> Int64 {
        milliseconds.add(1_000, ordering: .relaxed).newValue
    }
}
