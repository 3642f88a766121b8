import Posix
import Testing

struct RunTests {
    let tool: ToolProgram

    init() throws {
        tool = try ToolProgram()
    }

    @Test func job_IsPassedThroughKeptAndReported() throws {
        let result = try tool.run(["run", "--", "sh", "-c", "echo out; echo err >&2; exit 3"])
        #expect(result.output == "out\n")
        #expect(result.complaints == "err\n")
        #expect(result.code == 3)
        #expect(
            tool.events == [
                "job started sh -c 'echo out; echo err >&2; exit 3'",
                "job failed 3 sh -c 'echo out; echo err >&2; exit 3'",
            ])
        let kept = try #require(try tool.jobs().first)
        #expect(kept.contains("out\n") && kept.contains("err\n") && kept.count == 8)
    }

    @Test(arguments: [
        ("exit 0", 0, "finished 0"), ("kill -TERM $$", 143, "failed 143"), ("kill -KILL $$", 137, "failed 137"),
    ])
    func status_IsTheCommandsOwn(script: String, code: Int32, state: String) throws {
        let result = try tool.run(["run", "--title", "t", "sh", "-c", script])
        #expect(result.code == code)
        #expect(tool.events == ["job started t", "job \(state) t"])
    }

    @Test func missingCommand_Is127AndReportsNothing() throws {
        let missing = try tool.run(["run", "deeplink-no-such-command"])
        #expect(missing.code == 127)
        #expect(missing.complaints == "deeplinkctl: deeplink-no-such-command: command not found\n")
        let unusable = try tool.run(["run", "/etc/passwd"])
        #expect(unusable.code == 126)
        #expect(tool.events == [])
        #expect(try tool.jobs() == [])
    }

    @Test func withoutADaemon_ItRunsWithOneLineOfComplaint() throws {
        let result = try tool.run(["run", "--notify", "/nowhere/x", "sh", "-c", "echo out; exit 5"])
        #expect(result.code == 5)
        #expect(result.output == "out\n")
        #expect(result.complaints.split(separator: "\n").count == 1)
        #expect(result.complaints.hasPrefix("deeplinkctl: the job is not reported: no daemon at /nowhere/x"))
        #expect(try tool.jobs() == [])
    }

    @Test func silentDaemon_DoesNotHoldUpTheCommand() throws {
        let result = try tool.run(["run", "sh", "-c", "echo out; exit 5"], serving: false)
        #expect(result.code == 5)
        #expect(result.output == "out\n")
        #expect(result.complaints == "deeplinkctl: the job is not reported: no answer from the daemon\n")
    }

    @Test func daemonThatHangsUp_IsToldAgainWithTheSameIds() throws {
        tool.hangUps = 1
        let result = try tool.run(["run", "--title", "t", "sh", "-c", "sleep 0.1; exit 2"])
        #expect(result.code == 2)
        #expect(result.complaints.isEmpty)
        // The first was never answered; its id is the same when it comes again, so that the store keeps one.
        #expect(tool.events == ["job started t", "job started t", "job failed 2 t"])
        #expect(tool.ids.count == 3)
        #expect(Set(tool.ids).count == 2)
        #expect(try tool.jobs().count == 1)
    }

    @Test func jobShorterThanTheMinimum_LeavesNoTrace() throws {
        let result = try tool.run(["run", "--min", "1000", "echo", "out"])
        #expect(result.output == "out\n")
        #expect(tool.events == [])
        #expect(try tool.jobs() == [])
    }

    @Test func jobLongerThanTheMinimum_IsReportedFromThenOn() throws {
        let result = try tool.run(["run", "--min", "1", "sleep", "1.2"])
        #expect(result.code == 0)
        #expect(tool.events == ["job started sleep 1.2", "job finished 0 sleep 1.2"])
    }

    @Test func refusedEvent_IsSaidOnce() throws {
        tool.answer = {
            #"{"jsonrpc":"2.0","id":\#($0),"error":{"code":-32004,"message":"full","data":{"reason":"quota","retry":false}}}"#
        }
        let result = try tool.run(["run", "true"])
        #expect(result.code == 0)
        #expect(result.complaints == "deeplinkctl: the job is not reported: full\n")
    }

    @Test func unwritableState_CostsOnlyTheOutput() throws {
        try Files.writeAtomically([], to: tool.place("state"))
        let result = try tool.run(["run", "echo", "out"])
        #expect(result.output == "out\n")
        #expect(result.code == 0)
        #expect(result.complaints.hasPrefix("deeplinkctl: the output is not kept: "))
        #expect(tool.events.count == 2)
    }

    @Test func standardInput_IsTheCommands() throws {
        let input = try Pipe()
        try input.writeAll(Array("from outside".utf8))
        input.closeWriter()
        let result = try tool.run(["run", "cat"]) { $0.standardInput = input.reader }
        #expect(result.output == "from outside")
    }

    @Test func largeOutput_PassesWholeAndIsKeptInPart() throws {
        let result = try tool.run(["run", "sh", "-c", "seq 1 300000"])
        let whole = (1...300_000).map { "\($0)\n" }.joined()
        #expect(result.output == whole)
        let kept = try #require(try tool.jobs().first)
        #expect(kept.hasPrefix("1\n2\n3\n"))
        #expect(kept.hasSuffix("299999\n300000\n"))
        #expect(kept.contains("[deeplinkctl: \(whole.utf8.count - (1 << 20)) bytes left out here]"))
    }

    @Test func commandIsInTheCallersGroupAndSession() throws {
        let script = "ps -o pgid=,sid= -p $$; ps -o pgid=,sid= -p $PPID"
        let lines = try tool.run(["run", "sh", "-c", script]).output.split(separator: "\n")
        try #require(lines.count == 2)
        #expect(lines[0] == lines[1])
    }

    @Test func signalSentToTheTool_IsPassedOnAndReported() throws {
        let output = try Pipe()
        var command = try tool.command([
            "run", "--title", "t", "sh", "-c",
            "trap 'echo caught; exit 9' TERM; echo ready; while :; do sleep 0.02; done",
        ])
        command.standardOutput = output.writer
        let child = try ChildProcess.spawn(command)
        output.closeWriter()
        var said: [UInt8] = []
        #expect(try output.read(appendingTo: &said, most: 6) == .bytes(6))
        try child.kill(Signals.terminate)
        #expect(try tool.serve(child) == .exited(9))
        said += try output.readToEnd(limit: 100)
        #expect(String(decoding: said, as: UTF8.self) == "ready\ncaught\n")
        #expect(tool.events == ["job started t", "job failed 9 t"])
    }

    @Test func ignoredHangUp_StaysIgnoredInTheCommand() throws {
        let script = "grep SigIgn /proc/self/status"
        let folder = Files.directory(of: try Files.executablePath())
        let plain = try tool.run(["run", "sh", "-c", script]).output
        let ignoring = try tool.run(["run", "sh", "-c", script]) { command in
            command.arguments =
                ["sh", "-c", "trap '' HUP; exec \"$@\"", "sh", "\(folder)/deeplinkctl"] + command.arguments.dropFirst()
        }.output
        #expect(plain.hasSuffix("0\n"))
        #expect(ignoring.hasSuffix("1\n"))
    }

    @Test func readerThatLeaves_EndsTheCommandAsInAPipe() throws {
        let folder = Files.directory(of: try Files.executablePath())
        let result = try tool.run([]) { command in
            let words = Array(command.arguments.dropFirst()) + ["run", "--title", "t", "yes"]
            command.arguments = ["sh", "-c", "\"$@\" | head -n 1", "sh", "\(folder)/deeplinkctl"] + words
        }
        #expect(result.output == "y\n")
        #expect(tool.events == ["job started t", "job failed 141 t"])
    }

    @Test func terminal_StaysATerminalForTheCommand() throws {
        let terminal = try PseudoTerminal(size: TerminalSize(rows: 10, columns: 40))
        let script = "test -t 1 && test -t 2 && stty size <&1; printf 'a\\nb\\n'"
        var command = try tool.command(["run", "--title", "t", "sh", "-c", script])
        (command.standardInput, command.standardOutput, command.standardError) = (
            terminal.terminal, terminal.terminal, terminal.terminal
        )
        let child = try ChildProcess.spawn(command)
        terminal.closeTerminal()
        try terminal.setNonblocking()
        var said: [UInt8] = []
        let status = try tool.serve(child) { _ = try terminal.read(appendingTo: &said, most: 4_096) }
        while case .bytes = try terminal.read(appendingTo: &said, most: 4_096) {}
        #expect(status == .exited(0))
        #expect(String(decoding: said, as: UTF8.self) == "10 40\r\na\r\nb\r\n")
        #expect(try tool.jobs() == ["10 40\na\nb\n"])
        #expect(tool.events == ["job started t", "job finished 0 t"])
    }

    /// Runs a script under the tool on a terminal of its own, does something to it once it says "ready", and returns what came.
    private func onTerminal(_ script: String, _ act: (PseudoTerminal) throws -> Void) throws -> (String, Int32) {
        let terminal = try PseudoTerminal(size: TerminalSize(rows: 10, columns: 40))
        var command = try tool.command(["run", "--title", "t", "sh", "-c", script])
        command.arguments = ["setsid", "--ctty", "--wait"] + command.arguments
        command.standardInput = terminal.terminal
        command.standardOutput = terminal.terminal
        command.standardError = terminal.terminal
        let child = try ChildProcess.spawn(command)
        terminal.closeTerminal()
        try terminal.setNonblocking()
        var said: [UInt8] = []
        var isReady = false
        let status = try tool.serve(child) {
            _ = try terminal.read(appendingTo: &said, most: 4_096)
            if !isReady, String(decoding: said, as: UTF8.self).contains("ready") {
                isReady = true
                try act(terminal)
            }
        }
        while case .bytes = try terminal.read(appendingTo: &said, most: 4_096) {}
        return (String(decoding: said, as: UTF8.self), status.shellCode)
    }

    @Test func interruptKey_ReachesTheCommandOnceAndIsReported() throws {
        let script = "trap 'echo caught; exit 4' INT; echo ready; while :; do sleep 0.02; done"
        let (said, code) = try onTerminal(script) { try $0.type([3]) }
        #expect(said.split(separator: "caught", omittingEmptySubsequences: false).count == 2, "\(said)")
        #expect(code == 4)
        #expect(tool.events == ["job started t", "job failed 4 t"])
    }

    @Test func resizedTerminal_IsSeenByTheCommand() throws {
        let script = "trap 'stty size <&1; exit' WINCH; echo ready; while :; do sleep 0.02; done"
        let (said, code) = try onTerminal(script) { try TerminalSize(rows: 33, columns: 44).apply(to: $0.controller) }
        #expect(said.hasSuffix("33 44\r\n"), "\(said)")
        #expect(code == 0)
    }

    @Test func typedText_IsReadByTheCommand() throws {
        let (said, code) = try onTerminal("echo ready; read line; echo \"<$line>\"") {
            try $0.type(Array("hello\n".utf8))
        }
        #expect(said.hasSuffix("<hello>\r\n"), "\(said)")
        #expect(code == 0)
    }

    @Test func backgroundChild_IsNotWaitedFor() throws {
        let result = try tool.run(["run", "--title", "t", "sh", "-c", "sleep 1000 >/dev/null 2>&1 & echo $!"])
        #expect(result.code == 0)
        let holding = try tool.run(["run", "--title", "t", "sh", "-c", "sleep 1000 & echo $!"])
        #expect(holding.code == 0)
        for text in [result.output, holding.output] {
            let pid = text.split(separator: "\n").first.map(String.init) ?? ""
            #expect(try ChildProcess.spawn(ChildProcess.Command(["kill", pid])).wait().isSuccess)
        }
    }
}
