import Posix
import Systemd
import Testing
import TmuxHarness

@testable import TerminalClient

/// Real commands on a real loop.
@Suite struct CommandRunTests {
    private final class Watcher {
        var printed: [UInt8] = []
        var end: CommandRun.End?
        var text: String { String(decoding: printed, as: UTF8.self) }
    }

    @Test(arguments: [
        (["printf", "a\\nb"], "a\nb", CommandRun.End.exited(0)),
        (["sh", "-c", "echo out; echo err >&2; exit 3"], "out\nerr\n", .exited(3)),
        (["sh", "-c", "kill -9 $$"], "", .signalled("SIGKILL")),
        (["cat"], "", .exited(0)),
        (["sh", "-c", "(sleep 60 &) ; echo left"], "left\n", .exited(0)),
    ])
    func aCommand_PrintsAndEnds(_ arguments: [String], _ text: String, _ end: CommandRun.End) throws {
        let (loop, watcher) = (try EventLoop(), Watcher())
        let run = try start(arguments, loop, watcher)
        try turn(loop) { watcher.end != nil }
        #expect(watcher.text == text)
        #expect(watcher.end == end)
        withExtendedLifetime(run) {}
    }

    @Test func aCommandThatIsNotThere_CannotBeStarted() throws {
        let loop = try EventLoop()
        #expect(throws: SystemError.self) { try start(["/no/such/program"], loop, Watcher()) }
    }

    @Test func muchOutput_ComesWhole() throws {
        let (loop, watcher) = (try EventLoop(), Watcher())
        let run = try start(["seq", "1", "200000"], loop, watcher)
        try turn(loop) { watcher.end != nil }
        #expect(watcher.text.hasSuffix("\n200000\n"))
        #expect(watcher.printed.count == 1_288_895)
        withExtendedLifetime(run) {}
    }

    @Test func anInterrupt_EndsTheCommand() throws {
        let (loop, watcher) = (try EventLoop(), Watcher())
        let run = try start(["sleep", "60"], loop, watcher)
        run.interrupt()
        try turn(loop) { watcher.end != nil }
        #expect(watcher.end == .signalled("SIGINT"))
    }

    @Test func aCommandThatIgnoresIt_IsKilledByTheSecond() throws {
        let (loop, watcher) = (try EventLoop(), Watcher())
        let run = try start(["sh", "-c", "trap '' INT; echo ready; sleep 60 & wait; sleep 60"], loop, watcher)
        try turn(loop) { watcher.text.contains("ready") }
        run.interrupt()
        run.interrupt()
        try turn(loop) { watcher.end != nil }
        #expect(watcher.end == .signalled("SIGKILL"))
    }

    @Test func aCommandThatTakesTooLong_IsEnded() throws {
        let (loop, watcher) = (try EventLoop(), Watcher())
        let run = try CommandRun(
            CommandPlan(["sleep", "60"]), loop: loop, limit: .milliseconds(50), printed: { watcher.printed += $0 },
            ended: { watcher.end = $0 })
        try turn(loop) { watcher.end != nil }
        #expect(watcher.end == .timedOut)
        withExtendedLifetime(run) {}
    }

    @Test func aLimitThatIsLifted_LetsItGoOn() throws {
        let (loop, watcher) = (try EventLoop(), Watcher())
        let run = try CommandRun(
            CommandPlan(["sh", "-c", "read -r x </dev/zero & sleep 0.3; echo done"]), loop: loop,
            limit: .milliseconds(100), printed: { watcher.printed += $0 }, ended: { watcher.end = $0 })
        try run.setLimit(nil)
        try turn(loop) { watcher.end != nil }
        #expect(watcher.end == .exited(0))
        #expect(watcher.text == "done\n")
    }

    @Test func directoryAndEnvironment_AreThePlans() throws {
        let (loop, watcher) = (try EventLoop(), Watcher())
        let plan = CommandPlan(["sh", "-c", "pwd; echo $GREETING"], directory: "/usr", environment: ["GREETING=a b"])
        let run = try CommandRun(
            plan, loop: loop, printed: { watcher.printed += $0 }, ended: { watcher.end = $0 })
        try turn(loop) { watcher.end != nil }
        #expect(watcher.text == "/usr\na b\n")
        withExtendedLifetime(run) {}
    }

    /// Each of its processes ignores what asks it politely.
    @Test func aStubbornFamily_GoesWithItsScreen() throws {
        let (loop, watcher) = (try EventLoop(), Watcher())
        let script = "trap '' TERM INT HUP; for i in 1 2 3; do (trap '' TERM INT HUP; sleep 63) & echo $!; done; wait"
        var run: CommandRun? = try start(["sh", "-c", script], loop, watcher)
        try turn(loop) { watcher.text.split(separator: "\n").count == 3 }
        #expect(run != nil)
        run = nil
        for child in watcher.text.split(separator: "\n") { #expect(ends(child)) }
    }

    @Test func aScreenThatGoes_TakesTheWholeGroupAlong() throws {
        let (loop, watcher) = (try EventLoop(), Watcher())
        var run: CommandRun? = try start(["sh", "-c", "sleep 61 & echo $!; wait"], loop, watcher)
        try turn(loop) { watcher.text.contains("\n") }
        let child = watcher.text.prefix { $0.isNumber }
        #expect(run != nil)
        run = nil
        #expect(ends(child))
        #expect(watcher.end == nil)
    }

    @Test func aCommandThatEnds_TakesAlongWhatItLeftRunning() throws {
        let (loop, watcher) = (try EventLoop(), Watcher())
        let run = try start(["sh", "-c", "sleep 62 & echo $!"], loop, watcher)
        try turn(loop) { watcher.end != nil }
        #expect(watcher.end == .exited(0))
        #expect(ends(watcher.text.prefix { $0.isNumber }))
        withExtendedLifetime(run) {}
    }

    /// Whether a process ends soon. One that was killed may still be a zombie of whoever adopts it.
    private func ends(_ process: some StringProtocol) -> Bool {
        let state = Tmux.shell(
            "for i in $(seq 100); do grep -q '^State:.[^Z]' /proc/\(process)/status || break; sleep 0.02; done; cat /proc/\(process)/status"
        )
        return state.isEmpty || state.contains("State:\tZ")
    }

    private func start(_ arguments: [String], _ loop: EventLoop, _ watcher: Watcher) throws -> CommandRun {
        try CommandRun(
            CommandPlan(arguments), loop: loop, printed: { watcher.printed += $0 }, ended: { watcher.end = $0 })
    }

    private func turn(_ loop: EventLoop, until isOver: () -> Bool) throws {
        let limit = Clock.system.boot() + 20_000
        while !isOver(), Clock.system.boot() < limit {
            try loop.step(timeout: .milliseconds(50))
        }
    }
}
