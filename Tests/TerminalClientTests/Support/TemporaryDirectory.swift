import Posix

/// A directory of one test's own, removed with everything in it when the test ends.
final class TemporaryDirectory {
    let path: String

    init() throws {
        let parent = Environment.system["TMPDIR"] ?? "/tmp"
        path = "\(parent)/deeplink-client-\(try RandomBytes.hexadecimal(count: 8))"
        try Files.makeDirectories(path, mode: 0o700)
    }

    deinit {
        Self.remove(path)
    }

    private static func remove(_ path: String) {
        for name in (try? Files.list(path)) ?? [] {
            let inner = "\(path)/\(name)"
            let isDirectory = (try? Files.facts(inner, followingLinks: false).kind) == .directory
            if isDirectory { remove(inner) } else { try? Files.unlink(inner) }
        }
        try? Files.removeDirectory(path)
    }
}
