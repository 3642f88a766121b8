import Systemd
import Testing

struct TimerTests {
    private final class Ticker {
        var source: EventSource?
        var ticks = 0
    }

    @Test func rearmedTimer_FiresAgain() throws {
        let (loop, ticker) = (try EventLoop(), Ticker())
        ticker.source = try loop.timer(after: .milliseconds(1)) { [unowned ticker] in
            ticker.ticks += 1
            ticker.ticks == 3 ? loop.exit() : ticker.source?.rearm(after: .milliseconds(1))
        }
        _ = try loop.run()
        #expect(ticker.ticks == 3)
    }

    @Test func timer_FiresOnceAndNotBeforeItsTime() throws {
        let (loop, ticker) = (try EventLoop(), Ticker())
        let due = EventClock.boot.now + .milliseconds(2)
        var firedAt = Duration.zero
        ticker.source = try loop.timer(at: due, on: .boot) { [unowned ticker] in
            ticker.ticks += 1
            firedAt = loop.now(on: .boot)
        }
        try turn(loop) { ticker.ticks > 0 }
        #expect(firedAt >= due)
        #expect(ticker.source?.isEnabled == false)
        #expect(try !loop.step(timeout: .milliseconds(5)))
        #expect(ticker.ticks == 1)
    }

    @Test func wallClockTimer_WithPassedTimeFiresAtOnce() throws {
        let (loop, ticker) = (try EventLoop(), Ticker())
        ticker.source = try loop.timer(at: .seconds(1), on: .wall) { [unowned ticker] in ticker.ticks += 1 }
        #expect(try loop.step())
        #expect(ticker.ticks == 1)
    }

    @Test(arguments: [EventClock.boot, .wall])
    func timerMovedToAPassedTime_FiresAtOnce(clock: EventClock) throws {
        let (loop, ticker) = (try EventLoop(), Ticker())
        ticker.source = try loop.timer(at: clock.now + .seconds(3600), on: clock) { [unowned ticker] in
            ticker.ticks += 1
        }
        #expect(try !loop.step())
        ticker.source?.rearm(at: .zero)
        #expect(try loop.step())
        #expect(ticker.ticks == 1)
    }

    @Test(arguments: [Duration.seconds(-1), .seconds(Int64.min), .seconds(Int64.max), .zero])
    func extremeDelay_IsTakenForWhatItIs(delay: Duration) throws {
        let (loop, ticker) = (try EventLoop(), Ticker())
        ticker.source = try loop.timer(after: .seconds(60)) { [unowned ticker] in ticker.ticks += 1 }
        ticker.source?.rearm(after: delay)
        #expect(try loop.step() == (delay <= .zero))
    }

    @Test func oneTurn_SeesOneTime() throws {
        let loop = try EventLoop()
        var times: [Duration] = []
        let source = try loop.defer { times = (0..<1000).map { _ in loop.now(on: .boot) } }
        try loop.step()
        #expect(Set(times).count == 1)
        expect(source, isEnabled: false)
    }
}
