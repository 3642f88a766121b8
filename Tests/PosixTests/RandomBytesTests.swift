import Posix
import Testing

struct RandomBytesTests {
    @Test func bytes_AreAsManyAsAskedAndDiffer() throws {
        #expect(try RandomBytes.bytes(count: 0).isEmpty)
        let (one, two) = (try RandomBytes.bytes(count: 1_000), try RandomBytes.bytes(count: 1_000))
        #expect(one.count == 1_000)
        #expect(one != two)
        #expect(try RandomBytes.hexadecimal(count: 4).count == 8)
    }

    @Test func uuid_HasVersionAndVariant() throws {
        for _ in 0..<100 {
            let text = try RandomBytes.uuid()
            let parts = text.split(separator: "-")
            #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
            #expect(parts[2].first == "4")
            #expect("89ab".contains(parts[3].first ?? "x"))
            #expect(text.allSatisfy { $0 == "-" || ($0.isHexDigit && !$0.isUppercase) })
        }
    }
}
