// What a job printed, kept in one file: its first and its last 512 KiB, with a line between them that says how much is missing. Every
// byte is written when it comes, so that a kill loses nothing: the end of the file grows to twice its share, then its older half is
// dropped by writing the newer one over it. The file is never larger than 1.5 MiB and a line.
internal import Posix

/// The bounded file of a job's output.
final class JobOutput {
    /// What is kept of the beginning, and of the end.
    static let share = 512 * 1024

    let path: String
    private let file: FileDescriptor
    private let share: Int
    private var headCount = 0
    private var tail: [UInt8] = []
    private var leftOut = 0

    /// Makes the file, and its directory if that is missing, for the owner only. It is locked as long as the object lives: what is
    /// locked is no other job's to remove.
    init(directory: String, job: String, share: Int = share) throws(SystemError) {
        try Files.makeDirectories(directory, mode: 0o700)
        path = "\(directory)/\(job)"
        file = try Files.create(path, mode: 0o600)
        self.share = share
        _ = try file.takeLock(path: path)
    }

    /// Adds what was printed.
    func append(_ bytes: [UInt8]) throws(SystemError) {
        let first = bytes.prefix(share - headCount)
        if !first.isEmpty {
            try file.writeAll(Array(first), at: headCount)
            headCount += first.count
        }
        let rest = bytes.dropFirst(first.count)
        guard !rest.isEmpty else { return }
        try file.writeAll(Array(rest), at: headCount + marker.count + tail.count)
        tail += rest
        if tail.count > 2 * share { try compact() }
    }

    /// Leaves exactly the two shares.
    func finish() throws(SystemError) {
        if tail.count > share { try compact() }
    }

    /// Removes the file: nothing leads to it.
    func discard() {
        try? Files.unlink(path)
    }

    private func compact() throws(SystemError) {
        leftOut += tail.count - share
        tail.removeFirst(tail.count - share)
        let end = marker + tail
        try file.writeAll(end, at: headCount)
        try file.truncate(to: headCount + end.count)
    }

    private var marker: [UInt8] {
        leftOut == 0 ? [] : Array("\n[deeplinkctl: \(leftOut) bytes left out here]\n".utf8)
    }
}
