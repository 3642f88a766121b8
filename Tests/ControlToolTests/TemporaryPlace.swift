import Posix

/// A directory of one test's own.
final class TemporaryPlace {
    let path: String

    init() throws {
        path = "\(Environment.system["TMPDIR"] ?? "/tmp")/deeplink-tool-\(try RandomBytes.hexadecimal(count: 8))"
        try Files.makeDirectories(path, mode: 0o700)
    }

    deinit {
        Self.remove(path)
    }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    private static func remove(_ path: String) {
        for name in (try? Files.list(path)) ?? [] {
            let inner = "\(path)/\(name)"
            let isDirectory = (try? Files.facts(inner, followingLinks: false).kind) == .directory
            if isDirectory { remove(inner) } else { try? Files.unlink(inner) }
        }
        try? Files.removeDirectory(path)
    }
}
