import Client
import JSON
import Posix
import Routing
import Testing
import Wire

/// Followers: every event, a window, one connection a name.
@Suite struct FollowerTests {
    let place: Workplace
    let daemon: RunningDaemon

    init() throws {
        place = try Workplace()
        daemon = try RunningDaemon(in: place)
    }

    private func attach(_ name: String) throws -> (connection: Connection, cursor: Int64?) {
        let connection = try daemon.connect()
        let hello = Hello(client: "test 1", role: .follower, follower: name)
        return (connection, try connection.wait(for: hello, seconds: 10).cursor)
    }

    private func events(_ count: Int, on connection: Connection) throws -> [FollowedEvent] {
        try connection.incoming { all in
            let events = all.compactMap { if case .event(let event) = $0 { event } else { nil } }
            return events.count >= count ? events : nil
        }
    }

    /// Everything that the daemon has for a connection is there once a call that was made later is answered.
    private func eventsUntilNow(on connection: Connection) throws -> [FollowedEvent] {
        _ = try connection.wait(for: Ping(), seconds: 10)
        return try connection.process().compactMap { if case .event(let event) = $0 { event } else { nil } }
    }

    private func send(_ range: ClosedRange<Int>) throws {
        let socket = try daemon.lines()
        try socket.send(range.map { #"{"kind":"n","key":"k","title":"\#($0)"}"# + "\n" }.joined())
        for _ in range { _ = try #require(try socket.line()) }
    }

    @Test func event_ComesInFullWithItsRoute() throws {
        let (connection, cursor) = try attach("a")
        #expect(cursor == 0)
        _ = try daemon.notify(
            #"{"kind":"pr","key":"7","id":"x","state":"checks_failed","title":"t","body":"b\n","params":{"n":1.50},"priority":"high","expires":"2030-01-01T00:00:00Z"}"#
        )
        let event = try #require(try events(1, on: connection).first)
        let uid = Environment.system.uid
        #expect(event.seq == 1 && event.cell == 1 && event.sender == uid && event.cut == [])
        #expect(event.route.link.description == "deeplink://builds/prs/1/checks")
        #expect(
            event.event
                == Event(
                    kind: "pr", state: "checks_failed", key: "7", id: "x", source: "uid:\(uid)", title: "t",
                    body: "b\n",
                    params: ["n": .number("1.50")], priority: .high, expiry: .at(milliseconds: 1_893_456_000_000)))
    }

    @Test func unacknowledged_IsAWindowAndEachAckMakesRoom() throws {
        try send(1...600)
        let (connection, _) = try attach("a")
        let window = Int64(WireLimits.followerWindow)
        #expect(try events(Int(window), on: connection).map(\.seq) == Array(1...window))
        #expect(try eventsUntilNow(on: connection) == [])
        connection.acknowledge(3)
        #expect(try events(3, on: connection).map(\.seq) == Array(window + 1...window + 3))
        #expect(try eventsUntilNow(on: connection) == [])
        connection.acknowledge(window + 3)
        #expect(try events(Int(window), on: connection).map(\.seq) == Array(window + 4...2 * window + 3))
    }

    @Test func ackOfWhatWasNotSent_IsRefused() throws {
        try send(1...2)
        let (connection, _) = try attach("a")
        _ = try events(2, on: connection)
        for call in [CursorAck(seq: 3), CursorAck(seq: .max)] {
            #expect { try connection.wait(for: call, seconds: 10) } throws: {
                guard case .refused(let error) = $0 as? CallFailure else { return false }
                return error.reason == .invalidField && error.field == "seq"
            }
        }
        let other = try daemon.connect()
        #expect { try other.wait(for: CursorAck(seq: 1), seconds: 10) } throws: {
            guard case .refused(let error) = $0 as? CallFailure else { return false }
            return error.reason == .invalidRequest
        }
    }

    @Test func secondOfAName_TakesOverAndTheFirstIsToldBye() throws {
        try send(1...3)
        let (first, _) = try attach("a")
        _ = try events(3, on: first)
        _ = try first.wait(for: CursorAck(seq: 2), seconds: 10)
        let (second, cursor) = try attach("a")
        #expect(cursor == 2)
        #expect(try events(1, on: second).map(\.seq) == [3])
        let farewell = try first.incoming { all in all.first { if case .bye = $0 { true } else { false } } }
        #expect(farewell == .bye(reason: "another follower a came"))
        #expect(throws: ConnectionLost.self) { while true { _ = try first.process() } }
        #expect(try daemon.numbers()["followers"] == 1)
    }

    @Test func seventeenthFollower_IsRefused() throws {
        var connections: [Connection] = []
        for number in 1...16 { connections.append(try attach("f\(number)").connection) }
        #expect { try attach("f17") } throws: {
            guard case .refused(let error) = $0 as? CallFailure else { return false }
            return error.reason == .quota
        }
        connections[3].close()
        _ = try attach("f4")
    }

    @Test func bye_ComesWhenTheDaemonStops() throws {
        let (connection, _) = try attach("a")
        #expect(try daemon.terminate() == .exited(0))
        let farewell = try connection.incoming { all in all.first { if case .bye = $0 { true } else { false } } }
        #expect(farewell == .bye(reason: "deeplinkd is stopping"))
    }

    // MARK: deeplinkctl watch --follow

    @Test func watchingFollowerKilledAgainAndAgain_PrintsEveryEventInOrder() throws {
        var printed: [Int64] = []
        var number = 0
        for _ in 0..<20 {
            try send(number + 1...number + 7)
            number += 7
            let words = [
                try Programs.path("deeplinkctl"), "watch", "--follow", "w", "--json", "--client", place.client,
            ]
            let program = try RunningProgram(words, in: place)
            let deadline = Clock.system.boot() + Programs.patience
            var seqs: [Int64] = []
            while (printed + seqs).last != Int64(number) {
                try #require(Clock.system.boot() < deadline, "\(seqs), \(program.complaint)")
                _ = try program.isRunning(for: 5)
                seqs = try program.output.split(separator: "\n").map { try String($0).json()["seq"]?.integer ?? 0 }
            }
            try program.child.kill(Signals.kill)
            _ = try program.ended()
            // Nothing is missing; what comes again is the end of what was printed, just before the kill.
            let first = try #require(seqs.first)
            #expect(first <= Int64(number - 6) && first > Int64(number - 14))
            #expect(seqs == Array(first...Int64(number)))
            printed += seqs
        }
        let plain = try Programs.run(
            [try Programs.path("deeplinkctl"), "watch", "--follow", "no name", "--client", place.client], in: place)
        #expect(plain.status == .exited(2), "\(plain)")
    }
}
