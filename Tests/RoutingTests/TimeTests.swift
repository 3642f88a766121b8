import Routing
import TestSupport
import Testing

struct TimestampTests {
    static let moments: [(String, Int64)] = [
        ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.001Z", 1), ("1969-12-31T23:59:59.999Z", -1),
        ("2000-02-29T00:00:00Z", 951_782_400_000), ("2026-11-30T12:04:05Z", 1_796_040_245_000),
        ("2026-11-30t12:04:05z", 1_796_040_245_000), ("2026-11-30 12:04:05Z", 1_796_040_245_000),
        ("2026-11-30T14:04:05+02:00", 1_796_040_245_000), ("2026-11-30T06:34:05-05:30", 1_796_040_245_000),
        ("2026-11-30T12:04:05-00:00", 1_796_040_245_000), ("2026-12-01T12:03:05+23:59", 1_796_040_245_000),
        ("2026-11-30T12:04:05.5Z", 1_796_040_245_500), ("2026-11-30T12:04:05.12345678901234567890Z", 1_796_040_245_123),
        ("0001-01-01T00:00:00Z", -62_135_596_800_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ("2016-12-31T23:59:60Z", 1_483_228_800_000), ("2017-01-01T00:59:60+01:00", 1_483_228_800_000),
        ("2016-12-31T23:59:60.250Z", 1_483_228_800_250), ("2038-01-19T03:14:08Z", 2_147_483_648_000),
    ]

    @Test(arguments: moments)
    func dateTime_IsRead(text: String, milliseconds: Int64) {
        #expect(Timestamp.milliseconds(parsing: text) == milliseconds)
    }

    @Test(arguments: [
        "", "2026-11-30", "2026-11-30T12:04Z", "2026-11-30T12:04:05", "2026-11-30T12:04:05.Z", "2026-11-30T12:04:05,5Z",
        "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z",
        "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-11-30T24:00:00Z",
        "2026-11-30T23:60:00Z", "2026-11-30T23:59:61Z", "2026-11-30T12:00:60Z", "2016-12-31T23:59:60+01:00",
        "2026-11-30T12:04:05+24:00", "2026-11-30T12:04:05+01:60", "2026-11-30T12:04:05+0100", "2026-11-30T12:04:05+1",
        "26-11-30T12:04:05Z", "+2026-11-30T12:04:05Z", "2026-1-30T12:04:05Z", "2026-11-30T12:04:05Z ",
        " 2026-11-30T12:04:05Z",
        "2026-11-30T12:04:05Zx", "２026-11-30T12:04:05Z", "0000-12-31T23:59:59Z", "0001-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z", "2026-11-30T12:04:05\u{0}Z", "-001-01-01T00:00:00Z",
    ])
    func anythingElse_IsNone(text: String) { #expect(Timestamp.milliseconds(parsing: text) == nil) }

    @Test func generatedMoments_ComeBack() {
        var random = SplitMix64(seed: 13)
        for _ in 0..<20_000 {
            let moment = Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)
            let text = Timestamp.text(milliseconds: moment)
            #expect(text.utf8.count == 24)
            #expect(Timestamp.milliseconds(parsing: text) == moment)
        }
    }

    @Test func texts_SortAsTheirMoments() {
        var random = SplitMix64(seed: 14)
        let moments = (0..<1_000).map { _ in Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)
        }
        #expect(moments.sorted().map(Timestamp.text) == moments.map(Timestamp.text).sorted())
    }

    @Test func everyDayOfFourCenturies_FollowsTheOneBefore() {
        var expected = (year: 1899, month: 12, day: 31)
        for day in 0..<146_098 {
            let text = Timestamp.text(milliseconds: (Int64(day) - 25_568) * 86_400_000)
            let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
            if day > 0 { expected = Self.dayAfter(expected) }
            #expect(parts == [expected.year, expected.month, expected.day])
        }
    }

    private static func dayAfter(_ date: (year: Int, month: Int, day: Int)) -> (year: Int, month: Int, day: Int) {
        let isLeap = date.year % 400 == 0 || date.year % 4 == 0 && date.year % 100 != 0
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        if date.day < lengths[date.month - 1] { return (date.year, date.month, date.day + 1) }
        return date.month < 12 ? (date.year, date.month + 1, 1) : (date.year + 1, 1, 1)
    }

    @Test func momentsOutsideTheYears_PrintAsTheNearest() {
        #expect(Timestamp.text(milliseconds: .min) == "0001-01-01T00:00:00.000Z")
        #expect(Timestamp.text(milliseconds: .max) == "9999-12-31T23:59:59.999Z")
    }
}

struct DeadlineTests {
    private static func now(wall: Int64, boot: Int64, id: String = "a") -> Moment {
        Moment(wall: wall, boot: boot, bootID: id)
    }

    @Test func wait_GoesByBootTimeWhateverTheClockSays() {
        let deadline = Self.now(wall: 1_000, boot: 50).deadline(after: 100)
        #expect(deadline.remaining(at: Self.now(wall: 1_000, boot: 50)) == 100)
        #expect(!deadline.hasPassed(at: Self.now(wall: 9_999_999, boot: 149)))
        #expect(deadline.hasPassed(at: Self.now(wall: -5, boot: 150)))
    }

    @Test func waitAfterAReboot_GoesByTheWallClock() {
        let deadline = Self.now(wall: 1_000, boot: 50).deadline(after: 100)
        #expect(!deadline.hasPassed(at: Self.now(wall: 1_099, boot: 99_999, id: "b")))
        #expect(deadline.hasPassed(at: Self.now(wall: 1_100, boot: 0, id: "b")))
    }

    @Test func calendarMoment_GoesByTheWallClock() {
        let deadline = Deadline(wall: 500)
        #expect(deadline.remaining(at: Self.now(wall: 400, boot: 10_000)) == 100)
        #expect(deadline.hasPassed(at: Self.now(wall: 500, boot: 0)))
    }

    @Test func extremes_DoNotOverflow() {
        let never = Self.now(wall: .max - 5, boot: .max - 5).deadline(after: .max)
        #expect(never.wall == .max)
        #expect(never.boot?.time == .max)
        #expect(Deadline(wall: .max).remaining(at: Self.now(wall: .min, boot: 0)) == .max)
        #expect(Deadline(wall: .min).remaining(at: Self.now(wall: .max, boot: 0)) == .min)
        // Each clock overflows by itself.
        let mixed = Deadline(wall: .min, boot: Deadline.Boot(time: .max, id: "a"))
        #expect(mixed.remaining(at: Self.now(wall: 0, boot: -5)) == .max)
    }

    @Test func waitOfNothingOrLess_IsOverAtOnce() {
        let now = Self.now(wall: 7, boot: 7)
        #expect(now.deadline(after: 0).hasPassed(at: now))
        #expect(now.deadline(after: .min).hasPassed(at: now))
    }
}
