import Glibc

/// A journal of the test's own: what the daemon sends to it, entry by entry.
@safe
public final class JournalReader {
    /// Where the daemon under test sends its entries.
    public let path: String
    private let descriptor: CInt

    /// Binds the socket; the path may have 107 bytes.
    public init(path: String) {
        self.path = path
        let kind = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let bound = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(bound == 0, "the test's journal could not be bound to \(path)")
    }

    deinit { close(descriptor) }

    private var kept: [String] = []

    /// The entries that came since the last look, each as its text on the wire.
    public func entries() -> [String] {
        collect()
        defer { kept.removeAll() }
        return kept
    }

    /// Takes what waits: the kernel keeps as few as ten.
    public func collect() {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return }
            kept.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
    }
}
