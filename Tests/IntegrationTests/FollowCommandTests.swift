import Client
import JSON
import Posix
import Testing
import Wire

/// `deeplinkctl watch --follow NAME --exec`, and `deeplinkctl followers`.
@Suite struct FollowCommandTests {
    let place: Workplace
    let daemon: RunningDaemon

    init() throws {
        place = try Workplace()
        daemon = try RunningDaemon(in: place)
    }

    private func words(_ command: [String]) throws -> [String] {
        [try Programs.path("deeplinkctl"), "watch", "--follow", "w", "--client", place.client, "--exec"] + command
    }

    private func follow(_ script: String) throws -> RunningProgram {
        try RunningProgram(try words(["sh", "-c", script]), in: place)
    }

    private func wait(until isSo: () throws -> Bool) throws {
        let deadline = Clock.system.boot() + Programs.patience
        while try !isSo() {
            try #require(Clock.system.boot() < deadline, "it never came")
            _ = try daemon.program.isRunning(for: 5)
        }
    }

    private func send(_ range: ClosedRange<Int>) throws {
        for number in range { _ = try daemon.notify(#"{"kind":"n","key":"k","title":"\#(number)"}"#) }
    }

    private func followers() throws -> [FollowerSummary] { try daemon.call(FollowersList()).followers }

    @Test func values_AreInTheEnvironment() throws {
        let watcher = try follow("env | grep ^DEEPLINK_ | grep -v ^DEEPLINK_TIME | LC_ALL=C sort; echo done")
        _ = try daemon.notify(
            #"{"kind":"pr","key":"7","state":"checks_failed","title":"it broke","body":"b","priority":"high","params":{"run":12,"file name":"x"}}"#
        )
        try wait { watcher.output.contains("done") }
        let uid = Environment.system.uid
        let lines = watcher.output.split(separator: "\n").filter { !$0.hasPrefix("DEEPLINK_UNIT=") }
        #expect(
            lines == [
                "DEEPLINK_BODY=b", "DEEPLINK_EVENT=event", "DEEPLINK_ID=1", "DEEPLINK_KEY=7", "DEEPLINK_KIND=pr",
                "DEEPLINK_LINK=deeplink://builds/prs/1/checks", "DEEPLINK_PARAM_run=12",
                "DEEPLINK_PATH=prs prs/1 prs/1/checks", "DEEPLINK_PRIORITY=high", "DEEPLINK_SENDER=\(uid)",
                "DEEPLINK_SEQ=1", "DEEPLINK_SOURCE=uid:\(uid)", "DEEPLINK_STATE=checks_failed", "DEEPLINK_TAB=builds",
                "DEEPLINK_TITLE=it broke", "done",
            ])
    }

    @Test func eachEvent_IsWorkedOnInOrderAndAcknowledgedAfterIt() throws {
        try send(1...3)
        let watcher = try follow(
            "echo begin $DEEPLINK_TITLE; while [ -d \"$HOME\" ] && [ ! -e \"$HOME/go\" ]; do sleep 0.01; done; echo end"
        )
        try wait { watcher.output == "begin 1\n" }
        try send(4...5)
        #expect(try followers().map(\.cursor) == [0], "nothing is acknowledged before its command has ended")
        try Files.append([], to: place.directory + "/go")
        try wait { try followers().map(\.behind) == [0] }
        #expect(watcher.output == (1...5).map { "begin \($0)\nend\n" }.joined())
    }

    @Test func commandThatFails_EndsItWithItsCodeAndComesAgain() throws {
        try send(1...4)
        let watcher = try follow("echo $DEEPLINK_TITLE; [ $DEEPLINK_TITLE != 3 ] || exit 42")
        #expect(try watcher.ended() == .exited(42))
        #expect(watcher.output == "1\n2\n3\n")
        #expect(watcher.complaint == "deeplinkctl: sh: exit 42: event 3 and those after it come again\n")
        #expect(try followers().map(\.cursor) == [2])
        let again = try follow("echo $DEEPLINK_TITLE; [ $DEEPLINK_TITLE != 4 ] || kill -TERM $$")
        #expect(try again.ended() == .exited(128 + Signals.terminate))
        #expect(again.output == "3\n4\n")
        #expect(try followers().map(\.cursor) == [3])
    }

    @Test func commandThatCannotBeStarted_EndsItWithNothingAcknowledged() throws {
        try send(1...1)
        for (command, code) in [("no-such-command-here", 127), (place.directory, 126)] as [(String, Int32)] {
            let ended = try Programs.run(try words([command]), in: place)
            #expect(ended.status == .exited(code), "\(ended)")
            #expect(ended.complaint.contains("event 1 and those after it come again"))
        }
        #expect(try followers().map(\.behind) == [1])
    }

    /// What was worked on when it was killed comes again, and nothing else does.
    @Test func killedInTheMiddle_TheEventComesAgain() throws {
        var number = 0
        for _ in 0..<10 {
            try send(number + 1...number + 3)
            let watcher = try follow(
                "echo $DEEPLINK_SEQ >>\"$HOME/begun\"; [ $DEEPLINK_SEQ != \(number + 2) ] || while [ -d \"$HOME\" ] && [ ! -e \"$HOME/\(number)\" ]; do sleep 0.01; done"
            )
            try wait { try begun().last == Int64(number + 2) }
            try watcher.child.kill(Signals.kill)
            _ = try watcher.ended()
            try Files.append([], to: "\(place.directory)/\(number)")
            let cursor = try #require(try followers().first?.cursor)
            #expect(cursor == Int64(number + 1))
            let again = try follow("echo $DEEPLINK_SEQ >>\"$HOME/begun\"")
            try wait { try followers().first?.behind == 0 }
            try again.child.kill(Signals.kill)
            _ = try again.ended()
            number += 3
        }
        var expected: [Int64] = []
        for first in stride(from: Int64(1), through: 28, by: 3) {
            expected += [first, first + 1, first + 1, first + 2]
        }
        #expect(try begun() == expected)
    }

    private func begun() throws -> [Int64] {
        let path = place.directory + "/begun"
        guard try Files.exists(path) else { return [] }
        return String(decoding: try Files.read(path, limit: 1 << 20).bytes, as: UTF8.self).split(separator: "\n")
            .compactMap { Int64($0) }
    }

    @Test func daemonThatGoes_IsWaitedForByTheCommandThatRuns() throws {
        try send(1...2)
        let watcher = try follow(
            "echo begin; while [ -d \"$HOME\" ] && [ ! -e \"$HOME/go\" ]; do sleep 0.01; done; echo end")
        try wait { watcher.output == "begin\n" }
        #expect(try daemon.terminate() == .exited(0))
        try Files.append([], to: place.directory + "/go")
        #expect(try watcher.ended() == .exited(3))
        #expect(watcher.output == "begin\nend\n", "the next is not begun")
        #expect(watcher.complaint.contains("event 1 was worked on and comes again"), "\(watcher.complaint)")
    }

    @Test func followers_AreListedAndRemoved() throws {
        func tool(_ words: String...) throws -> Programs.Ended {
            try Programs.deeplinkctl(["followers"] + words, in: place)
        }
        #expect(try tool().output == "nobody follows your inbox\n")
        #expect(try tool("--json").output == "[]\n")
        try send(1...2)
        let watcher = try follow("[ $DEEPLINK_SEQ = 1 ] || while [ -d \"$HOME\" ]; do sleep 0.01; done")
        try wait { try followers().first?.cursor == 1 }
        #expect(try tool("list").output == "w  at 1  1 behind  here\n")
        #expect(
            try tool("--json").output
                == #"[{"follower":"w","cursor":1,"behind":1,"attached":true,"silent_days":0}]"# + "\n")
        try watcher.child.kill(Signals.kill)
        _ = try watcher.ended()
        try wait { try followers().first?.isAttached == false }
        #expect(try tool().output == "w  at 1  1 behind  heard of today\n")
        let attached = try daemon.connect()
        _ = try attached.wait(for: Hello(client: "t", role: .follower, follower: "w"), seconds: 10)
        #expect(try tool("remove", "w").status == .exited(0))
        let farewell = try attached.incoming { all in all.first { if case .bye = $0 { true } else { false } } }
        #expect(farewell == .bye(reason: "the owner removed this follower"))
        #expect(try tool("remove", "w").status == .exited(1))
        for wrong in [["remove"], ["remove", "no name"], ["end", "w"]] {
            let ended = try Programs.deeplinkctl(["followers"] + wrong, in: place)
            #expect(ended.status == .exited(2), "\(ended)")
        }
    }
}
