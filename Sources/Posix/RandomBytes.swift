// Randomness from the kernel: for names that nobody else may guess or take, not for keys.
import CPosix
import Glibc

/// Random bytes and names made of them.
@safe
public enum RandomBytes {
    /// `count` bytes from the kernel's generator.
    public static func bytes(count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            filled += try systemCall("getrandom") {
                unsafe bytes.withUnsafeMutableBytes {
                    unsafe getrandom($0.baseAddress?.advanced(by: filled), count - filled, 0)
                }
            }
        }
        return bytes
    }

    /// `count` bytes as lower-case hexadecimal digits, two for each.
    public static func hexadecimal(count: Int) throws(SystemError) -> String {
        digits(try bytes(count: count))
    }

    /// A version 4 UUID in lower case (RFC 9562): `xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx`.
    public static func uuid() throws(SystemError) -> String {
        var bytes = try bytes(count: 16)
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        return [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10...]]
            .map { digits(Array($0)) }.joined(separator: "-")
    }

    private static func digits(_ bytes: [UInt8]) -> String {
        let alphabet = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [alphabet[Int($0 >> 4)], alphabet[Int($0 & 15)]] }, as: UTF8.self)
    }
}
