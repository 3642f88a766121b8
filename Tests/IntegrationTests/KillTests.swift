import Client
import Posix
import SQLite
import TestSupport
import Testing
import Wire

/// How often a daemon is killed in each of these tests.
let rounds = 100

/// The first promise: an ack means that it is on disk. SIGKILL comes at moments of no one's choosing.
@Suite struct KillTests {
    let place: Workplace
    let daemon: RunningDaemon
    let senders: [RepeatingSender]

    init() throws {
        place = try Workplace()
        daemon = try RunningDaemon(in: place)
        senders = (1...4).map { [place] in RepeatingSender(name: "s\($0)", path: place.notify) }
    }

    @Test func ackedEvents_AreThereOnceAndInOrder() throws {
        var numbers = SplitMix64(seed: 2_026)
        for _ in 0..<rounds {
            try flood(
                untilAcked: Int.random(in: 0...400, using: &numbers), more: Int.random(in: 0...40, using: &numbers))
            try daemon.kill()
            for sender in senders { try sender.detach(hearing: Bool.random(using: &numbers)) }
            try daemon.restart()
            try compareCells()
        }
        try finish()
        let stopped = try daemon.terminate()
        #expect(stopped == .exited(0))
        try compareRows()
        let duplicates = senders.map(\.duplicates).reduce(0, +)
        print(
            "\(rounds) kills: \(senders.map(\.acked.count)) events acked, \(duplicates) of them stored but unheard before"
        )
    }

    private var acked: Int { senders.map(\.acked.count).reduce(0, +) }

    /// All senders send until so many more acks came, and then so many more times.
    private func flood(untilAcked count: Int, more: Int) throws {
        let goal = acked + count
        for sender in senders { try sender.attach() }
        let deadline = Clock.system.boot() + Programs.patience
        repeat {
            for sender in senders { try sender.pump(fresh: true) }
            try #require(Clock.system.boot() < deadline, "\(acked) of \(goal): \(daemon.program.complaint.suffix(500))")
        } while acked < goal
        for _ in 0..<more { for sender in senders { try sender.pump(fresh: true) } }
    }

    /// Sends what is left, until everything is acked.
    private func finish() throws {
        for sender in senders { try sender.attach() }
        let deadline = Clock.system.boot() + Programs.patience
        while !senders.allSatisfy(\.isDone) {
            for sender in senders { try sender.pump(fresh: false) }
            try #require(Clock.system.boot() < deadline, "\(acked) acked: \(daemon.program.complaint.suffix(500))")
        }
    }

    /// Each cell's past as a client reads it: every number once, without a gap, and not behind what was acked.
    private func compareCells() throws {
        let connection = try daemon.connect()
        let cells = try connection.wait(for: CellsList(kind: "kill", limit: 100), seconds: 10).cells
        let ids = Dictionary(uniqueKeysWithValues: cells.map { ($0.key, $0.id) })
        for sender in senders {
            for cell in 0..<RepeatingSender.cells {
                let own = sender.acked.keys.filter { $0 % RepeatingSender.cells == cell }
                guard let newest = own.max() else { continue }
                let id = try #require(ids[RepeatingSender.key(sender.name, cell)], "a whole cell is lost")
                let past = try connection.wait(for: CellsGet(cell: id), seconds: 10).history
                let numbers = past.compactMap { Int($0.title) }
                #expect(numbers.first ?? -1 >= newest, "\(sender.name): \(newest) was acked")
                let expected = (0..<numbers.count).map { (numbers.first ?? 0) - $0 * RepeatingSender.cells }
                #expect(numbers == expected, "\(sender.name)")
                for state in past {
                    guard let number = Int(state.title), let seq = sender.acked[number] else { continue }
                    #expect(state.seq == seq, "\(sender.name) \(number)")
                }
            }
        }
    }

    /// Everything that was ever acked, in the file itself.
    private func compareRows() throws {
        let database = try Database(path: place.database, mode: .readOnly)
        #expect(try database.quickCheck() == [])
        var query = try Statement("SELECT id, seq FROM events ORDER BY seq", in: database)
        let rows = try query.rows { (row) throws(SQLiteError) in (id: row.text(0) ?? "", seq: row.integer(1)) }
        #expect(rows.count == senders.map(\.sent).reduce(0, +))
        for sender in senders {
            let own = rows.filter { $0.id.hasPrefix(sender.name + "#") }
            #expect(own.map(\.id) == (0..<sender.sent).map { RepeatingSender.id(sender.name, $0) })
            #expect(own.map(\.seq) == (0..<sender.sent).map { sender.acked[$0] ?? 0 })
        }
    }
}
