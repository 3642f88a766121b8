import JSON
import Posix
import Routing
import Testing
import Wire

/// A peer that does not read costs a bounded buffer and nobody's time.
@Suite struct PausedPeerTests {
    let place: Workplace
    let daemon: RunningDaemon
    /// Long enough that all of them are far more than any buffer.
    static let title = String(repeating: "t", count: 1_000)
    static let count = 1_500

    init() throws {
        place = try Workplace()
        daemon = try RunningDaemon(in: place)
    }

    private func attach(_ hello: Hello) throws -> LineSocket {
        let socket = try LineSocket(connectingTo: place.client)
        try socket.send(String(decoding: hello.line(id: .number(1)), as: UTF8.self))
        _ = try #require(try socket.line())
        return socket
    }

    /// Sends events of as many cells; after each hundred the daemon's buffers are looked at.
    private func send(_ work: () throws -> Void) throws {
        let sender = try daemon.lines()
        for start in stride(from: 0, to: Self.count, by: 100) {
            try sender.send(
                (start..<start + 100).map { #"{"kind":"n","key":"\#($0)","title":"\#(Self.title)"}"# + "\n" }.joined())
            for number in start..<start + 100 {
                #expect(try sender.line() == #"{"seq":\#(number + 1),"duplicate":false}"#)
            }
            try work()
            let waiting = try #require(try daemon.numbers()["output_bytes"])
            // Each of at most three: what pauses it, and one line on top.
            #expect(waiting <= 3 * (64 * 1024 + WireLimits.lineFromDaemon))
        }
    }

    /// The seqs of messages that came, until the newest of all.
    private func seqs(_ socket: LineSocket, _ seq: (JSONNode) -> Int64?) throws -> [Int64] {
        var seqs: [Int64] = []
        while seqs.last != Int64(Self.count) {
            if let found = seq(try #require(try socket.line()).json()) { seqs.append(found) }
        }
        return seqs
    }

    @Test func observersThatDoNotRead_AreBehindAndCatchUp() throws {
        let silent = try attach(Hello(client: "silent 1", role: .observer))
        let slow = try attach(Hello(client: "slow 1", role: .observer))
        let brisk = try attach(Hello(client: "brisk 1", role: .observer))
        let version = { (line: JSONNode) in line["params"]?["cell"]?["version"]?.integer }
        var read: [UInt8] = []
        var briskSeqs: [Int64] = []
        try send {
            for _ in 0..<200 { _ = try slow.socket.receive(appendingTo: &read, most: 1) }
            let goal = briskSeqs.count + 100
            while briskSeqs.count < goal {
                guard let seq = version(try #require(try brisk.line()).json()) else { continue }
                briskSeqs.append(seq)
            }
        }
        #expect(briskSeqs == Array(1...Int64(Self.count)))
        #expect(read.count == 200 * (Self.count / 100))
        let all = Array(1...Int64(Self.count))
        #expect(try seqs(silent, version) == all)
        slow.giveBack(read)
        #expect(try seqs(slow, version) == all)
    }

    @Test func followerThatDoesNotRead_IsBehindAndMissesNothing() throws {
        let silent = try attach(Hello(client: "silent 1", role: .follower, follower: "s"))
        try send {}
        var last: Int64 = 0
        while last < Int64(Self.count) {
            let line = try #require(try silent.line()).json()
            guard let seq = line["params"]?["seq"]?.integer else { continue }
            #expect(seq == last + 1)
            last = seq
            try silent.send(String(decoding: CursorAck(seq: seq).line(id: nil), as: UTF8.self))
        }
    }

    @Test func senderThatDoesNotRead_IsReadNoMore() throws {
        let deaf = try daemon.lines()
        let pings = Array(String(repeating: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n", count: 20_000).utf8)[
            ...]
        var rest = pings
        var refusals = 0
        while !rest.isEmpty, refusals < 20 {
            if let count = try deaf.socket.send(rest) {
                rest = rest.dropFirst(count)
                refusals = 0
            } else {
                refusals += 1
                // Somebody else is served meanwhile, and the daemon had a turn in which to read more.
                #expect(try daemon.notify(#"{"kind":"a"}"#).count == 1)
            }
        }
        #expect(!rest.isEmpty, "the daemon read it all")
        let waiting = try #require(try daemon.numbers()["output_bytes"])
        #expect(waiting > 0 && waiting <= 64 * 1024 + WireLimits.lineFromDaemon)
        // Once it reads, everything that it sent is answered.
        let sent = pings.count - rest.count
        let lines = sent / (pings.count / 20_000)
        for _ in 0..<lines { #expect(try deaf.line() == #"{"jsonrpc":"2.0","id":1,"result":{}}"#) }
    }
}
