import Posix
import Testing

struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z"),
        ("2026-11-30T01:54:33.25+01:00", 1_796_000_073, 250_000_000, "2026-11-30T00:54:33.25Z"),
        ("2000-02-29t23:59:59z", 951_868_799, 0, "2000-02-29T23:59:59Z"),
        ("0001-01-01T00:00:00Z", -62_135_596_800, 0, "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999, "9999-12-31T23:59:59.999999999Z"),
        ("1969-12-31T23:59:59.5-00:00", -1, 500_000_000, "1969-12-31T23:59:59.5Z"),
        ("2016-12-31T23:59:60Z", 1_483_228_800, 0, "2017-01-01T00:00:00Z"),
        ("2017-01-01T00:59:60+01:00", 1_483_228_800, 0, "2017-01-01T00:00:00Z"),
        ("2026-01-01T00:00:00.1234567899Z", 1_767_225_600, 123_456_789, "2026-01-01T00:00:00.123456789Z"),
        ("2026-01-01T05:30:00+05:30", 1_767_225_600, 0, "2026-01-01T00:00:00Z"),
    ])
    func date_IsReadAndPrintedInUTC(text: String, seconds: Int64, nanoseconds: Int32, printed: String) throws {
        let time = try #require(Timestamp(rfc3339: text))
        #expect(time == Timestamp(seconds: seconds, nanoseconds: nanoseconds))
        #expect(time.rfc3339 == printed)
    }

    @Test(arguments: [
        "", "2026", "2026-11-30", "2026-11-30T01:54:33", "2026-11-30 01:54:33Z", "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
        "2026-01-00T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z",
        "2026-01-01T00:00:60Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00+1:00", "2026-01-01T00:00:00+0100",
        "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+01:60", "2026-01-01T00:00:00Zx", " 2026-01-01T00:00:00Z",
        "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "+2026-01-01T00:00:00Z",
        "2026-1-01T00:00:00Z", "２026-01-01T00:00:00Z", "20260101T000000Z",
    ])
    func nearMiss_IsRefused(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func endlessFraction_IsRefused() {
        let zeros = String(repeating: "0", count: 60)
        #expect(Timestamp(rfc3339: "2026-01-01T00:00:00.\(zeros)Z") == nil)
        #expect(Timestamp(rfc3339: "2026-01-01T00:00:00.\(zeros.prefix(40))1Z")?.nanoseconds == 0)
    }

    @Test func everyDayOfTenThousandYears_PrintsAndReadsBack() throws {
        let (first, last) = (Int64(-62_135_596_800), Int64(253_402_214_400))
        // A step that is prime to a week, a year and 400 years visits every kind of day; the whole range would be 3.6 million.
        for seconds in stride(from: first, through: last, by: 86_400 * 37) {
            let time = Timestamp(seconds: seconds + 43_261)
            #expect(Timestamp(rfc3339: time.rfc3339) == time)
        }
    }

    @Test func order_IsOfTimeAndMillisecondsRoundDown() {
        let early = Timestamp(seconds: -1, nanoseconds: 999_999_999)
        #expect(early < Timestamp(seconds: 0))
        #expect(early.milliseconds == -1)
        #expect(Timestamp(milliseconds: -1) == Timestamp(seconds: -1, nanoseconds: 999_000_000))
        #expect(Timestamp(milliseconds: 1_500).milliseconds == 1_500)
    }

    @Test func localTime_IsWhatDateSays() throws {
        let seconds: Int64 = 1_796_000_073
        let said = try Helper.output(["date", "-d", "@\(seconds)", "+%H:%M"])
        #expect(Timestamp(seconds: seconds).localHoursAndMinutes + "\n" == said)
    }
}

struct ClockTests {
    @Test func systemClock_RunsForward() {
        let clock = Clock.system
        let first = clock.boot()
        #expect(first > 0)
        #expect(clock.boot() >= first)
        #expect(clock.wall() > Timestamp(seconds: 1_700_000_000))
    }

    @Test func clockOfATest_SaysWhatTheTestWants() {
        let clock = Clock(boot: { 5 }, wall: { Timestamp(seconds: 7) })
        #expect(clock.boot() == 5)
        #expect(clock.wall().rfc3339 == "1970-01-01T00:00:07Z")
    }
}
