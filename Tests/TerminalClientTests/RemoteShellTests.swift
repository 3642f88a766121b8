import Posix
import Routing
import Testing
import TmuxHarness

@testable import TerminalClient

/// Words that went through the shell of another machine: here a real sh, which prints what it was given.
@Suite struct RemoteShellTests {
    static let hostile = [
        "", " ", "a b", "'", "''", "a'b", "\"", "$HOME", "$(id)", "`id`", "\\", "\\'", "a\nb", "\t", "*", "~", "!",
        "#x", "-n",
        "--", ";id", "&& id", "|", ">x", "漢字 é", "'\\''", "\u{1}\u{7f}",
    ]

    @Test(arguments: ["sh", "bash"])
    func everyWord_ArrivesAsItWas(_ shell: String) throws {
        let invocation = Invocation(["printf", "<%s>"] + Self.hostile)
        let printed = try output([shell, "-c", RemoteShell.line(invocation)])
        #expect(printed == Self.hostile.map { "<\($0)>" }.joined())
    }

    @Test func directoryAndEnvironment_AreThere() throws {
        let invocation = Invocation(
            ["sh", "-c", "printf '%s|' \"$PWD\" \"$A\" \"$B\""], directory: "/usr/share",
            environment: [.init(name: "A", value: "x'; id; '"), .init(name: "B", value: "$(id)")])
        #expect(try output(["sh", "-c", RemoteShell.line(invocation)]) == "/usr/share|x'; id; '|$(id)|")
        let home = Invocation(["pwd"], directory: "~/..")
        #expect(RemoteShell.line(home) == #"cd -- "$HOME"'/..' && exec 'pwd'"#)
    }

    /// A directory that is not there: nothing runs anywhere else instead.
    @Test func aMissingDirectory_RunsNothing() throws {
        let invocation = Invocation(["echo", "ran"], directory: "/no/such/place")
        #expect(try output(["sh", "-c", RemoteShell.line(invocation)]) == "")
    }

    private func output(_ arguments: [String]) throws -> String {
        let pipe = try Pipe()
        let null = try FileDescriptor.null()
        var command = ChildProcess.Command(arguments)
        (command.standardInput, command.standardOutput, command.standardError) = (null.raw, pipe.writer, null.raw)
        let child = try ChildProcess.spawn(command)
        pipe.closeWriter()
        let bytes = try pipe.readToEnd(limit: 1 << 20)
        _ = try child.wait()
        return String(decoding: bytes, as: UTF8.self)
    }
}
