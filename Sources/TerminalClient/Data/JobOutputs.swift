internal import Posix

/// What jobs printed, from the files that `deeplinkctl run` keeps: by UUID under the client's own jobs directory, no
/// links followed, regular, of our own uid. Never a path from a notification.
struct JobOutputs {
    /// A file keeps the first and last 512 KiB, and a line between them; while its job runs, or when that was killed,
    /// another 512 KiB.
    static let limit = 3 * (512 << 10) + 4096

    let directory: String
    let uid: UInt32

    /// Why there is nothing to show.
    enum Failure: Error, Equatable {
        /// The cell's `job` is no UUID.
        case notAJob
        case noFile
        case unreadable(String)

        /// For the screen.
        var text: String {
            switch self {
            case .notAJob: "This notification names no job of deeplinkctl run."
            case .noFile: "The job's output is not on this machine, or was removed."
            case .unreadable(let reason): "The job's output cannot be read: \(reason)"
            }
        }
    }

    /// The bytes that a job printed.
    func read(job: String?) throws(Failure) -> [UInt8] {
        guard let job, Self.isUUID(job) else { throw .notAJob }
        do throws(SystemError) {
            let file = try Files.openOwned(job, in: directory, owner: uid)
            return try file.readToEnd(limit: Self.limit)
        } catch {
            throw error.isNotFound ? .noFile : .unreadable(error.reason)
        }
    }

    /// `8-4-4-4-12` lower-case hexadecimal digits.
    static func isUUID(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) } }
    }
}
