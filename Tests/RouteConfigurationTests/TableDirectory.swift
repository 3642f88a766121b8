import Posix

/// A configuration directory of one test's own, with a `routes.d`; removed with everything in it when the test ends.
final class TableDirectory {
    let path: String

    init() throws {
        let parent = Environment.system["TMPDIR"] ?? "/tmp"
        path = "\(parent)/deeplink-tables-\(try RandomBytes.hexadecimal(count: 8))"
        try Files.makeDirectories("\(path)/routes.d", mode: 0o755)
    }

    deinit {
        let folder = "\(path)/routes.d"
        for name in (try? Files.list(folder)) ?? [] {
            try? Files.unlink("\(folder)/\(name)")
            try? Files.removeDirectory("\(folder)/\(name)")
        }
        try? Files.removeDirectory(folder)
        try? Files.removeDirectory(path)
    }

    /// The full name of a table file.
    func file(_ name: String) -> String { "\(path)/routes.d/\(name)" }

    func write(_ name: String, _ text: String) throws {
        try Files.writeAtomically(Array(text.utf8), to: file(name), mode: 0o644)
    }

    /// Runs a program such as chmod on the file (or the folder itself), and waits for it.
    func run(_ arguments: [String], on name: String = "") throws -> Bool {
        try ChildProcess.spawn(ChildProcess.Command(arguments + [file(name)])).wait().isSuccess
    }

    /// Findings as text, without the directory.
    func short(_ descriptions: [String]) -> [String] {
        descriptions.map { text in
            text.split(separator: "\(path)/routes.d/", omittingEmptySubsequences: false).joined()
        }
    }
}
