import JSON
import Testing
import Wire

struct MessageTests {
    /// Line, reason, offset, field, and whether its id could be read.
    struct Malformed: Sendable, CustomStringConvertible {
        let line: String
        let reason: WireError.Reason
        let offset: Int
        var field: String?
        var id: RequestID?
        var description: String { line }
    }

    static let malformed: [Malformed] = [
        Malformed(line: "x", reason: .malformed, offset: 0),
        Malformed(line: "{", reason: .malformed, offset: 1),
        Malformed(line: "{}}", reason: .malformed, offset: 2),
        Malformed(line: "{} {}", reason: .malformed, offset: 3),
        Malformed(line: #"{"a":1,}"#, reason: .malformed, offset: 7),
        Malformed(line: #"{"a" 1}"#, reason: .malformed, offset: 5),
        Malformed(line: #"{"a":01}"#, reason: .malformed, offset: 6),
        Malformed(line: #"{"a":trux}"#, reason: .malformed, offset: 8),
        Malformed(line: #"{"a":NaN}"#, reason: .malformed, offset: 5),
        Malformed(line: #"{'a':1}"#, reason: .malformed, offset: 1),
        Malformed(line: "{\"a\":1} // x", reason: .malformed, offset: 8),
        Malformed(line: "\u{FEFF}{}", reason: .malformed, offset: 0),
        Malformed(line: "{\"a\":\"\u{1}\"}", reason: .malformed, offset: 6),
        Malformed(line: "{\"a\":\u{0}1}", reason: .malformed, offset: 5),
        Malformed(line: #"{"a":"\ud800"}"#, reason: .malformed, offset: 6),
        Malformed(line: #"{"a":"\x41"}"#, reason: .malformed, offset: 6),
        Malformed(line: #"{"a":1,"a":2}"#, reason: .duplicateKey, offset: 7),
        Malformed(line: #"{"a":1,"\u0061":2}"#, reason: .duplicateKey, offset: 7),
        Malformed(line: String(repeating: "[", count: 33), reason: .malformed, offset: 32),
        Malformed(line: "1", reason: .invalidRequest, offset: 0),
        Malformed(line: "null", reason: .invalidRequest, offset: 0),
        Malformed(line: "\"x\"", reason: .invalidRequest, offset: 0),
        Malformed(line: " []", reason: .invalidRequest, offset: 1),
        Malformed(line: #"[{"jsonrpc":"2.0","method":"ping"}]"#, reason: .invalidRequest, offset: 0),
        Malformed(
            line: #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, reason: .invalidRequest, offset: 11, field: "jsonrpc",
            id: .number(1)),
        Malformed(line: #"{"jsonrpc":2.0,"method":"ping"}"#, reason: .invalidRequest, offset: 11, field: "jsonrpc"),
        Malformed(line: #"{"jsonrpc":null}"#, reason: .invalidRequest, offset: 11, field: "jsonrpc"),
        Malformed(line: #"{"jsonrpc":"2.0"}"#, reason: .invalidRequest, offset: 0, field: "method"),
        Malformed(
            line: #"{"jsonrpc":"2.0","id":7}"#, reason: .invalidRequest, offset: 0, field: "method", id: .number(7)),
        Malformed(line: #"{"jsonrpc":"2.0","method":1}"#, reason: .invalidRequest, offset: 26, field: "method"),
        Malformed(line: #"{"jsonrpc":"2.0","method":null}"#, reason: .invalidRequest, offset: 26, field: "method"),
        Malformed(
            line: #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, reason: .invalidRequest, offset: 22, field: "id"),
        Malformed(
            line: #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, reason: .invalidRequest, offset: 22, field: "id"),
        Malformed(
            line: #"{"jsonrpc":"2.0","id":1.0,"method":"ping"}"#, reason: .invalidRequest, offset: 22, field: "id"),
        Malformed(
            line: #"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, reason: .invalidRequest, offset: 22, field: "id"),
        Malformed(
            line: #"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, reason: .invalidRequest, offset: 22, field: "id"),
        Malformed(
            line: #"{"jsonrpc":"2.0","id":9223372036854775808,"method":"ping"}"#, reason: .invalidRequest, offset: 22,
            field: "id"),
        Malformed(
            line: #"{"jsonrpc":"2.0","id":""# + String(repeating: "x", count: 129) + #"","method":"ping"}"#,
            reason: .invalidRequest, offset: 22, field: "id"),
        Malformed(
            line: #"{"jsonrpc":"2.0","id":"a","method":"ping","params":[]}"#, reason: .invalidRequest, offset: 51,
            field: "params", id: .text("a")),
        Malformed(
            line: #"{"jsonrpc":"2.0","id":"a","method":"ping","params":null}"#, reason: .invalidRequest, offset: 51,
            field: "params", id: .text("a")),
        Malformed(
            line: #"{"jsonrpc":"2.0","id":1,"method":"ping","parms":{}}"#, reason: .unknownField, offset: 40,
            field: "parms", id: .number(1)),
        Malformed(line: #"{"jsonrpc":"2.0","result":{}}"#, reason: .invalidRequest, offset: 0, field: "id"),
        Malformed(line: #"{"jsonrpc":"2.0","id":null,"result":{}}"#, reason: .invalidRequest, offset: 0, field: "id"),
    ]

    @Test(arguments: malformed)
    func malformedLine_IsRefusedWithReasonAndPlace(_ expected: Malformed) {
        do throws(Message.Refusal) {
            let message = try Message(parsing: Array(expected.line.utf8))
            Issue.record("read as \(message)")
        } catch {
            #expect(error.error.reason == expected.reason, "\(error.error)")
            #expect(error.error.offset == expected.offset, "\(error.error)")
            #expect(error.error.field == expected.field, "\(error.error)")
            #expect(error.id == expected.id)
            #expect(!error.error.message.isEmpty && !error.error.message.contains("byte \(expected.offset)"))
        }
    }

    @Test func invalidUTF8_IsRefusedAtItsByte() {
        #expect { try Message(parsing: Array("{\"a\":\"".utf8) + [0xFF] + Array("\"}".utf8)) } throws: {
            ($0 as? Message.Refusal)?.error.reason == .malformed && ($0 as? Message.Refusal)?.error.offset == 6
        }
    }

    @Test func nestingUpToTheLimit_IsRead() throws {
        let depth = WireLimits.nesting
        let line = "{\"a\":" + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1) + "}"
        guard case .bare = try Message(parsing: Array(line.utf8)) else {
            Issue.record("no bare event")
            return
        }
    }

    @Test func bareObject_IsHandedOverAsItIs() throws {
        guard case .bare(let node) = try Message(parsing: Array(#"{"kind":"backup","state":"done"}"#.utf8)) else {
            Issue.record("no bare event")
            return
        }
        #expect(node["kind"]?.string == "backup")
    }

    @Test(arguments: [RequestID.number(0), .number(-1), .number(.max), .number(.min), .text(""), .text("a\"\n日")])
    func id_ComesBackAsItWasSent(id: RequestID) throws {
        guard case .call(let read, "ping", let params) = try Self.parse(Message.line(calling: "ping", id: id) { _ in })
        else {
            Issue.record("no call")
            return
        }
        #expect(read == id)
        #expect(params?.members?.isEmpty == true)
    }

    @Test func callWithoutId_WantsNoAnswer() throws {
        guard case .call(nil, "x", nil) = try Message(parsing: Array(#"{"jsonrpc":"2.0","method":"x"}"#.utf8)) else {
            Issue.record("no notification")
            return
        }
    }

    @Test func answers_KeepTheirId() throws {
        guard
            case .result(.number(3), let node) = try Self.parse(
                Message.line(answering: .number(3)) { $0.member("a", 1) })
        else {
            Issue.record("no result")
            return
        }
        #expect(node["a"]?.integer == 1)
        let error = WireError(.stale, "moved", field: "version", offset: 9, mayRetry: true, retryAfter: 2)
        guard case .failure(.text("q"), error) = try Self.parse(Message.line(refusing: .text("q"), error)) else {
            Issue.record("no failure")
            return
        }
        guard case .failure(nil, error) = try Self.parse(Message.line(refusing: nil, error)) else {
            Issue.record("no failure without id")
            return
        }
    }

    @Test func answerLongerThanTheOtherSideReads_BecomesARefusal() throws {
        func line(_ count: Int) -> [UInt8] {
            Message.line(answering: .number(1)) { $0.member("x", String(repeating: "x", count: count)) }
        }
        let frame = line(0).count - 1
        #expect(line(WireLimits.lineFromDaemon - frame).count == WireLimits.lineFromDaemon + 1)
        guard case .failure(.number(1), let error) = try Self.parse(line(WireLimits.lineFromDaemon - frame + 1)) else {
            Issue.record("no refusal")
            return
        }
        #expect(error.reason == .tooLarge)
    }

    @Test func lines_AreOneLineOfJSON() {
        let line = Message.line { $0.member("a", "b\nc\r\u{2028}\u{85}") }
        #expect(line.filter { $0 == 0x0A }.count == 1)
        #expect(line.last == 0x0A)
    }

    static func parse(_ line: [UInt8]) throws -> Message { try Message(parsing: line.dropLast()) }
}

struct WireErrorTests {
    @Test(arguments: WireError.Reason.allCases)
    func everyReason_ComesBack(reason: WireError.Reason) throws {
        for error in [
            WireError(reason, "what"), WireError(reason, "日\n", field: "a.b", offset: 0, mayRetry: true, retryAfter: 7),
        ] {
            guard case .failure(_, let read) = try MessageTests.parse(Message.line(refusing: .number(1), error)) else {
                Issue.record("no failure")
                return
            }
            #expect(read == error)
        }
    }

    @Test func ownCodes_AreDistinctAndFromMinus32000Down() {
        let own = WireError.Reason.allCases.map(\.code).filter { $0 > -32100 }
        #expect(Set(own).count == own.count)
        #expect(own.allSatisfy { (-32099 ... -32000).contains($0) })
    }

    @Test(arguments: [
        (#"{"code":-32601,"message":"no"}"#, WireError.Reason.unknownMethod), (#"{"code":-32000}"#, .overloaded),
        (#"{"code":-1,"message":"no"}"#, .internalError), (#"{"code":-32000,"data":{"reason":"stale"}}"#, .stale),
        (#"{"code":-32000,"data":{"reason":"new word"}}"#, .overloaded), (#""text""#, .internalError),
        ("null", .internalError),
    ])
    func strangeError_IsStillRead(json: String, reason: WireError.Reason) throws {
        let line = Array(#"{"jsonrpc":"2.0","id":1,"error":\#(json)}"#.utf8)
        guard case .failure(.number(1), let error) = try Message(parsing: line) else {
            Issue.record("no failure")
            return
        }
        #expect(error.reason == reason)
    }

    @Test func description_SaysFieldAndByte() {
        #expect("\(WireError(.invalidField, "bad", field: "a", offset: 3))" == "bad (field a, byte 3)")
        #expect("\(WireError(.invalidField, "bad"))" == "bad")
    }
}
