import Posix
import Testing

struct ChildProcessTests {
    @Test(
        arguments: [
            ("exit 0", ChildProcess.ExitStatus.exited(0), 0), ("exit 7", .exited(7), 7),
            ("kill -TERM $$", .signalled(15), 143),
            ("kill -KILL $$", .signalled(9), 137),
        ] as [(String, ChildProcess.ExitStatus, Int32)])
    func end_IsReportedAsItWas(script: String, status: ChildProcess.ExitStatus, shellCode: Int32) throws {
        let child = try ChildProcess.spawn(ChildProcess.Command(["/bin/sh", "-c", script]))
        #expect(try child.wait() == status)
        #expect(status.shellCode == shellCode)
        #expect(try child.reap() == status)
    }

    @Test func pidfd_IsReadableAtTheEndAndNotBefore() throws {
        let pipe = try Pipe()
        var command = ChildProcess.Command(["/bin/sh", "-c", "read line; exit 3"])
        command.standardInput = pipe.reader
        let child = try ChildProcess.spawn(command)
        let set = try PollSet()
        try set.add(child.pidfd, for: .readable, token: 1)
        #expect(try set.wait(timeoutMilliseconds: 0).isEmpty)
        #expect(try child.reap() == nil)
        try pipe.writeAll(Array("go\n".utf8))
        #expect(try set.wait(timeoutMilliseconds: 10_000).count == 1)
        #expect(try child.reap() == .exited(3))
    }

    @Test func missingProgram_IsNamed() {
        for name in ["deeplink-no-such-program", "/no/such/program"] {
            let error = #expect(throws: SystemError.self) { try ChildProcess.spawn(ChildProcess.Command([name])) }
            #expect(error?.description == "spawn \(name): No such file or directory")
        }
        let empty = #expect(throws: SystemError.self) { try ChildProcess.spawn(ChildProcess.Command([])) }
        #expect(empty?.isNotFound == true)
    }

    @Test func missingDirectory_IsToldFromAMissingProgram() {
        var command = ChildProcess.Command(["true"])
        command.directory = "/no/such/directory"
        let error = #expect(throws: SystemError.self) { try ChildProcess.spawn(command) }
        #expect(error?.subject == "/no/such/directory")
    }

    @Test func nulInAnArgument_IsRefused() {
        let error = #expect(throws: SystemError.self) {
            try ChildProcess.spawn(ChildProcess.Command(["echo", "a\0b"]))
        }
        #expect(error?.reason == "Invalid argument")
    }

    @Test func argumentsEnvironmentAndDirectory_ArriveWhole() throws {
        let script = #"printf '%s|' "$@"; printf '%s' "$GREETING"; pwd"#
        let said = try Helper.output(["/bin/sh", "-c", script, "sh", "two words", "", "$HOME;é"]) { command in
            command.environment = ["GREETING=good day"]
            command.directory = "/usr"
        }
        #expect(said == "two words||$HOME;é|good day/usr\n")
    }

    @Test func child_InheritsNothingButItsThreeStreams() throws {
        let (a, b) = try Socket.pair()
        let leaked = try FileDescriptor.duplicate(of: a.fileDescriptor)
        let script = "for n in $(seq 0 99); do test -e /proc/$$/fd/$n && printf '%s ' $n; done; true"
        #expect(try Helper.output(["/bin/sh", "-c", script]) == "0 1 2 ")
        #expect(leaked.raw > 2)
        #expect(b.fileDescriptor > 2)
    }

    @Test func streams_CanBeSwapped() throws {
        let said = try Helper.output(["/bin/sh", "-c", "echo out; echo err >&2"]) { command in
            (command.standardError, command.standardInput) = (command.standardOutput, command.standardInput)
        }
        #expect(said == "out\nerr\n")
    }

    @Test func signalState_IsThatOfAFreshProgram() throws {
        let said = try Helper.output(["grep", "-E", "Sig(Blk|Ign)", "/proc/self/status"])
        // glibc leaves its own two signals (32 and 33) ignored in what it spawns; no program can use them.
        #expect(said == "SigBlk:\t0000000000000000\nSigIgn:\t0000000180000000\n")
    }

    @Test func signalToTheGroup_ReachesTheChildrensChildren() throws {
        let output = try Pipe()
        var command = ChildProcess.Command(["/bin/sh", "-c", "sleep 1000 & echo ready; wait"])
        command.ownGroup = true
        command.standardOutput = output.writer
        let child = try ChildProcess.spawn(command)
        output.closeWriter()
        var said: [UInt8] = []
        #expect(try output.read(appendingTo: &said, most: 100) == .bytes(6))
        try child.kill(Signals.kill, group: true)
        #expect(try child.wait() == .signalled(9))
        // The end comes only when the last holder of the stream, the sleeping grandchild, is gone too.
        #expect(try output.read(appendingTo: &said, most: 100) == .end)
    }

    @Test func signalAfterTheEnd_IsRefused() throws {
        let child = try ChildProcess.spawn(ChildProcess.Command(["true"]))
        _ = try child.wait()
        let error = #expect(throws: SystemError.self) { try child.kill(Signals.terminate) }
        #expect(error?.isNoSuchProcess == true)
    }

    @Test func signalToARunningChild_EndsIt() throws {
        let child = try ChildProcess.spawn(ChildProcess.Command(["sleep", "1000"]))
        try child.kill(Signals.terminate)
        #expect(try child.wait() == .signalled(Signals.terminate))
    }

    @Test(arguments: [(Int32(15), "SIGTERM"), (2, "SIGINT"), (200, "signal 200")])
    func signalName(number: Int32, name: String) {
        #expect(Signals.name(number) == name)
    }

    @Test func signalNumber_IsFoundByEitherName() {
        #expect(Signals.number(named: "TERM") == 15)
        #expect(Signals.number(named: "SIGKILL") == 9)
        #expect(Signals.number(named: "NOPE") == nil)
    }
}
