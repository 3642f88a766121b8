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
}
