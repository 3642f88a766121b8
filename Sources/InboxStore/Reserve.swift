// On a full disk nothing can be deleted: DELETE, checkpoint and INSERT all need room first (measured). So a file beside
// the database holds room that is given up for exactly one purpose: to bring the log home.
internal import Posix

/// The reserve file: made when there is room, given up when there is none.
struct Reserve: ~Copyable {
    private let path: String
    /// Why it is not there; nil: it is.
    private(set) var shortage: String?

    /// What the log may hold of pages that are new to the file, which is all that a checkpoint needs room for: as much
    /// as it holds when it is due, and what one turn adds (1 MiB of input, twice that with its indexes).
    static let bytes = InboxStore.checkpointBytes + InboxStore.turnBytes

    /// Takes a reserve that an earlier run left, or makes one. Without room it is missing, which is no error.
    init(beside database: String) {
        path = database + "-reserve"
        shortage = "the reserve file was not made"
        make()
    }

    /// Makes it if it is missing and there is room.
    mutating func make() {
        guard shortage != nil else { return }
        do {
            try Files.allocate(path, bytes: Self.bytes)
            shortage = nil
        } catch {
            shortage = error.description
        }
    }

    /// Gives its room back.
    mutating func release() {
        // If it cannot be removed there is no room, and that is what the next turn says.
        try? Files.unlink(path)
        shortage = "the reserve file was given up"
    }
}
