import Client
import JSON
import Posix
import Routing
import Testing
import Wire

/// Nothing grows without a stated bound, and a bound that is met is said, not suffered.
@Suite struct LimitsTests {
    let place: Workplace

    init() throws { place = try Workplace() }

    @Test func clientThatDoesNotRead_IsBehindInTheTableNotInABuffer() throws {
        let daemon = try RunningDaemon(in: place)
        let client = try daemon.connect()
        _ = try client.wait(for: Hello(client: "slow", role: .navigator), seconds: 10)
        let state = NavigationState(selectedTab: "builds")
        _ = try client.wait(for: NavigationReport(state: state, idleMilliseconds: 0), seconds: 10)
        let sender = try daemon.lines()
        let title = String(repeating: "x", count: 900)
        let (rounds, perRound) = (40, 100)
        for round in 0..<rounds {
            let lines = (0..<perRound).map { number in
                #"{"kind":"n","key":"\#(number)","state":"s\#(round)","title":"\#(title)"}"# + "\n"
            }
            try sender.send(lines.joined())
            for _ in 0..<perRound { _ = try sender.line() }
        }
        #expect(try daemon.numbers()["output_bytes"] ?? .max < 1 << 20)
        // It reads at last: of each cell the newest state comes, not each that it slept through.
        var newest: [String: String] = [:]
        var count = 0
        _ = try client.incoming { news -> Bool? in
            for case .announced(let cell) in news[count...] { newest[cell.key] = cell.state }
            count = news.count
            return newest.count == perRound && newest.values.allSatisfy { $0 == "s\(rounds - 1)" } ? true : nil
        }
        #expect(count < rounds * perRound, "all \(count) were kept for it")
    }

    @Test func connectionTooMany_IsToldAndTheOthersAreServed() throws {
        let daemon = try RunningDaemon(in: place)
        var sockets: [LineSocket] = []
        for _ in 0..<WireLimits.connections {
            let socket = try daemon.lines()
            try socket.send(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n")
            sockets.append(socket)
            guard let answer = try socket.line() else { break }
            #expect(try answer.json()["result"] != nil, "\(answer)")
        }
        let refused = try daemon.lines()
        let error = WireError(wire: try #require(try refused.line()?.json()["error"]))
        #expect(error.reason == .overloaded && error.mayRetry, "\(error)")
        #expect(try refused.line() == nil)
        try sockets[7].send(#"{"kind":"still"}"# + "\n")
        #expect(try sockets[7].line() == #"{"seq":1,"duplicate":false}"#)
        sockets.removeAll()
        #expect(try daemon.notify(#"{"kind":"again"}"#) == [#"{"seq":2,"duplicate":false}"#])
    }

    /// The state directory on a file system of 16 MiB of the daemon's own.
    @Test func fullDisk_IsSaidAndNothingAckedIsLost() throws {
        guard Environment.system.uid == 0, try Files.exists("/usr/bin/unshare") else {
            print("skipped: a small file system needs root and unshare")
            return
        }
        try Files.makeDirectories(place.state, mode: 0o700)
        let mount =
            #"mount -t tmpfs -o size=16m,mode=0700 tmpfs "$0" && head -c 7000000 /dev/zero >"$0/filler" && exec "$@""#
        let daemon = try RunningDaemon(
            ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", mount, place.state, try Programs.path("deeplinkd")]
                + ["--standalone"] + place.options, in: place)
        let sender = try daemon.lines()
        let body = String(repeating: "x", count: 20_000)
        var acked = 0
        var refusal: WireError?
        while refusal == nil, acked < 1_000 {
            try sender.send(#"{"kind":"n","body":"\#(body)"}"# + "\n")
            let answer = try #require(try sender.line()).json()
            if let error = answer["error"] { refusal = WireError(wire: error) } else { acked += 1 }
        }
        #expect(
            refusal?.reason == .diskFull && refusal?.mayRetry == true,
            "\(acked) acked, then \(String(describing: refusal))")
        #expect(try daemon.numbers()["events"] == acked)
        try Files.unlink("/proc/\(daemon.pid)/root\(place.state)/filler")
        try sender.send(#"{"kind":"n","body":"\#(body)"}"# + "\n")
        #expect(try sender.line()?.json()["seq"]?.integer == Int64(acked + 1))
        #expect(try daemon.numbers()["events"] == acked + 1)
    }
}
