import InboxStore
import Posix
import SQLite
import TestSupport
import Testing

/// A real process, killed at moments of no one's choosing, again and again on one file.
@Suite struct KillTests {
    @Test func killedWriter_HasLostNothingItAcked() throws {
        let fixture = try StoreFixture()
        let path = "\(fixture.directory)/killed.db"
        var numbers = SplitMix64(seed: 7)
        var acked: [String: Ack] = [:]
        for round in 0..<20 {
            for ack in try killedWriter(path, round: round, after: Int.random(in: 1...40_000, using: &numbers)) {
                #expect(acked.updateValue(ack, forKey: ack.id) == nil, "acked twice: \(ack.id)")
            }
            try compare(path, acked)
        }
        #expect(acked.count > 100)
    }

    private struct Ack {
        let id: String
        let seq: Int64
        let key: String
    }

    /// Starts the writer, kills it once it has said so many bytes, and returns what it had acked in whole lines.
    private func killedWriter(_ path: String, round: Int, after count: Int) throws -> [Ack] {
        let program = "\(Files.directory(of: CommandLine.arguments[0]))/StoreWriter"
        let pipe = try Pipe()
        let null = try FileDescriptor.null()
        var command = ChildProcess.Command([program, path, "\(round)"])
        command.standardInput = null.raw
        command.standardOutput = pipe.writer
        let child = try ChildProcess.spawn(command)
        pipe.closeWriter()
        var output: [UInt8] = []
        while output.count < count, case .bytes = try pipe.read(appendingTo: &output, most: 4096) {}
        try child.kill(Signals.kill)
        output += try pipe.readToEnd(limit: 1 << 20)
        #expect(try child.wait() == .signalled(Signals.kill))
        let lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        return try lines.map { line in
            let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
            return Ack(id: words[0], seq: try #require(Int64(words[1])), key: words[2])
        }
    }

    private func compare(_ path: String, _ acked: [String: Ack]) throws {
        let highWater = try InboxStore(path: path).highWater
        let database = try Database(path: path, mode: .readOnly)
        #expect(try database.quickCheck() == [])
        var query = try Statement("SELECT e.seq, e.id, c.key FROM events e JOIN cells c ON c.id = e.cell", in: database)
        let stored = try query.rows { (row) throws(SQLiteError) in
            Ack(id: row.text(1) ?? "", seq: row.integer(0), key: row.text(2) ?? "")
        }
        let byID = Dictionary(grouping: stored, by: \.id)
        for ack in acked.values {
            let found = byID[ack.id] ?? []
            #expect(found.map(\.seq) == [ack.seq], "\(ack.id)")
            #expect(found.map(\.key) == [ack.key])
        }
        #expect(stored.map(\.seq).max() == highWater)
        #expect(Set(stored.map(\.seq)).count == stored.count)
        for (turn, events) in Dictionary(grouping: stored, by: { $0.id.split(separator: "-").prefix(2) }) {
            let sizes = Set(events.map { $0.id.split(separator: "-").last.map(String.init) ?? "" })
            #expect(sizes == ["\(events.count)"], "a part of turn \(turn)")
        }
    }
}
