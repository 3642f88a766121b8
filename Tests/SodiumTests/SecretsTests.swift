import Sodium
import Testing

@Suite struct SecretsTests {
    private let secrets: Secrets

    init() throws { secrets = try Secrets() }

    /// RFC 7693 has the vector of BLAKE2b-512 only; these are of BLAKE2b-256, as `b2sum -l 256` prints them.
    @Test(arguments: [
        ("", "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"),
        ("abc", "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"),
    ])
    func hash_IsBLAKE2b256(text: String, digits: String) {
        #expect(secrets.hash(text) == Self.bytes(digits))
    }

    @Test func tokens_Are128BitsAndNeverTheSame() {
        let tokens = (0..<1000).map { _ in secrets.token() }
        #expect(Set(tokens).count == 1000)
        for token in tokens {
            #expect(token.utf8.count == 32)
            #expect(token.allSatisfy { "0123456789abcdef".contains($0) }, "\(token)")
        }
        // Each of the 16 digits in each of the 32 places: random bits leave none out of a thousand.
        for place in 0..<32 { #expect(Set(tokens.map { Array($0.utf8)[place] }).count == 16) }
    }

    @Test func codes_AreSixDigitsAndBeginWithZeroToo() {
        let codes = (0..<5000).map { _ in secrets.code(digits: 6) }
        for code in codes { #expect(code.utf8.count == 6 && code.allSatisfy { "0123456789".contains($0) }, "\(code)") }
        for digit in "0123456789" { #expect(codes.contains { $0.first == digit }, "\(digit)") }
        #expect(Set((0..<500).map { _ in secrets.code(digits: 1) }).count == 10)
    }

    @Test func areEqual_SeesEveryByteAndTheLength() {
        let one = secrets.hash("one")
        #expect(secrets.areEqual(one, secrets.hash("one")))
        for place in one.indices {
            var other = one
            other[place] ^= 1
            #expect(!secrets.areEqual(one, other))
        }
        #expect(!secrets.areEqual(one, Array(one.dropLast())))
        #expect(secrets.areEqual("", ""))
        #expect(secrets.areEqual("012345", "012345"))
        #expect(!secrets.areEqual("012345", "012346"))
        #expect(!secrets.areEqual("012345", "0123456"))
    }

    private static func bytes(_ digits: String) -> [UInt8] {
        let nibbles = digits.utf8.map { UInt8($0 < 58 ? $0 - 48 : $0 - 87) }
        return stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    }
}
