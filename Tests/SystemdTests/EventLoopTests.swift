import Glibc
import Systemd
import Testing

struct EventLoopTests {
    private enum Failure: Error, Equatable {
        case first
        case second
    }

    @Test func exit_EndsRunWithItsCode() throws {
        let loop = try EventLoop()
        let source = try loop.defer { loop.exit(code: 42) }
        #expect(!loop.isExiting)
        #expect(try loop.run() == 42)
        #expect(loop.isExiting)
        expect(source, isEnabled: false)
    }

    @Test func errorInHandler_IsThrownByRunUntouched() throws {
        let loop = try EventLoop()
        let source = try loop.timer(after: .milliseconds(1)) { throw Failure.first }
        #expect(throws: Failure.first) { try loop.run() }
        expect(source, isEnabled: false)
    }

    @Test func errorInExitHandler_DoesNotHideTheFirst() throws {
        let loop = try EventLoop()
        let work = try loop.defer { throw Failure.first }
        let last = try loop.onExit { throw Failure.second }
        #expect(throws: Failure.first) { try loop.run() }
        expect(work, isEnabled: false)
        expect(last, isEnabled: false)
    }

    @Test func errorInHandler_IsThrownByStepToo() throws {
        let loop = try EventLoop()
        let source = try loop.defer { throw Failure.first }
        #expect(throws: Failure.first) { try loop.step() }
        #expect(loop.isExiting)
        expect(source, isEnabled: false)
    }

    @Test func exitSources_RunInOrderOfPriority() throws {
        let loop = try EventLoop()
        var order: [String] = []
        let last = try loop.onExit(priority: .idle) { order.append("last") }
        let first = try loop.onExit(priority: .important) { order.append("first") }
        let work = try loop.defer { loop.exit() }
        #expect(try loop.run() == 0)
        #expect(order == ["first", "last"])
        expect(last, isEnabled: false)
        expect(first, isEnabled: false)
        expect(work, isEnabled: false)
    }

    @Test func stepAfterTheEnd_DoesNothing() throws {
        let loop = try EventLoop()
        let source = try loop.defer { loop.exit() }
        _ = try loop.run()
        #expect(try !loop.step())
        expect(source, isEnabled: false)
    }

    @Test func stepWithNothingReady_SaysSo() throws {
        #expect(try !EventLoop().step(timeout: .zero))
    }

    @Test func highPriority_GoesFirst() throws {
        let loop = try EventLoop()
        var order: [String] = []
        let work = try loop.defer(priority: .normal) { order.append("work") }
        let signal = try loop.defer(priority: .important) { order.append("signal") }
        let rest = try loop.defer(priority: .idle) {
            order.append("rest")
            loop.exit()
        }
        _ = try loop.run()
        #expect(order == ["signal", "work", "rest"])
        expect(work, isEnabled: false)
        expect(signal, isEnabled: false)
        expect(rest, isEnabled: false)
    }

    @Test func deferredAgain_RunsAgain() throws {
        final class Holder {
            var source: EventSource?
            var runs = 0
        }
        let loop = try EventLoop()
        let holder = Holder()
        holder.source = try loop.defer { [unowned holder] in
            holder.runs += 1
            holder.runs == 3 ? loop.exit() : holder.source?.again()
        }
        _ = try loop.run()
        #expect(holder.runs == 3)
    }

    @Test func loopDescriptor_IsReadableWhenATimerIsDue() throws {
        let loop = try EventLoop()
        var fired = false
        let source = try loop.timer(after: .milliseconds(1)) { fired = true }
        #expect(try !loop.step() || fired)
        var ready = pollfd(fd: loop.fileDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(fired || (unsafe poll(&ready, 1, 30_000)) == 1)
        try turn(loop) { fired }
        expect(source, isEnabled: false)
    }

    @Test func signals_AreHandledAtASafePoint_HighPriorityFirst() throws {
        let (lines, status) = try helper(["signal"])
        #expect(lines == ["both pending", "hangup", "terminate", "code 7, enabled true true"])
        #expect(status == 0)
    }
}
