import Posix
import Testing

struct FileDescriptorTests {
    @Test func takenDescriptor_StaysOpenAndDroppedOnesClose() throws {
        let number = try FileDescriptor.null().take()
        #expect(try FileDescriptor.duplicate(of: number).raw > 2)
        let owner = FileDescriptor(owning: number)
        try owner.close()
    }

    @Test func newDescriptors_AreCloseOnExec() throws {
        let (a, _) = try Socket.pair()
        let set = try PollSet()
        let terminal = try PseudoTerminal(size: TerminalSize(rows: 1, columns: 1))
        let null = try FileDescriptor.null()
        let copy = try null.duplicate()
        let numbers = [
            a.fileDescriptor, set.fileDescriptor, terminal.controller, terminal.terminal, null.raw, copy.raw,
        ]
        for number in numbers {
            let info = try Files.openForReading("/proc/self/fdinfo/\(number)").readToEnd(limit: 4_096)
            let flags = String(decoding: info, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("flags:") }
            let octal = try #require(flags?.split(separator: "\t").last.flatMap { Int(String($0), radix: 8) })
            #expect(octal & 0o2_000_000 != 0, "descriptor \(number)")
        }
    }

    @Test func badDescriptor_IsAnErrorWithTheCallsName() {
        let error = #expect(throws: SystemError.self) { _ = try FileDescriptor.duplicate(of: 1_000_000) }
        #expect(error?.call == "fcntl")
        #expect(error?.reason == "Bad file descriptor")
    }
}
