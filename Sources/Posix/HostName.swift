import Glibc

/// What this machine calls itself.
@safe
public enum HostName {
    /// The kernel's name for the host, as `hostname` prints it; at most 64 bytes.
    public static func system() throws(SystemError) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        let most = buffer.count - 1
        _ = try systemCall("gethostname") { unsafe gethostname(&buffer, most) }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
