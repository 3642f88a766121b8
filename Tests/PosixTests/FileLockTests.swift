import Posix
import Testing

struct FileLockTests {
    @Test func secondHolder_IsToldWhoHasIt() throws {
        let directory = try TemporaryDirectory()
        var first: FileLock? = try FileLock(path: directory("lock"))
        #expect(first != nil)
        #expect(throws: FileLock.Failure.held(by: Environment.system.pid)) { try FileLock(path: directory("lock")) }
        first = nil
        #expect(throws: Never.self) { try FileLock(path: directory("lock")) }
        #expect(try Files.exists(directory("lock")))
    }

    @Test func lockOfAnEndedProcess_IsFree() throws {
        let directory = try TemporaryDirectory()
        try Files.append(Array("999999\n and more".utf8), to: directory("lock"))
        let lock = try FileLock(path: directory("lock"))
        let text = String(decoding: try Files.read(directory("lock"), limit: 64).bytes, as: UTF8.self)
        #expect(text == "\(Environment.system.pid)\n")
        withExtendedLifetime(lock) {}
    }

    @Test func lockOfAnotherProcess_IsHeldAndFreeAfterItsEnd() throws {
        let directory = try TemporaryDirectory()
        try Files.writeAtomically(Array("4711\n".utf8), to: directory("lock"))
        let (input, output) = (try Pipe(), try Pipe())
        var command = ChildProcess.Command(["flock", directory("lock"), "sh", "-c", "echo ready; read line"])
        (command.standardInput, command.standardOutput) = (input.reader, output.writer)
        let holder = try ChildProcess.spawn(command)
        var said: [UInt8] = []
        #expect(try output.read(appendingTo: &said, most: 6) == .bytes(6))
        #expect(throws: FileLock.Failure.held(by: 4_711)) { try FileLock(path: directory("lock")) }
        input.closeReader()
        input.closeWriter()
        _ = try holder.wait()
        #expect(throws: Never.self) { try FileLock(path: directory("lock")) }
    }

    @Test func missingDirectory_IsASystemError() throws {
        let directory = try TemporaryDirectory()
        let path = directory("none/lock")
        let expected = SystemError(call: "open", subject: path, code: 2)
        #expect(throws: FileLock.Failure.system(expected)) { try FileLock(path: path) }
    }
}
