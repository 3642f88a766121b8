import InboxStore
import Routing
import Testing

/// How old is too old, whatever anybody does to the clock.
@Suite struct AgeTests {
    private let me = StoreFixture.me
    private static let day: Int64 = 86_400_000

    /// The clocks of a machine: days that it ran, and what somebody did to the wall clock.
    private struct Machine {
        var now = StoreFixture.start

        mutating func run(days: Double) {
            let passed = Int64(days * Double(AgeTests.day))
            now.wall += passed
            now.boot += passed
        }

        mutating func setClock(by days: Double) { now.wall += Int64(days * Double(AgeTests.day)) }

        mutating func reboot(afterDays days: Double, _ id: String) {
            setClock(by: days)
            now.boot = 1
            now.bootID = id
        }
    }

    /// An inbox with three events of one cell, kept for 10 days, and a later event that lets retention work.
    private func kept(after change: (inout Machine, StoreFixture) throws -> Void) throws -> [Int64] {
        let retention = Retention(days: 10)
        let fixture = try StoreFixture(retention: retention)
        var machine = Machine()
        for _ in 0..<3 { try fixture.send(Event(kind: "job", key: "a"), at: machine.now) }
        try change(&machine, fixture)
        try fixture.send(Event(kind: "job", key: "late"), at: machine.now)
        try fixture.reopen(retention: retention)
        try fixture.send(Event(kind: "job", key: "later"), at: machine.now)
        return try fixture.seqs().filter { $0 <= 3 }
    }

    @Test(arguments: [(10.5, [1, 2, 3]), (10.99, [1, 2, 3]), (11.01, [3]), (400, [3])] as [(Double, [Int64])])
    func history_GoesAfterItsDays(days: Double, expected: [Int64]) throws {
        #expect(try kept { machine, _ in machine.run(days: days) } == expected)
    }

    @Test func cellThatWasRead_GoesAfterItsDays() throws {
        let kept = try kept { machine, fixture in
            try fixture.read(1)
            machine.run(days: 12)
        }
        #expect(kept == [])
    }

    @Test(arguments: [1.0, 400, -400, 1e6])
    func clockThatWasSet_MakesNothingOld(days: Double) throws {
        #expect(try kept { machine, _ in machine.setClock(by: days) } == [1, 2, 3])
        #expect(
            try kept { machine, fixture in
                machine.setClock(by: days)
                try fixture.send(Event(kind: "job", key: "b"), at: machine.now)
                machine.run(days: 9.9)
            } == [1, 2, 3])
        #expect(
            try kept { machine, fixture in
                machine.setClock(by: days)
                machine.run(days: 11.1)
            } == [3])
    }

    @Test func clockThatIsWrongAtStart_CostsADayAtMost() throws {
        #expect(
            try kept { machine, _ in
                machine.reboot(afterDays: 4000, "boot-b")
                machine.run(days: 9.9)
            } == [1, 2, 3])
        #expect(
            try kept { machine, fixture in
                machine.reboot(afterDays: 4000, "boot-b")
                try fixture.send(Event(kind: "job", key: "b"), at: machine.now)
                machine.run(days: 9.9)
            } == [1, 2, 3])
    }

    @Test func clockThatWentBackAtStart_StopsNoAges() throws {
        let kept = try kept { machine, fixture in
            machine.reboot(afterDays: -20_000, "boot-b")
            try fixture.send(Event(kind: "job", key: "b"), at: machine.now)
            machine.run(days: 11.1)
        }
        #expect(kept == [3])
    }

    @Test func machineThatIsOffAtNight_CountsDays() throws {
        func kept(days: Int) throws -> [Int64] {
            try self.kept { machine, fixture in
                for number in 0..<days {
                    machine.run(days: 0.3)
                    try fixture.send(Event(kind: "job", key: "b"), at: machine.now)
                    machine.reboot(afterDays: 0.7, "boot \(number)")
                    try fixture.send(Event(kind: "job", key: "b"), at: machine.now)
                }
            }
        }
        #expect(try kept(days: 10) == [1, 2, 3])
        #expect(try kept(days: 12) == [3])
    }

    @Test func longerRetention_KeepsWhatIsThere() throws {
        let fixture = try StoreFixture(retention: Retention(days: 2))
        var machine = Machine()
        try fixture.send(Event(kind: "job", key: "a"), at: machine.now)
        for _ in 0..<20 {
            machine.run(days: 1)
            try fixture.send(Event(kind: "job", key: "b"), at: machine.now)
        }
        try fixture.read(1)
        let longer = Retention(days: 30)
        try fixture.reopen(retention: longer)
        machine.run(days: 1)
        try fixture.send(Event(kind: "job", key: "b"), at: machine.now)
        #expect(try fixture.seqs().first == 1)
    }

    @Test func unreadCell_IsNeverTooOld() throws {
        let fixture = try StoreFixture(retention: Retention(days: 1))
        var machine = Machine()
        for number in 0..<10 {
            try fixture.send(Event(kind: "job", key: "\(number)"), at: machine.now)
            machine.run(days: 5)
        }
        #expect(try fixture.seqs() == Array(1...10))
    }
}
