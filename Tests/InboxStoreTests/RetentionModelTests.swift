import InboxStore
import Routing
import SQLite
import TestSupport
import Testing

/// Generated operations on small inboxes, always full, against a model; and every count against a recount.
@Suite struct RetentionModelTests {
    private static let bound = 12

    @Test(arguments: [11, 12, 13, 14])
    func generatedOperations_AgreeWithTheModel(seed: UInt64) throws {
        let fixture = try StoreFixture(retention: Retention(events: Self.bound))
        var numbers = SplitMix64(seed: seed)
        var model = RetentionModel(bound: Self.bound)
        for step in 0..<600 {
            var next = model
            let fails = Int.random(in: 0..<8, using: &numbers) == 0
            do {
                try fixture.turn { store in
                    for _ in 0..<Int.random(in: 1...5, using: &numbers) {
                        try operate(fixture, &next, &numbers)
                    }
                    if fails { throw Stop() }
                }
                model = next
            } catch is Stop {}
            if step % 20 == 0 { try compare(fixture, fixture.store, model) }
            if step % 100 == 99 {
                try fixture.reopen(retention: Retention(events: Self.bound)) { try recount($0, model) }
                try compare(fixture, try fixture.snapshot(), model)
            }
        }
        #expect(model.quotas > 20)
        #expect(model.highWater > 300)
    }

    private struct Stop: Error {}

    private func operate(_ fixture: StoreFixture, _ model: inout RetentionModel, _ numbers: inout SplitMix64) throws {
        let inbox = UInt32.random(in: 1...2, using: &numbers)
        let ids = model.cells.values.filter { $0.inbox == inbox }.map(\.id).sorted()
        let cell = ids.randomElement(using: &numbers) ?? 1
        let now = StoreFixture.start
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0:
            _ = try fixture.store.markRead(inbox: inbox, cell: cell, version: .max)
            model.change(inbox, cell) { $0.read = $0.version }
        case 1:
            _ = try fixture.store.dismiss(inbox: inbox, cell: cell, version: .max)
            model.change(inbox, cell) { $0.dismissed = $0.version }
        case 2:
            _ = try fixture.store.undoDismiss(inbox: inbox, cell: cell)
            model.change(inbox, cell) { $0.dismissed = 0 }
        case 3:
            let name = numbers.letter(of: "xy")
            if model.followers["\(inbox) \(name)"] == nil {
                _ = try fixture.store.follower(inbox: inbox, name: name, startingAfter: .max, at: now)
                model.followers["\(inbox) \(name)"] = model.highWater
            } else {
                try fixture.store.removeFollower(inbox: inbox, name: name)
                model.followers["\(inbox) \(name)"] = nil
            }
        case 4, 5:
            let name = numbers.letter(of: "xy")
            let seq = model.highWater - Int64.random(in: 0...4, using: &numbers)
            let reached = try fixture.store.advanceFollower(inbox: inbox, name: name, to: seq, at: now)
            model.followers["\(inbox) \(name)"] = model.followers["\(inbox) \(name)"].map { max($0, seq) }
            #expect(reached == model.followers["\(inbox) \(name)"])
        default:
            let event = Event(kind: "job", key: numbers.letter(of: "abcdefghijklmnop"))
            let sender = UInt32.random(in: 1...3, using: &numbers)
            let acceptance = try fixture.accept(event, inbox: inbox, sender: sender)
            #expect(acceptance.seq == model.accept(event.key ?? "", inbox, sender))
            if acceptance.seq == nil { #expect(acceptance == .quota) }
        }
    }

    private func compare(_ fixture: StoreFixture, _ store: InboxStore, _ model: RetentionModel) throws {
        for inbox: UInt32 in 1...2 {
            let expected = model.events.filter { $0.inbox == inbox }
            #expect(try store.events(inbox: inbox, after: 0, limit: 500).map(\.seq) == expected.map(\.seq))
            #expect(store.eventCount(inbox: inbox) == expected.count)
            #expect(expected.count <= Self.bound)
        }
        for sender: UInt32 in 1...3 {
            #expect(store.eventCount(sender: sender) == model.events.count { $0.sender == sender })
        }
        let statistics = try store.statistics()
        #expect(statistics.events == model.events.count)
        #expect(statistics.cells == model.cells.count)
    }

    /// What the file itself says, without the store.
    private func recount(_ database: Database, _ model: RetentionModel) throws {
        func rows(_ sql: String) throws -> [String] {
            var query = try Statement(sql, in: database)
            return try query.rows { (row) throws(SQLiteError) in row.text(0) ?? "" }
        }
        #expect(try rows("SELECT seq FROM events ORDER BY seq") == model.events.map { "\($0.seq)" })
        #expect(
            try rows("SELECT inbox || ' ' || sender || ' ' || events FROM shares ORDER BY 1")
                == rows(
                    "SELECT inbox || ' ' || sender || ' ' || count(*) FROM events GROUP BY inbox, sender ORDER BY 1"))
        #expect(
            try rows("SELECT seq FROM history ORDER BY seq")
                == rows("SELECT seq FROM events WHERE seq NOT IN (SELECT version FROM cells) ORDER BY seq"))
        #expect(try rows("SELECT seq FROM events WHERE cell NOT IN (SELECT id FROM cells)") == [])
        #expect(try rows("SELECT id FROM cells WHERE version NOT IN (SELECT seq FROM events)") == [])
        #expect(try database.quickCheck() == [])
    }
}

/// What retention should leave, as plain values.
private struct RetentionModel {
    struct Cell {
        let id: Int64
        let inbox: UInt32
        var version: Int64
        var read: Int64 = 0
        var dismissed: Int64 = 0
    }

    let bound: Int
    var highWater: Int64 = 0
    var quotas = 0
    var events: [(seq: Int64, inbox: UInt32, sender: UInt32, cell: String)] = []
    var cells: [String: Cell] = [:]
    var followers: [String: Int64] = [:]

    init(bound: Int) { self.bound = bound }

    mutating func accept(_ key: String, _ inbox: UInt32, _ sender: UInt32) -> Int64? {
        let before = self
        let name = "\(inbox) \(key)"
        highWater += 1
        events.append((highWater, inbox, sender, name))
        cells[name, default: Cell(id: highWater, inbox: inbox, version: 0)].version = highWater
        guard events.count(where: { $0.inbox == inbox }) > bound, !removeOldest(of: inbox) else { return highWater }
        self = before
        quotas += 1
        return nil
    }

    private mutating func removeOldest(of inbox: UInt32) -> Bool {
        let readByAll = followers.filter { $0.key.hasPrefix("\(inbox) ") }.values.min() ?? .max
        let index = events.firstIndex { event in
            guard event.inbox == inbox, event.seq <= readByAll, let cell = cells[event.cell] else { return false }
            return event.seq != cell.version || cell.version <= cell.read || cell.version == cell.dismissed
        }
        guard let index else { return false }
        let gone = events.remove(at: index)
        if cells[gone.cell]?.version == gone.seq { cells[gone.cell] = nil }
        return true
    }

    mutating func change(_ inbox: UInt32, _ id: Int64, _ body: (inout Cell) -> Void) {
        for (name, var cell) in cells where cell.id == id && cell.inbox == inbox {
            body(&cell)
            cells[name] = cell
        }
    }
}
