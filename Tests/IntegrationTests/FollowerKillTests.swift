import Posix
import TestSupport
import Testing

/// A follower sees every event in order, none missing, none again after its ack: however often either side is killed, and
/// while retention takes what it has read.
@Suite struct FollowerKillTests {
    static let lives = 1_000
    /// Events that are kept: far fewer than are sent.
    static let kept = 300
    let place: Workplace
    let daemon: RunningDaemon
    let sender: RepeatingSender
    let follower: ScriptedFollower

    init() throws {
        place = try Workplace()
        let words = [try Programs.path("deeplinkd"), "--standalone", "--keep-events", "\(Self.kept)"]
        daemon = try RunningDaemon(words + place.options, in: place)
        sender = RepeatingSender(name: "s", path: place.notify)
        follower = ScriptedFollower(name: "copy", path: place.client)
    }

    @Test func followerKilledAThousandTimes_SeesEachEventInOrder() throws {
        var numbers = SplitMix64(seed: 6)
        var daemonKills = 0
        var life = 0
        // Some more where they were short of events, until retention has had its share.
        while life < Self.lives || (sender.sent <= 5 * Self.kept && life < 2 * Self.lives) {
            life += 1
            try live(&numbers)
            if life.isMultiple(of: 25) {
                daemonKills += 1
                try killDaemon(&numbers)
            }
            follower.kill()
        }
        try finish()
        #expect(follower.done == (0..<sender.sent).map { RepeatingSender.id("s", $0) })
        #expect((0..<sender.sent).allSatisfy { sender.acked[$0] == Int64($0) + 1 })
        let events = try #require(try daemon.numbers()["events"])
        #expect(events <= Self.kept && sender.sent > 5 * Self.kept)
        #expect(try daemon.terminate() == .exited(0), "\(daemon.program.complaint.suffix(500))")
        print(
            "\(life) kills of a follower, \(daemonKills) of its daemon: \(sender.sent) events, \(events) of them kept, "
                + "\(follower.repeats) came again without an ack")
    }

    /// One life of the follower, of no one's choosing.
    private func live(_ numbers: inout SplitMix64) throws {
        try sender.attach()
        try follower.attach()
        for _ in 0..<Int.random(in: 0...4, using: &numbers) {
            try send(&numbers)
            try follower.work(milliseconds: Int64.random(in: 0...2, using: &numbers))
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: break
            case 1: try follower.acknowledge(waits: false)
            default: try follower.acknowledge(waits: true)
            }
        }
        // A last word that it may or may not be killed before.
        if Bool.random(using: &numbers) { try follower.acknowledge(waits: false) }
    }

    /// Sends as long as retention has place for what the follower has not acknowledged.
    private func send(_ numbers: inout SplitMix64) throws {
        try sender.pump(fresh: !isBehind)
        guard isBehind else { return }
        // On a busy machine its lives may be too short to hear anything: now and then one is not.
        guard Int.random(in: 0..<20, using: &numbers) == 0 else { return }
        try follower.acknowledge(waits: true)
        try follower.work(milliseconds: 20)
    }

    private var isBehind: Bool { sender.sent - Int(follower.heard) > Self.kept / 2 }

    private func killDaemon(_ numbers: inout SplitMix64) throws {
        if Bool.random(using: &numbers) { try follower.work() }
        try daemon.kill()
        // What the kernel still has of its words may be heard, or not.
        if Bool.random(using: &numbers) { try follower.work() }
        try sender.detach(hearing: Bool.random(using: &numbers))
        try daemon.restart()
    }

    private func finish() throws {
        try sender.attach()
        try follower.attach()
        let deadline = Clock.system.boot() + Programs.patience
        while !sender.isDone || follower.done.count < sender.sent {
            try #require(Clock.system.boot() < deadline, "\(follower.done.count) of \(sender.sent) came")
            try sender.pump(fresh: false)
            try follower.work(milliseconds: 1)
            try follower.acknowledge(waits: true)
        }
    }
}
