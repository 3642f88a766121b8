import InboxStore
import Routing
import TestSupport
import Testing

/// Generated operations against a model that fits on a page; the file is looked at as a killed process would leave it.
@Suite struct ModelTests {
    @Test(arguments: [1, 2, 3, 4, 5])
    func generatedOperations_AgreeWithTheModel(seed: UInt64) throws {
        let fixture = try StoreFixture()
        var numbers = SplitMix64(seed: seed)
        var model = Model()
        for step in 0..<1000 {
            var next = model
            let fails = Int.random(in: 0..<10, using: &numbers) == 0
            do {
                try fixture.store.transaction(Bool.random(using: &numbers) ? .full : .normal) {
                    for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                        try operate(fixture, &next, &numbers)
                    }
                    if step % 250 == 100 { try compare(try fixture.snapshot(), model) }
                    if fails { throw Stop() }
                }
                model = next
            } catch is Stop {}
            if step % 50 == 0 { try compare(fixture.store, model) }
            if step % 200 == 0 { try fixture.store.checkpointIfDue(idle: true) }
            if step % 300 == 299 { try fixture.reopen() }
        }
        try compare(fixture.store, model)
        try compare(try fixture.snapshot(), model)
    }

    private struct Stop: Error {}

    private func operate(_ fixture: StoreFixture, _ model: inout Model, _ numbers: inout SplitMix64) throws {
        let inbox = UInt32.random(in: 1...2, using: &numbers)
        let cell = Int64.random(in: 1...max(1, model.highWater), using: &numbers)
        let version = Int64.random(in: 1...(model.highWater + 1), using: &numbers)
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0:
            _ = try fixture.store.markRead(inbox: inbox, cell: cell, version: version)
            model.read(inbox, cell, version)
        case 1:
            _ = try fixture.store.dismiss(inbox: inbox, cell: cell, version: version)
            model.dismiss(inbox, cell, version)
        case 2:
            _ = try fixture.store.undoDismiss(inbox: inbox, cell: cell)
            model.undo(inbox, cell)
        default:
            let id = Bool.random(using: &numbers) ? "\(Int.random(in: 0..<200, using: &numbers))" : nil
            let event = Event(
                kind: numbers.letter(of: "pq"), state: numbers.letter(of: "xyz"), key: numbers.letter(of: "abcdefgh"),
                id: id)
            let sender = UInt32.random(in: 1...2, using: &numbers)
            let acceptance = try fixture.accept(event, inbox: inbox, sender: sender)
            #expect(acceptance.seq == model.accept(event, inbox, sender))
        }
    }

    private func compare(_ store: InboxStore, _ model: Model) throws {
        #expect(store.highWater == model.highWater)
        for inbox: UInt32 in 1...2 {
            let expected = model.cells.values.filter { $0.inbox == inbox }.sorted { $0.version > $1.version }
            let listed = expected.filter { $0.dismissed != $0.version }
            let found = try store.page(inbox: inbox, limit: 500).cells
            #expect(found.map(\.cell.id) == listed.map(\.id))
            #expect(found.map(\.cell.version) == listed.map(\.version))
            #expect(found.map(\.cell.state) == listed.map(\.state))
            #expect(found.map(\.cell.isUnread) == listed.map { $0.version > $0.read })
            let recount = Dictionary(grouping: listed.filter { $0.version > $0.read }, by: \.state)
            #expect(try store.unreadCounts(inbox: inbox) == recount.mapValues(\.count))
            for cell in expected {
                let history = try store.history(inbox: inbox, cell: cell.id, limit: 500)
                #expect(history.map(\.seq) == cell.events.reversed())
            }
        }
    }
}

/// What the store should hold, as plain values.
private struct Model {
    struct Cell {
        let id: Int64
        let inbox: UInt32
        var version: Int64 = 0
        var state = ""
        var read: Int64 = 0
        var dismissed: Int64 = 0
        var events: [Int64] = []
    }

    var highWater: Int64 = 0
    var cells: [String: Cell] = [:]
    var ids: [String: Int64] = [:]

    mutating func accept(_ event: Event, _ inbox: UInt32, _ sender: UInt32) -> Int64 {
        let id = event.id.map { "\(inbox) \(sender) \($0)" }
        if let id, let seq = ids[id] { return seq }
        highWater += 1
        if let id { ids[id] = highWater }
        let name = "\(inbox) \(event.kind) \(event.key ?? "")"
        var cell = cells[name] ?? Cell(id: highWater, inbox: inbox)
        cell.version = highWater
        cell.state = event.state
        cell.events.append(highWater)
        cells[name] = cell
        return highWater
    }

    mutating func read(_ inbox: UInt32, _ id: Int64, _ version: Int64) {
        change(inbox, id) { $0.read = max($0.read, min(version, $0.version)) }
    }

    mutating func dismiss(_ inbox: UInt32, _ id: Int64, _ version: Int64) {
        change(inbox, id) { if $0.version <= version { $0.dismissed = $0.version } }
    }

    mutating func undo(_ inbox: UInt32, _ id: Int64) {
        change(inbox, id) { $0.dismissed = 0 }
    }

    private mutating func change(_ inbox: UInt32, _ id: Int64, _ body: (inout Cell) -> Void) {
        for (name, var cell) in cells where cell.id == id && cell.inbox == inbox {
            body(&cell)
            cells[name] = cell
        }
    }
}

extension SplitMix64 {
    mutating func letter(of letters: String) -> String {
        String(letters.randomElement(using: &self) ?? "?")
    }
}
