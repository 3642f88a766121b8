// What lets a device in: random tokens and codes, hashes of them, comparisons that take the same time whatever differs.
// Everything is libsodium's; nothing here is cryptography of our own.
internal import CSodium

/// Tokens and codes, from libsodium.
public struct Secrets: Sendable {
    /// The length of a hash, in bytes: BLAKE2b-256.
    public static let hashBytes = Int(DEEPLINK_HASH_BYTES)
    /// The random bytes of a token: 128 bits.
    public static let tokenBytes = 16

    /// Makes the library ready; throws when it has no source of randomness.
    public init() throws(SodiumError) {
        guard sodium_init() >= 0 else { throw SodiumError(call: "sodium_init") }
    }

    /// A new token: 128 random bits as 32 hexadecimal digits.
    public func token() -> String {
        var bytes = [UInt8](repeating: 0, count: Self.tokenBytes)
        unsafe randombytes_buf(&bytes, Self.tokenBytes)
        defer { unsafe sodium_memzero(&bytes, Self.tokenBytes) }
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// A new code of so many digits (1…9), each code as likely as any other.
    public func code(digits: Int) -> String {
        precondition((1...9).contains(digits), "a code of \(digits) digits")
        var bound: UInt32 = 1
        for _ in 0..<digits { bound *= 10 }
        let number = String(randombytes_uniform(bound))
        return String(repeating: "0", count: digits - number.utf8.count) + number
    }

    /// The BLAKE2b-256 hash of a text (RFC 7693): what is kept of a token.
    public func hash(_ text: String) -> [UInt8] {
        let input = Array(text.utf8)
        var hash = [UInt8](repeating: 0, count: Self.hashBytes)
        let code = unsafe crypto_generichash(&hash, Self.hashBytes, input, UInt64(input.count), nil, 0)
        precondition(code == 0, "crypto_generichash takes any input for a hash of \(Self.hashBytes) bytes")
        return hash
    }

    /// Whether both are the same, in a time that says nothing about where they differ. Their lengths are no secret.
    public func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe sodium_memcmp(left, right, left.count) == 0
    }

    /// The same of two texts, byte by byte.
    public func areEqual(_ left: String, _ right: String) -> Bool { areEqual(Array(left.utf8), Array(right.utf8)) }
}
