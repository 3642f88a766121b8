import Posix
import Testing

struct TimeTests {
    @Test(arguments: [0, 1_796_000_073_999, 951_868_799_000, -1] as [Int64])
    func localTime_IsWhatDateSays(milliseconds: Int64) throws {
        let seconds = milliseconds == -1 ? -1 : milliseconds / 1_000
        let said = try Helper.output(["date", "-d", "@\(seconds)", "+%H:%M"])
        #expect(LocalTime.hoursAndMinutes(milliseconds: milliseconds) + "\n" == said)
    }

    @Test(arguments: [Int64.min, .max])
    func everyMoment_HasATimeOfDay(milliseconds: Int64) {
        #expect(LocalTime.hoursAndMinutes(milliseconds: milliseconds).count == 5)
    }

    @Test func systemClock_RunsForwardAndKnowsTheYear() {
        let clock = Clock.system
        let first = clock.boot()
        #expect(first > 0)
        #expect(clock.boot() >= first)
        #expect(clock.wall() > 1_700_000_000_000)
    }

    @Test func bootID_IsTheSameEachTime() throws {
        let id = try Clock.bootID()
        #expect(id.count == 36)
        #expect(try Clock.bootID() == id)
    }
}
