import Posix

/// A real disk that can be filled: a small tmpfs. Only root may mount one.
public enum SmallDisk {
    /// Runs `body` with a directory on a file system of so many MiB; prints that it does not, where it may not.
    public static func with(mebibytes: Int, _ body: (String) throws -> Void) throws {
        let parent = Environment.system["TMPDIR"] ?? "/tmp"
        let directory = "\(parent)/deeplink-disk-\(try RandomBytes.hexadecimal(count: 4))"
        try Files.makeDirectories(directory, mode: 0o700)
        defer { try? Files.removeDirectory(directory) }
        let options = "size=\(mebibytes)m"
        guard try run(["/bin/mount", "-t", "tmpfs", "-o", options, "deeplink-test", directory]) == .exited(0) else {
            print("skipped: a small file system cannot be mounted here (it takes root)")
            return
        }
        // Lazily: what a failed test opened may still be open.
        defer { _ = try? run(["/bin/umount", "--lazy", directory]) }
        try body(directory)
    }

    /// Takes all room of a directory's disk but so many KiB, to 64; returns the file that holds it.
    @discardableResult
    public static func fill(_ directory: String, leaving kibibytes: Int) throws -> String {
        let filler = "\(directory)/filler"
        for size in stride(from: 64 << 20, to: 0, by: -(64 << 10)) {
            do throws(SystemError) {
                try Files.allocate(filler, bytes: size)
            } catch {
                guard error.isDiskFull else { throw error }
                continue
            }
            try Files.unlink(filler)
            try Files.allocate(filler, bytes: max(0, size - (kibibytes << 10)))
            return filler
        }
        return filler
    }

    private static func run(_ words: [String]) throws -> ChildProcess.ExitStatus {
        try ChildProcess.spawn(ChildProcess.Command(words)).wait()
    }
}
