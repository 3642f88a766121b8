// Files of ../shared/data beside the package, read when they are there.
import Glibc

enum SharedData {
    /// A file's bytes, at most 1 MiB; nil if it cannot be read.
    static func read(_ path: String) -> [UInt8]? {
        let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let descriptor = unsafe open("/\(package)/../shared/data/\(path)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return unsafe [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
            var got = 1
            while got > 0, count < buffer.count {
                got = unsafe Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
                count += max(got, 0)
            }
        }
    }
}
