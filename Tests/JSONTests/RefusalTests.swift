// What is refused, why and at which byte.
import JSON
import TestSupport
import Testing

private func refusal(_ bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
        _ = try JSONDocument(parsing: bytes)
        return nil
    } catch {
        return error
    }
}

private func isSyntax(_ error: JSONError?) -> Bool {
    if case .syntax = error?.reason { true } else { false }
}

@Suite struct RefusalTests {
    @Test(arguments: [
        ("", 0), (" ", 1), ("[", 1), ("{", 1), ("]", 0), ("[1", 2), ("[1,", 3), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3),
        ("{\"a\"}", 4), ("{\"a\":}", 5), ("{\"a\":1,}", 7), ("{a:1}", 1), ("{'a':1}", 1), ("{\"a\" 1}", 5),
        ("{\"a\":1 \"b\":2}", 7), ("{1:2}", 1), ("1 2", 2), ("{}{}", 2), ("[] x", 3), ("nul", 3), ("trux", 3),
        ("True", 0),
        ("01", 1), ("-", 1), ("-a", 1), ("+1", 0), (".5", 0), ("1.", 2), ("1.e3", 2), ("1e", 2), ("1e+", 3),
        ("0x10", 1),
        ("NaN", 0), ("Infinity", 0), ("-Infinity", 1), ("// c\n1", 0), ("1 // c", 2), ("[1,/* c */2]", 3), ("\"abc", 4),
        ("\"a\nb\"", 2), ("\"a\tb\"", 2), ("\"\\x\"", 1), ("\"\\u12g4\"", 1), ("\"\\u12", 1), ("\"\\", 1),
        ("\u{FEFF}{}", 0), ("{\u{A0}}", 1), ("\u{B}1", 0), ("[1e999,01e999]", 8), ("[1e999", 6), ("[1e999,]", 7),
    ])
    func textOutsideTheGrammar_IsRefusedAtItsByte(text: String, offset: Int) {
        let error = refusal(Array(text.utf8))
        #expect(isSyntax(error), "\(text)")
        #expect(error?.offset == offset, "\(text): \(error?.description ?? "accepted")")
    }

    @Test(arguments: [
        (#""\ud800""#, 1), (#""\udc00""#, 1), (#""ab\udfff""#, 3), (#""\ud83d\u0041""#, 1), (#""\ud83dx""#, 1),
        (#""\ud83d\ud83d""#, 1), (#""\ud83d\ude00\ude00""#, 13), (#"{"\udc00":1}"#, 2),
        (#"["\\udc00","\\\udc00"]"#, 14), (#"["\u0041","\t\uDC00"]"#, 13),
    ])
    func halfOfASurrogatePair_IsRefusedAtItsBackslash(text: String, offset: Int) {
        let error = refusal(Array(text.utf8))
        #expect(isSyntax(error), "\(text)")
        #expect(error?.offset == offset, "\(text): \(error?.description ?? "accepted")")
    }

    @Test(
        arguments: [
            ([0x80], 0), ([0xFF], 0), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xC3], 0), ([0xE0, 0x80, 0x80], 0),
            ([0xE2, 0x82], 0), ([0xED, 0xA0, 0x80], 0), ([0xED, 0xBF, 0xBF], 0), ([0xF0, 0x80, 0x80, 0x80], 0),
            ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF8, 0x88, 0x80, 0x80, 0x80], 0), ([0x61, 0xC3, 0xA9, 0xFE], 3),
        ] as [([UInt8], Int)])
    func bytesThatAreNotUTF8_AreRefusedWhereTheyStart(bytes: [UInt8], offset: Int) {
        let quote = UInt8(ascii: "\"")
        #expect(refusal([quote] + bytes + [quote]) == JSONError(reason: .invalidUTF8, offset: offset + 1))
        #expect(refusal([quote] + bytes).map { $0.reason == .invalidUTF8 || isSyntax($0) } == true)
        let asName = Array("{\"".utf8) + bytes + Array("\":1}".utf8)
        #expect(refusal(asName) == JSONError(reason: .invalidUTF8, offset: offset + 2))
    }

    @Test func utf16_IsRefused() {
        #expect(refusal([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00])?.reason == .nul)
        #expect(refusal([0xFE, 0xFF])?.offset == 0)
    }

    @Test(arguments: ["\0", "{}\0", "{}\0garbage", "\"a\0b\"", "[1,\0]"])
    func rawNUL_IsRefusedBeforeAllElse(text: String) {
        let bytes = Array(text.utf8)
        #expect(refusal(bytes) == JSONError(reason: .nul, offset: bytes.firstIndex(of: 0) ?? -1))
    }

    @Test(arguments: [
        (#"{"a":1,"a":2}"#, "a", 7), (#"{"a":1,"b":2,"a":3,"b":4}"#, "a", 13), (#"{"":1,"":2}"#, "", 6),
        (#"{"x":[0,{"k":{},"j":1, "k":[]}]}"#, "k", 23), (#"{"a":1,"\u0061":2}"#, "a", 7),
        (#"{"a\n":1,"a\u000a":2}"#, "a\n", 9), (#"[{"é":1,"\u00e9":1}]"#, "é", 9),
    ])
    func duplicateKey_IsRefusedWithNameAndOffset(text: String, name: String, offset: Int) {
        #expect(refusal(Array(text.utf8)) == JSONError(reason: .duplicateKey(name), offset: offset))
    }

    @Test(arguments: [2, 15, 16, 17, 18, 500])
    func duplicateKey_IsFoundInObjectsOfAnySize(count: Int) {
        var names = (0..<count).map { "n\($0 * 7_919 % 1_000)" }
        #expect(refusal(object(of: names)) == nil)
        names.append(names[count / 2])
        names.append(names[0])
        let text = object(of: names)
        let offset = object(of: Array(names.dropLast(2))).count
        #expect(refusal(text) == JSONError(reason: .duplicateKey(names[count / 2]), offset: offset))
    }

    @Test func equalNames_MayStandInDifferentObjects() {
        #expect(refusal(Array(#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}"#.utf8)) == nil)
    }

    @Test func tooLongText_IsRefused() {
        let text = [UInt8](repeating: UInt8(ascii: " "), count: JSONDocument.maxBytes + 1)
        #expect(isSyntax(refusal(text)))
    }

    @Test func description_SaysWhatAndWhere() {
        let long = String(repeating: "k", count: 500)
        #expect(JSONError(reason: .duplicateKey("a"), offset: 7).description == "byte 7: the key \"a\" is used twice")
        #expect(JSONError(reason: .duplicateKey(long), offset: 7).description.count < 120)
        #expect(refusal(Array("[1,]".utf8))?.description == "byte 3: not a value")
    }

    private func object(of names: [String]) -> [UInt8] {
        Array(("{" + names.map { "\"\($0)\":[{}]" }.joined(separator: ",") + "}").utf8)
    }
}

@Suite struct MutationTests {
    /// Whatever a text is turned into, it is refused inside its bounds or every value in it can be read.
    @Test func mutatedText_IsReadWholeOrRefusedWithin() {
        var random = SplitMix64(seed: 42)
        let seed = Array(#"{"a":[1,-2.5e+7,"x\n\u00e9\ud83d\ude00é"],"b":{"c":null,"d":true},"e":[[],{},""]}"#.utf8)
        let marks = Array("{}[],:\"\\ue0-.1\u{7f} \n".utf8) + [0x00, 0xC3, 0xED, 0xA0, 0xFF]
        for _ in 0..<20_000 {
            var text = seed
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let at = Int.random(in: 0..<text.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: text.remove(at: at)
                case 1: text.insert(marks.randomElement(using: &random) ?? 0, at: at)
                default: text[at] = marks.randomElement(using: &random) ?? 0
                }
            }
            do throws(JSONError) {
                let root = try JSONDocument(parsing: text).root
                #expect(root.rewritten.bytes == root.rewritten.reread?.rewritten.bytes)
            } catch {
                #expect((0...text.count).contains(error.offset))
            }
        }
    }
}
