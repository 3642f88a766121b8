internal import Glibc

/// A directory of one test, removed with everything in it.
final class TemporaryDirectory {
    let path: String

    init() throws {
        let base = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/deeplinkd-sqlite-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw MissingDirectory(base: base, errno: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in ["", "-wal", "-shm", "-journal"] {
            unsafe unlink("\(path)/inbox.sqlite\(name)")
        }
        unsafe rmdir(path)
    }

    /// The database file of the test.
    var file: String { "\(path)/inbox.sqlite" }

    struct MissingDirectory: Error {
        let base: String
        let errno: Int32
    }
}
