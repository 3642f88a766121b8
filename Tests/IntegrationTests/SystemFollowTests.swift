import JSON
import Posix
import SQLite
import TestSupport
import Testing
import Wire

/// A system's daemon and a user's that follows it, each in a place of its own.
final class TwoDaemons {
    let system: RunningDaemon
    let user: RunningDaemon

    /// With `isLate` the system's is not there yet.
    init(isLate: Bool = false) throws {
        let (above, below) = (try Workplace(), try Workplace())
        let program = try Programs.path("deeplinkd")
        system = try RunningDaemon([program, "--system", "--standalone"] + above.options, in: above)
        if isLate {
            #expect(try system.terminate() == .exited(0))
            try Files.removeDirectory(above.directory + "/run")
        }
        user = try RunningDaemon(
            [program, "--standalone"] + below.options + ["--follow", above.client], in: below)
    }

    /// Waits until the user's inbox has so many events.
    func awaitEvents(_ count: Int) throws {
        let deadline = Clock.system.boot() + 3 * Programs.patience
        while try user.numbers()["events"] ?? 0 < count {
            if Clock.system.boot() > deadline {
                Issue.record("\(count) events do not come: \(try user.call(Status())), \(try system.call(Status()))")
                struct Missing: Error {}
                throw Missing()
            }
            _ = try user.program.isRunning(for: 5)
        }
    }

    /// Waits until the user's daemon follows the system's, or does not.
    func awaitFollowing(_ isSo: Bool) throws {
        let deadline = Clock.system.boot() + Programs.patience
        while try user.numbers()["system_followed"] != (isSo ? 1 : 0) {
            let status = try user.call(Status())
            try #require(Clock.system.boot() < deadline, "\(status)")
            _ = try user.program.isRunning(for: 5)
        }
    }

    /// What the user's daemon keeps, in its order; the daemon has ended.
    func kept() throws -> [Kept] {
        #expect(try user.terminate() == .exited(0), "\(user.program.complaint.suffix(500))")
        let database = try Database(path: user.place.database, mode: .readOnly)
        var query = try Statement(
            "SELECT e.id, e.title, e.sender, c.key, e.source FROM events e JOIN cells c ON c.id = e.cell ORDER BY e.seq",
            in: database)
        return try query.rows { (row) throws(SQLiteError) in
            Kept(
                id: row.text(0) ?? "", title: row.text(1) ?? "", sender: row.integer(2), key: row.text(3) ?? "",
                source: row.text(4) ?? "")
        }
    }

    struct Kept: Equatable {
        let id: String
        let title: String
        let sender: Int64
        let key: String
        let source: String
    }
}

/// The user's daemon takes in what the system's has for its user: each event once, in order, as its sender gave it.
@Suite struct SystemFollowTests {
    let me = Int64(Environment.system.uid)

    @Test func eitherDaemonKilled_EachEventIsThereOnceAndInOrder() throws {
        let daemons = try TwoDaemons()
        let sender = RepeatingSender(name: "s", path: daemons.system.place.notify)
        var numbers = SplitMix64(seed: 31)
        var (systemKills, userKills, sentBefore) = (0, 0, 0)
        while systemKills + userKills < 60 {
            try sender.attach()
            // The system's bound on what one uid sends begins anew with each start.
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                try sender.pump(fresh: sender.sent - sentBefore < 400)
                _ = try daemons.user.program.isRunning(for: Int64.random(in: 0...6, using: &numbers))
            }
            if Int.random(in: 0..<3, using: &numbers) == 0 {
                try daemons.system.kill()
                try sender.detach(hearing: Bool.random(using: &numbers))
                try daemons.system.restart()
                sentBefore = sender.sent - 64
                systemKills += 1
            } else {
                try daemons.user.kill()
                try daemons.user.restart()
                userKills += 1
            }
        }
        try sender.attach()
        let deadline = Clock.system.boot() + Programs.patience
        while !sender.isDone {
            try #require(Clock.system.boot() < deadline, "\(sender.sent) events, not all acked")
            try sender.pump(fresh: false)
            _ = try daemons.user.program.isRunning(for: 1)
        }
        try daemons.awaitEvents(sender.sent)
        let kept = try daemons.kept()
        #expect(kept.map(\.id) == (0..<sender.sent).map { RepeatingSender.id("s", $0) })
        #expect(kept.allSatisfy { $0.sender == me && $0.source.isEmpty })
        print("\(systemKills) kills of a system's daemon, \(userKills) of a user's: \(kept.count) events, each once")
    }

    @Test func eventsWithoutIds_AreStoredOnceThroughKillsOfTheUsersDaemon() throws {
        let daemons = try TwoDaemons()
        var numbers = SplitMix64(seed: 32)
        let lines = try daemons.system.lines()
        var sent = 0
        for _ in 0..<30 {
            for _ in 0..<Int.random(in: 1...12, using: &numbers) {
                try lines.send(#"{"kind":"plain","title":"\#(sent)"}"# + "\n")
                #expect(try lines.line()?.contains("seq") == true)
                sent += 1
            }
            try daemons.user.kill()
            try daemons.user.restart()
        }
        try daemons.awaitEvents(sent)
        let kept = try daemons.kept()
        #expect(kept.map(\.title) == (0..<sent).map(String.init))
        #expect(Set(kept.map(\.key)).count == sent, "each is a cell of its own, whatever the numbers of the other")
        #expect(kept.allSatisfy { $0.id.hasPrefix("system:") && $0.id == $0.key })
    }

    @Test func numberedCells_DoNotMeetTheUsersOwn() throws {
        let daemons = try TwoDaemons()
        _ = try daemons.user.notify(#"{"kind":"plain","title":"own"}"#)
        _ = try daemons.system.notify(#"{"kind":"plain","title":"other"}"#)
        try daemons.awaitEvents(2)
        #expect(try daemons.user.numbers()["cells"] == 2)
        #expect(try daemons.user.call(Status()).system?.hasPrefix("following ") == true)
        #expect(try daemons.user.numbers()["system_taken"] == 1)
    }

    @Test func systemsDaemon_ComesLateGoesAndIsMadeAnew() throws {
        let daemons = try TwoDaemons(isLate: true)
        #expect(try daemons.user.call(Status()).system?.hasPrefix("waiting") == true)
        try daemons.system.restart()
        _ = try daemons.system.notify(#"{"kind":"a","id":"1","title":"first"}"#, #"{"kind":"a","title":"second"}"#)
        try daemons.awaitEvents(2)
        #expect(try daemons.system.terminate() == .exited(0))
        for name in try Files.list(daemons.system.place.state) {
            try Files.unlink("\(daemons.system.place.state)/\(name)")
        }
        try daemons.system.restart()
        _ = try daemons.system.notify(#"{"kind":"b","title":"third"}"#, #"{"kind":"b","title":"fourth"}"#)
        try daemons.awaitEvents(4)
        #expect(try daemons.kept().map(\.title) == ["first", "second", "third", "fourth"])
    }

    @Test func fullInbox_LeavesTheRestWithTheSystemsDaemon() throws {
        let daemons = try TwoDaemons()
        #expect(try daemons.user.terminate() == .exited(0))
        let words = [try Programs.path("deeplinkd"), "--standalone", "--keep-events", "3"] + daemons.user.place.options
        let small = try RunningDaemon(
            words + ["--follow", daemons.system.place.client], in: daemons.user.place)
        _ = try daemons.system.notify(
            #"{"kind":"n","key":"k1"}"#, #"{"kind":"n","key":"k2"}"#, #"{"kind":"n","key":"k3"}"#,
            #"{"kind":"n","key":"k4"}"#)
        let deadline = Clock.system.boot() + Programs.patience
        while true {
            let numbers = try small.numbers()
            if numbers["system_behind"] == 1, numbers["events"] == 3 { break }
            try #require(Clock.system.boot() < deadline, "\(numbers)")
            _ = try small.program.isRunning(for: 10)
        }
        let cells = try small.call(CellsList()).cells
        _ = try small.call(CellsRead(cell: try #require(cells.last?.id)))
        while try small.call(CellsList()).cells.first?.key != "k4" {
            let numbers = try small.numbers()
            try #require(Clock.system.boot() < deadline, "\(numbers)")
            _ = try small.program.isRunning(for: 10)
        }
        #expect(try small.call(CellsList()).cells.map(\.key) == ["k4", "k3", "k2"])
    }

    @Test func switchedOff_NobodyIsFollowed() throws {
        let place = try Workplace()
        try Files.writeAtomically(
            Array("version = 1\n[follow]\nsystem = false\n".utf8), to: place.configuration + "/deeplinkd.toml")
        let program = try Programs.path("deeplinkd")
        let daemon = try RunningDaemon(
            [program, "--standalone"] + place.options + ["--follow", place.directory + "/none.sock"], in: place)
        #expect(try daemon.call(Status()).system == "not followed")
        let alone = try RunningDaemon(in: try Workplace())
        #expect(try alone.call(Status()).system == nil, "a place of its own follows nobody")
    }

    @Test func hangUp_SwitchesFollowingOffAndOn() throws {
        let daemons = try TwoDaemons()
        let file = daemons.user.place.configuration + "/deeplinkd.toml"
        _ = try daemons.system.notify(#"{"kind":"a","title":"one"}"#)
        try daemons.awaitEvents(1)
        for isOn in [false, true] {
            try Files.writeAtomically(Array("version = 1\n[follow]\nsystem = \(isOn)\n".utf8), to: file)
            try daemons.user.program.child.kill(Signals.hangUp)
            try daemons.awaitFollowing(isOn)
            if !isOn {
                _ = try daemons.system.notify(#"{"kind":"a","title":"two"}"#)
                try wait(for: daemons.system, until: { $0["followers"] == 0 })
                #expect(try daemons.user.call(Status()).system == "not followed")
            }
        }
        try daemons.awaitEvents(2)
        #expect(try daemons.kept().map(\.title) == ["one", "two"])
    }

    /// The older copy knows the follower, and less than it has; its seqs are given again to other events.
    @Test func olderCopyPutBack_NoNewEventIsMissing() throws {
        let daemons = try TwoDaemons()
        let state = daemons.system.place.state
        _ = try daemons.system.notify(#"{"kind":"a","title":"1"}"#, #"{"kind":"a","title":"2"}"#)
        try daemons.awaitEvents(2)
        #expect(try daemons.system.terminate() == .exited(0))
        let names = try Files.list(state).filter { $0.hasPrefix("inbox.db") }
        let copies = try names.map { ($0, try Files.read("\(state)/\($0)", limit: 64 << 20).bytes) }
        try daemons.system.restart()
        _ = try daemons.system.notify(#"{"kind":"a","title":"3"}"#, #"{"kind":"a","title":"4"}"#)
        try daemons.awaitEvents(4)
        #expect(try daemons.system.terminate() == .exited(0))
        for name in try Files.list(state) where name.hasPrefix("inbox.db") { try Files.unlink("\(state)/\(name)") }
        for (name, bytes) in copies { try Files.writeAtomically(bytes, to: "\(state)/\(name)", mode: 0o600) }
        try daemons.system.restart()
        try daemons.awaitFollowing(true)
        _ = try daemons.system.notify(#"{"kind":"a","title":"3 anew"}"#, #"{"kind":"a","title":"4 anew"}"#)
        try daemons.awaitEvents(6)
        #expect(try daemons.kept().map(\.title) == ["1", "2", "3", "4", "3 anew", "4 anew"])
    }

    /// Needs root, to be somebody else.
    @Test func socketOfSomebodyElse_IsRefusedAndSaid() throws {
        guard me == 0 else { return print("skipped: only root can serve a socket as somebody else") }
        let (elsewhere, place) = (try Workplace(), try Workplace())
        let socket = elsewhere.directory + "/client.sock"
        #expect(try Programs.run(["chmod", "-R", "777", elsewhere.directory], in: elsewhere).status == .exited(0))
        let other = try RunningProgram(
            ["setpriv", "--reuid=65534", "--clear-groups", "socat", "UNIX-LISTEN:\(socket),fork", "SYSTEM:cat"],
            in: elsewhere)
        let deadline = Clock.system.boot() + Programs.patience
        while try !Files.exists(socket) {
            try #require(Clock.system.boot() < deadline, "\(other.complaint)")
            _ = try other.isRunning(for: 5)
        }
        let user = try RunningDaemon(
            [try Programs.path("deeplinkd"), "--standalone"] + place.options + ["--follow", socket], in: place)
        let said = try #require(try user.call(Status()).system)
        #expect(said.hasPrefix("waiting: ") && said.contains("65534"), "\(said)")
        #expect(try user.numbers()["system_followed"] == 0)
    }

    /// Nothing ticks: a daemon at rest that waits for a socket is not scheduled at all.
    @Test func absentSystem_CostsNoWakeUp() throws {
        let (elsewhere, place) = (try Workplace(), try Workplace())
        let user = try RunningDaemon(
            [try Programs.path("deeplinkd"), "--standalone"] + place.options
                + ["--follow", elsewhere.directory + "/absent/deeplinkd/client.sock"], in: place)
        #expect(try user.call(Status()).system?.hasPrefix("waiting") == true)
        // What was written at the start is folded in two seconds after it.
        _ = try user.program.isRunning(for: 4_000)
        let before = try wakeUps(of: user.pid)
        _ = try user.program.isRunning(for: 2_000)
        #expect(try wakeUps(of: user.pid) == before)
    }

    private func wakeUps(of pid: Int32) throws -> Substring {
        let status = String(decoding: try Files.read("/proc/\(pid)/status", limit: 1 << 16).bytes, as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
        return try #require(line)
    }

    private func wait(for daemon: RunningDaemon, until isSo: ([String: Int]) -> Bool) throws {
        let deadline = Clock.system.boot() + Programs.patience
        while true {
            let numbers = try daemon.numbers()
            if isSo(numbers) { return }
            try #require(Clock.system.boot() < deadline, "\(numbers)")
            _ = try daemon.program.isRunning(for: 5)
        }
    }
}
