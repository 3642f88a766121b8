import Posix
import Testing

@testable import Daemon

/// Sockets that the daemon binds itself.
@Suite struct ListenersTests {
    private func place() throws -> String {
        let path = "/tmp/dld-l-\(try RandomBytes.hexadecimal(count: 8))"
        try Files.makeDirectories(path, mode: 0o700)
        return path
    }

    private func remove(_ path: String) {
        for name in (try? Files.list(path)) ?? [] { try? Files.unlink("\(path)/\(name)") }
        try? Files.removeDirectory(path)
    }

    /// A socket that nobody serves. A child that another test starts at this moment holds it open until it has become
    /// its program.
    private func leaveBehind(_ path: String) throws {
        try Socket.listen(path: path, mode: 0o600, backlog: 1).close()
        for _ in 0..<100_000 {
            do throws(SystemError) { try Socket.connect(path: path).close() } catch {
                if error.isRefused { return }
            }
        }
    }

    @Test func leftoverSocket_IsReplacedAndOwnOnesAreUnlinked() throws {
        let path = try place()
        defer { remove(path) }
        try leaveBehind("\(path)/n")
        let listeners = try Listeners.bind(notify: "\(path)/n", client: "\(path)/c")
        try Socket.connect(path: "\(path)/n").close()
        try listeners.unlink()
        #expect(try Files.list(path).isEmpty)
    }

    @Test func servedSocket_IsLeftAloneAndNothingElseStays() throws {
        let path = try place()
        defer { remove(path) }
        let other = try Socket.listen(path: "\(path)/c", mode: 0o600, backlog: 4)
        #expect(throws: Listeners.Failure.self) { try Listeners.bind(notify: "\(path)/n", client: "\(path)/c") }
        #expect(try Files.list(path) == ["c"])
        try Socket.connect(path: "\(path)/c").close()
        other.close()
    }

    @Test func fileThatIsNoSocket_IsRefused() throws {
        let path = try place()
        defer { remove(path) }
        try Files.writeAtomically([1], to: "\(path)/n")
        #expect(throws: Listeners.Failure.self) { try Listeners.bind(notify: "\(path)/n", client: "\(path)/c") }
        #expect(try Files.read("\(path)/n", limit: 10).bytes == [1])
    }

    @Test func socketThatSomebodyElseBoundMeanwhile_IsNotUnlinked() throws {
        let path = try place()
        defer { remove(path) }
        let listeners = try Listeners.bind(notify: "\(path)/n", client: "\(path)/c")
        try Files.unlink("\(path)/n")
        let other = try Socket.listen(path: "\(path)/n", mode: 0o600, backlog: 1)
        try listeners.unlink()
        #expect(try Files.list(path) == ["n"])
        other.close()
    }
}
