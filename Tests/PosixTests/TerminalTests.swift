import Posix
import Testing

struct TerminalTests {
    @Test func programOnAPseudoTerminal_SeesATerminalOfThatSize() throws {
        let terminal = try PseudoTerminal(size: TerminalSize(rows: 24, columns: 80))
        var command = ChildProcess.Command(["/bin/sh", "-c", "test -t 0 && stty size"])
        command.standardInput = terminal.terminal
        command.standardOutput = terminal.terminal
        let child = try ChildProcess.spawn(command)
        terminal.closeTerminal()
        var said: [UInt8] = []
        while case .bytes = try terminal.read(appendingTo: &said, most: 4_096) {}
        #expect(String(decoding: said, as: UTF8.self) == "24 80\r\n")
        #expect(try child.wait().isSuccess)
    }

    @Test func plainOutput_AddsNoCarriageReturns() throws {
        let terminal = try PseudoTerminal(size: TerminalSize(rows: 24, columns: 80))
        try TerminalMode(of: terminal.terminal).withPlainOutput.apply(to: terminal.terminal)
        var command = ChildProcess.Command(["printf", "a\\nb"])
        command.standardOutput = terminal.terminal
        let child = try ChildProcess.spawn(command)
        terminal.closeTerminal()
        var said: [UInt8] = []
        while case .bytes = try terminal.read(appendingTo: &said, most: 4_096) {}
        #expect(said == Array("a\nb".utf8))
        #expect(try child.wait().isSuccess)
    }

    @Test func size_CanBeChangedAndAskedFor() throws {
        let terminal = try PseudoTerminal(size: TerminalSize(rows: 24, columns: 80))
        try TerminalSize(rows: 5, columns: 20).apply(to: terminal.controller)
        #expect(try TerminalSize(of: terminal.terminal) == TerminalSize(rows: 5, columns: 20))
    }

    @Test func rawMode_IsTakenBack() throws {
        let terminal = try PseudoTerminal(size: TerminalSize(rows: 24, columns: 80))
        let before = try TerminalMode(of: terminal.terminal)
        #expect(before.echoes)
        try before.raw.apply(to: terminal.terminal)
        #expect(try !TerminalMode(of: terminal.terminal).echoes)
        try before.apply(to: terminal.terminal)
        #expect(try TerminalMode(of: terminal.terminal).echoes)
    }

    @Test func whatIsNoTerminal_SaysSo() throws {
        let null = try FileDescriptor.null()
        #expect(!TerminalMode.isTerminal(null.raw))
        let error = #expect(throws: SystemError.self) { try TerminalSize(of: null.raw) }
        #expect(error?.description == "ioctl TIOCGWINSZ: Inappropriate ioctl for device")
    }
}
