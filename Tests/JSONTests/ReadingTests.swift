// What is read, value by value.
import JSON
import Testing

private func root(_ text: String) throws -> JSONNode {
    try JSONDocument(parsing: Array(text.utf8)).root
}

@Suite struct ReadingTests {
    @Test(arguments: [
        ("{}", JSONNode.Kind.object), ("[]", .array), ("\"\"", .string), ("0", .number), ("-0", .number),
        ("true", .boolean), ("false", .boolean), ("null", .null), (" \t\r\n1 \t\r\n", .number),
    ])
    func scalarOrEmptyContainer_IsADocument(text: String, kind: JSONNode.Kind) throws {
        #expect(try root(text).kind == kind)
    }

    @Test func everyKind_IsReadAsItselfOnly() throws {
        let texts = ["{}", "[]", "\"a\"", "1", "true", "null"]
        for (index, text) in texts.enumerated() {
            let node = try root(text)
            let answers = [
                node.members != nil, node.elements != nil, node.string != nil, node.number != nil,
                node.boolean != nil, node.isNull,
            ]
            #expect(answers == texts.indices.map { $0 == index }, "\(text)")
            #expect((node.utf8 != nil) == (index == 2))
            #expect((node.withUTF8 { $0.count } != nil) == (index == 2))
            #expect((node.integer != nil) == (index == 3))
            #expect(node["a"] == nil)
        }
    }

    @Test func event_IsReadWithOffsets() throws {
        let text = #"{ "kind" : "ci.run", "params": {"run": 7, "ok": false}, "tags": [null, "x", []] }"#
        let event = try root(text)
        #expect(event.offset == 0)
        let members = try #require(event.members)
        #expect(members.map(\.name) == ["kind", "params", "tags"])
        #expect(members.map(\.nameOffset) == [2, 21, 56])
        #expect(members.map(\.value.offset) == [11, 31, 64])
        #expect(event["kind"]?.string == "ci.run")
        let run = try #require(event["params"]?["run"])
        #expect(run.integer == 7)
        #expect(run.offset == 39)
        #expect(event["params"]?["ok"]?.offset == 48)
        #expect(event["params"]?["ok"]?.boolean == false)
        let tags = try #require(event["tags"]?.elements)
        #expect(tags.map(\.kind) == [.null, .string, .array])
        #expect(tags.map(\.offset) == [65, 71, 76])
        #expect(tags.last?.elements?.isEmpty == true)
    }

    @Test(arguments: [
        (#""""#, ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{c}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
        (#""\ud83d\ude00""#, "😀"), ("\"é€😀\"", "é€😀"), (#""\u0000x""#, "\u{0}x"),
        ("\"\u{7f}\u{2028}\"", "\u{7f}\u{2028}"),
        (#""\uFFFF\uFEFF""#, "\u{FFFF}\u{FEFF}"), ("\"e\u{301}\"", "e\u{301}"),
        (#""\ud7ff\ue000""#, "\u{D7FF}\u{E000}"),
    ])
    func string_IsDecoded(text: String, decoded: String) throws {
        let node = try root(text)
        #expect(node.string.map { Array($0.utf8) } == Array(decoded.utf8))
        #expect(node.utf8 == Array(decoded.utf8))
        #expect(node.utf8Count == decoded.utf8.count)
        #expect(node.withUTF8 { span in span.indices.map { span[$0] } } == Array(decoded.utf8))
        #expect(node.isString(decoded))
        #expect(!node.isString(decoded + "x"))
    }

    @Test(arguments: [
        ("0", 0 as Int64?), ("-0", 0), ("7", 7), ("-12", -12), ("9223372036854775807", .max),
        ("-9223372036854775808", .min), ("9223372036854775808", nil), ("-9223372036854775809", nil),
        ("18446744073709551616", nil), ("9007199254740993", 9_007_199_254_740_993), ("1.0", nil), ("1e3", nil),
        ("1E400", nil), ("1e400", nil), ("-1.5e-999999999999", nil), ("0e99999", nil), ("0.1e+1", nil),
        ("4294967296", 4_294_967_296), ("-2147483649", -2_147_483_649),
    ])
    func number_IsKeptAsText(text: String, integer: Int64?) throws {
        let node = try root("[\(text),1]").elements?.first
        #expect(node?.number == text)
        #expect(node?.integer == integer)
        #expect(node?.source == Array(text.utf8))
    }

    @Test func numberBeyondADouble_IsKeptAmongOthers() throws {
        let long = String(repeating: "9", count: 400)
        let text = #"{"a":"1e999 \"1e999","b":[1e999,-1E+400,\#(long),12345,-1],"\u0031":true,"c":0.5e309}"#
        let document = try root(text)
        #expect(document["a"]?.string == "1e999 \"1e999")
        #expect(document["b"]?.elements?.map(\.number) == ["1e999", "-1E+400", long, "12345", "-1"])
        #expect(document["1"]?.boolean == true)
        #expect(document["c"]?.number == "0.5e309")
        #expect(document["c"]?.source == Array("0.5e309".utf8))
    }

    @Test func names_AreComparedByScalars() throws {
        let document = try root(#"{"\u00e9":1,"e\u0301":2,"":3}"#)
        #expect(document.members?.count == 3)
        #expect(document["\u{e9}"]?.integer == 1)
        #expect(document["e\u{301}"]?.integer == 2)
        #expect(document[""]?.integer == 3)
        #expect(document["e"] == nil)
        #expect(document.members?.map { $0.isNamed("\u{e9}") } == [true, false, false])
    }

    @Test(arguments: [
        #"{"v": "a\"\\" }"#, #"{"v": {"a" : [1, 2] ,"b":{}} , "w":0}"#, #"{"v":[ ]}"#, #"{"v":false}"#,
        #"{"v":-1.50e+007}"#, #"{"v":"\ud83d\ude00\u0022"}"#, #"{"v":"\\"}"#, #"{"v":null}"#,
    ])
    func source_IsTheValueAsSent(text: String) throws {
        let value = try #require(try root(text)["v"])
        let bytes = Array(text.utf8)
        #expect(value.source == Array(bytes[value.offset..<(value.offset + value.source.count)]))
        let again = try JSONDocument(parsing: value.source).root
        #expect(again.kind == value.kind)
        #expect(again.string == value.string)
        #expect(again.number == value.number)
        #expect(again.members?.map(\.name) == value.members?.map(\.name))
    }

    @Test func node_OutlivesItsDocument() throws {
        func inner() throws -> JSONNode? { try root(#"["kept"]"#).elements?.first }
        #expect(try inner()?.string == "kept")
    }

    @Test func nesting_IsCountedInArraysAndObjects() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: #"{"a":["#, count: depth / 2) + String(repeating: "]}", count: depth / 2)).utf8)
        }
        #expect(try JSONDocument(parsing: nested(32)).root.kind == .object)
        #expect(throws: JSONError(reason: .tooDeep, offset: 96)) { try JSONDocument(parsing: nested(34)) }
        #expect(throws: JSONError(reason: .tooDeep, offset: 1)) {
            try JSONDocument(parsing: Array("[[]]".utf8), maxDepth: 1)
        }
        let deepest =
            [UInt8](repeating: UInt8(ascii: "["), count: 512) + [UInt8](repeating: UInt8(ascii: "]"), count: 512)
        #expect(try JSONDocument(parsing: deepest, maxDepth: JSONDocument.maxNesting).root.kind == .array)
    }

    @Test func manyMembers_AreAllFound() throws {
        let members = (0..<1_000).map { #""name\#($0)":\#($0)"# }
        let document = try root("{" + members.joined(separator: ",") + "}")
        #expect(document.members?.count == 1_000)
        #expect(document["name999"]?.integer == 999)
        #expect(document["name1000"] == nil)
    }
}
