// What is refused, and where.
import Testing
import Toml

private func refusal(_ bytes: [UInt8]) -> TomlError? {
    do throws(TomlError) {
        _ = try TomlDocument(parsing: bytes, file: "dir/t.toml")
        return nil
    } catch {
        return error
    }
}

@Suite struct ErrorTests {
    @Test(arguments: [
        ("a = 1\na = 2", 2, 5), ("[t]\nx = 1\n[t]", 3, 1), ("a = ", 1, 5), ("a = 1 b = 2", 1, 7), ("\n\n  = 1", 3, 3),
        ("a = [1, 2", 1, 10), ("a = \"x\ny\"", 1, 7), ("a = 01", 1, 7), ("[=]", 1, 2), ("a = \"\\q\"", 1, 7),
        ("a = { b = 1", 1, 12),
        ("[a]]", 1, 4), ("a = tru", 1, 8), ("é = 1", 1, 1), ("Zт", 1, 2), ("a = \"é\" x", 1, 9),
        ("a = 9223372036854775808", 1, 24),
        ("a = \0", 1, 5), ("[[a]]\n[a]", 2, 1), ("a = {}\na.b = 1", 2, 1), ("a = 2026-13-01", 1, 12),
    ])
    func brokenText_IsRefusedAtItsPlace(text: String, line: Int, column: Int) {
        let error = refusal(Array(text.utf8))
        #expect(
            error.map { "\($0.line):\($0.column)" } == "\(line):\(column)", "\(text): \(error?.message ?? "accepted")")
        #expect(error?.message.isEmpty == false)
        #expect(error?.file == "dir/t.toml")
    }

    @Test func duplicateKey_IsNamed() throws {
        let error = try #require(refusal(Array("kind = 1\nx = 2\nkind = 3\n".utf8)))
        #expect(error.line == 3)
        #expect(error.message == "key-value pair: cannot redefine existing integer 'kind'")
        #expect(error.description == "dir/t.toml:3:\(error.column): \(error.message)")
    }

    @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3]] as [[UInt8]])
    func bytesThatAreNotUTF8_AreRefused(bytes: [UInt8]) {
        let error = refusal(Array("ok = 1\nv = \"".utf8) + bytes + Array("\"\n".utf8))
        #expect(error?.line == 2, "\(error?.description ?? "accepted")")
    }

    @Test func tooLongText_IsRefused() {
        let text = [UInt8](repeating: UInt8(ascii: "\n"), count: TomlDocument.maxBytes)
        #expect(refusal(text) == nil)
        #expect(refusal(text + text)?.message == "longer than 1048576 bytes")
    }

    @Test func deepNesting_IsRefusedNotFollowed() {
        let brackets = "a = " + String(repeating: "[", count: 100_000)
        let inline = "a = " + String(repeating: "{a=", count: 100_000)
        let dotted = "ok = 1\n" + String(repeating: "a.", count: 400_000) + "a = 1"
        let spaced = "[" + String(repeating: "a . ", count: 200_000) + "a]"
        let quoted = String(repeating: "\"a\".", count: 200_000) + "a = 1"
        for text in [brackets, inline, dotted, spaced, quoted] {
            #expect(refusal(Array(text.utf8)) != nil)
        }
        #expect(refusal(Array(dotted.utf8))?.description == "dir/t.toml:2:64: a key of more than 32 parts")
    }

    @Test func nesting_IsBoundedWhicheverWayItIsWritten() {
        func header(_ parts: Int) -> [UInt8] {
            Array(("[" + Array(repeating: "a", count: parts).joined(separator: ".") + "]").utf8)
        }
        #expect(refusal(header(32)) == nil)
        #expect(refusal(header(33)) != nil)
        let mixed = String(decoding: header(20), as: UTF8.self) + "\n" + String(repeating: "b.", count: 19) + "b = 1"
        #expect(refusal(Array(mixed.utf8))?.message == "tables and arrays nest too deep")
    }

    @Test func dotsInTextsAndComments_AreNoKeys() {
        let dots = String(repeating: ".", count: 200)
        let text =
            "a = \"\(dots)\"\nb = '\(dots)'\n# \(dots)\n"
            + "c = \"\"\"\n\(dots)\"\(dots)\\\"\(dots)\"\"\"\nd = '''\(dots)''' # \(dots)\n"
        #expect(refusal(Array(text.utf8)) == nil)
    }

    /// Whatever a text is turned into, it is read or refused inside its lines.
    @Test func mutatedText_IsReadOrRefusedWithin() {
        var random = Counter(state: 99)
        let seed = Array(
            "[[tab]]\nid = \"b\\u00e9\"\nx.y = { a = [1, 2.5, 2026-01-01], b = 'q' }\n[t.u]\nv = \"\"\"m\n\"\"\" # c\n"
                .utf8)
        let marks = Array("[]{}=.,\"'\\#\n\r u0-".utf8) + [0x00, 0xC3, 0xFF]
        for _ in 0..<5_000 {
            var text = seed
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let at = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: text.remove(at: at)
                case 1: text.insert(marks.randomElement(using: &random) ?? 0, at: at)
                default: text[at] = marks.randomElement(using: &random) ?? 0
                }
            }
            if let error = refusal(text) {
                let lines = text.count { $0 == UInt8(ascii: "\n") } + 1
                #expect((1...lines + 1).contains(error.line), "\(String(decoding: text, as: UTF8.self)) \(error)")
                #expect(error.column >= 1)
            }
        }
    }
}

/// The same numbers on every run.
private struct Counter: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 32) | (state << 32)
    }
}
