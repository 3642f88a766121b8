// What is written: always one valid line that reads back as the same values.
import JSON
import TestSupport
import Testing

@Suite struct WritingTests {
    @Test func object_HasItsCommasAndBrackets() {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("text", "x")
            writer.member("number", 7)
            writer.member("wide", Int64.min)
            writer.member("yes", true)
            writer.memberNull("nothing")
            writer.member("inner", object: { $0.member("a", false) })
            writer.member("empty", object: { _ in })
            writer.member(
                "list",
                array: { list in
                    list.value("a")
                    list.value(1)
                    list.value(Int64.max)
                    list.value(false)
                    list.null()
                    list.number(text: "1e400")
                    list.raw(Array("[1]".utf8))
                    list.object { _ in }
                    list.array { $0.array { _ in } }
                })
            writer.member("exact", number: "-0.10E+2")
            writer.member("given", raw: Array("{\"k\":\r\n\t1}".utf8))
        }
        #expect(
            writer.text == #"{"text":"x","number":7,"wide":-9223372036854775808,"yes":true,"nothing":null,"#
                + #""inner":{"a":false},"empty":{},"list":["a",1,9223372036854775807,false,null,1e400,[1],{},[[]]],"#
                + #""exact":-0.10E+2,"given":{"k":   1}}"#)
    }

    @Test func absentValue_IsNoMember() {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("a", ifPresent: nil as String?)
            writer.member("b", ifPresent: "x")
            writer.member("c", ifPresent: nil as Int?)
            writer.member("d", ifPresent: 1)
            writer.member("e", ifPresent: nil as Int64?)
            writer.member("f", ifPresent: Int64(2))
            writer.member("g", ifPresent: nil as Bool?)
            writer.member("h", ifPresent: true)
        }
        #expect(writer.text == #"{"b":"x","d":1,"f":2,"h":true}"#)
    }

    @Test(arguments: [
        ("", #""""#), ("plain é 😀", "\"plain é 😀\""), ("\"\\/", #""\"\\/""#), ("\n\r\t", #""\n\r\t""#),
        ("\u{0}\u{1}\u{1b}[31m\u{7f}", #""\u0000\u0001\u001b[31m\u007f""#),
        ("\u{80}\u{9b}1m\u{9f}\u{a0}", "\"\\u0080\\u009b1m\\u009f\u{a0}\""),
        ("\u{2028}\u{2029}\u{202A}", "\"\\u2028\\u2029\u{202A}\""), ("a\"", #""a\"""#), ("\"a", #""\"a""#),
    ])
    func string_IsEscapedWhereItMustBe(text: String, written: String) {
        var writer = JSONWriter()
        writer.value(text)
        #expect(writer.text == written)
        #expect(writer.reread?.isString(text) == true)
    }

    @Test func name_IsEscapedAsAString() {
        var writer = JSONWriter()
        writer.object { $0.member("a\"\n", 1) }
        #expect(writer.text == #"{"a\"\n":1}"#)
    }

    @Test func everyScalar_ComesBackFromOneLine() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<2_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0..<40, using: &random) {
                let ceiling: UInt32 = [0x80, 0x100, 0x2100, 0x11_0000].randomElement(using: &random) ?? 0x80
                if let scalar = Unicode.Scalar(UInt32.random(in: 0..<ceiling, using: &random)) {
                    text.unicodeScalars.append(scalar)
                }
            }
            var writer = JSONWriter()
            writer.object { $0.member(text, text) }
            #expect(writer.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
            #expect(writer.reread?[text]?.isString(text) == true)
        }
    }

    @Test func generatedDocument_ReadsBackAsWritten() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<500 {
            var writer = JSONWriter()
            writer.array { generate(into: &$0, depth: 0, &random) }
            let reread = writer.reread
            #expect(reread?.rewritten.bytes == writer.bytes)
            #expect(reread?.source == writer.bytes)
        }
    }

    private func generate(into list: inout JSONWriter, depth: Int, _ random: inout SplitMix64) {
        for _ in 0..<Int.random(in: 0..<6, using: &random) {
            switch Int.random(in: 0..<(depth < 6 ? 8 : 6), using: &random) {
            case 0: list.value(Int64.random(in: .min ... .max, using: &random))
            case 1: list.value(Bool.random(using: &random))
            case 2: list.null()
            case 3: list.value("s\u{1}\"\\é\(Int.random(in: 0..<99, using: &random))")
            case 4: list.number(text: ["0", "-0.0", "1e9999", "12E-7", "0.25"].randomElement(using: &random) ?? "0")
            case 5: list.raw(Array(#"{"r":[1,"\u0041"]}"#.utf8.filter { $0 != UInt8(ascii: " ") }).rewritten)
            case 6: list.array { generate(into: &$0, depth: depth + 1, &random) }
            default:
                list.object { object in
                    object.member("name", array: { generate(into: &$0, depth: depth + 1, &random) })
                    object.member("other", object: { $0.member("n", 1) })
                }
            }
        }
    }
}

extension [UInt8] {
    /// As the writer spells it, so that a written document is compared byte for byte.
    fileprivate var rewritten: [UInt8] {
        do {
            return try JSONDocument(parsing: self).root.rewritten.bytes
        } catch {
            return []
        }
    }
}
