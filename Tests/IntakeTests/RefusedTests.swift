// Events that are refused: why, which field, and at which byte.
import Intake
import JSON
import Routing
import Testing
import Wire

/// One bad event.
struct BadEvent: CustomTestStringConvertible {
    let line: String
    let reason: WireError.Reason
    let field: String?
    let offset: Int

    init(_ line: String, _ reason: WireError.Reason, _ field: String?, _ offset: Int) {
        self.line = line
        self.reason = reason
        self.field = field
        self.offset = offset
    }

    var testDescription: String { String(line.prefix(80)) }

    static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    static let wholes = [
        BadEvent("[]", .invalidField, nil, 0), BadEvent(" \"text\"", .invalidField, nil, 1),
        BadEvent("{}", .missingField, "kind", 0), BadEvent(#" {"state":"failed"}"#, .missingField, "kind", 1),
        BadEvent(#"{"kind":"k","titel":"x"}"#, .unknownField, "titel", 12),
        BadEvent(#"{"kind":"k","":1}"#, .unknownField, "", 12),
        BadEvent(#"{"jsonrpc":"2.0","kind":"k"}"#, .unknownField, "jsonrpc", 1),
        BadEvent(#"{"\#(text(300))":1}"#, .unknownField, text(64), 1),
        BadEvent(#"{"titel":1,"state":2}"#, .unknownField, "titel", 1),
    ]

    static let names = [
        BadEvent(#"{"kind":7}"#, .invalidField, "kind", 8), BadEvent(#"{"kind":null}"#, .invalidField, "kind", 8),
        BadEvent(#"{"kind":""}"#, .invalidField, "kind", 8), BadEvent(#"{"kind":"a b"}"#, .invalidField, "kind", 8),
        BadEvent(#"{"kind":"a..b"}"#, .invalidField, "kind", 8), BadEvent(#"{"kind":".a"}"#, .invalidField, "kind", 8),
        BadEvent(#"{"kind":"a."}"#, .invalidField, "kind", 8), BadEvent(#"{"kind":"*"}"#, .invalidField, "kind", 8),
        BadEvent(#"{"kind":"a\n"}"#, .invalidField, "kind", 8),
        BadEvent(#"{"kind":"\#(text(129))"}"#, .tooLarge, "kind", 8),
        BadEvent(#"{"kind":"k","state":"\#(text(65))"}"#, .tooLarge, "state", 20),
        BadEvent(#"{"kind":"k","state":""}"#, .invalidField, "state", 20),
        BadEvent(#"{"kind":"k","state":"\u0000"}"#, .invalidField, "state", 20),
        BadEvent(#"{"kind":"k","state":["a"]}"#, .invalidField, "state", 20),
    ]

    static let texts = [
        BadEvent(lineWith(#""key":"""#), .invalidField, "key", 18),
        BadEvent(lineWith(#""key":7"#), .invalidField, "key", 18),
        BadEvent(lineWith(#""key":null"#), .invalidField, "key", 18),
        BadEvent(lineWith(#""key":"\#(text(256))""#), .tooLarge, "key", 18),
        BadEvent(lineWith(#""id":"""#), .invalidField, "id", 17),
        BadEvent(lineWith(#""id":"\#(text(256))""#), .tooLarge, "id", 17),
        BadEvent(lineWith(#""source":"\#(text(256))""#), .tooLarge, "source", 21),
        BadEvent(lineWith(#""title":"\#(text(1025))""#), .tooLarge, "title", 20),
        BadEvent(lineWith(#""title":{}"#), .invalidField, "title", 20),
        BadEvent(lineWith(#""body":"\#(text(32_769))""#), .tooLarge, "body", 19),
        BadEvent(lineWith(#""body":false"#), .invalidField, "body", 19),
    ]

    static let params = [
        BadEvent(lineWith(#""params":[]"#), .invalidField, "params", 21),
        BadEvent(lineWith(#""params":null"#), .invalidField, "params", 21),
        BadEvent(lineWith(#""params":{"a":1,"branch":null}"#), .invalidField, "params.branch", 37),
        BadEvent(lineWith(#""params":{"branch":{}}"#), .invalidField, "params.branch", 31),
        BadEvent(lineWith(#""params":{"branch":[1]}"#), .invalidField, "params.branch", 31),
        BadEvent(lineWith(#""params":{"":1}"#), .invalidField, "params.", 22),
        BadEvent(lineWith(#""params":{"\#(text(65))":1}"#), .invalidField, "params." + text(64), 22),
        BadEvent(lineWith(#""params":{"é":1,"e\u0301":2}"#), .duplicateKey, "params.e\u{301}", 29),
        BadEvent(
            lineWith(#""params":{\#((0..<65).map { "\"p\($0)\":1" }.joined(separator: ","))}"#), .tooLarge, "params",
            21),
    ]

    static let others = [
        BadEvent(lineWith(#""priority":"loud""#), .invalidField, "priority", 23),
        BadEvent(lineWith(#""priority":"High""#), .invalidField, "priority", 23),
        BadEvent(lineWith(#""priority":1"#), .invalidField, "priority", 23),
        BadEvent(lineWith(#""arrive":"now""#), .invalidField, "arrive", 21),
        BadEvent(lineWith(#""time":"yesterday""#), .invalidField, "time", 19),
        BadEvent(lineWith(#""time":1796036645"#), .invalidField, "time", 19),
        BadEvent(lineWith(#""time":"2026-02-30T00:00:00Z""#), .invalidField, "time", 19),
        BadEvent(lineWith(#""time":"2026-11-30T00:00:00.\#(text(100))Z""#), .invalidField, "time", 19),
        BadEvent(lineWith(#""expires":"2026-11-30""#), .invalidField, "expires", 22),
        BadEvent(lineWith(#""ttl_seconds":-1"#), .invalidField, "ttl_seconds", 26),
        BadEvent(lineWith(#""ttl_seconds":1.5"#), .invalidField, "ttl_seconds", 26),
        BadEvent(lineWith(#""ttl_seconds":1e3"#), .invalidField, "ttl_seconds", 26),
        BadEvent(lineWith(#""ttl_seconds":"60""#), .invalidField, "ttl_seconds", 26),
        BadEvent(lineWith(#""ttl_seconds":2147483648"#), .invalidField, "ttl_seconds", 26),
        BadEvent(lineWith(#""ttl_seconds":1,"expires":"2026-11-30T00:00:00Z""#), .invalidField, "expires", 38),
        BadEvent(lineWith(#""expires":"2026-11-30T00:00:00Z","ttl_seconds":1"#), .invalidField, "ttl_seconds", 59),
        BadEvent(lineWith(#""to":-1"#), .invalidField, "to", 17),
        BadEvent(lineWith(#""to":4294967295"#), .invalidField, "to", 17),
        BadEvent(lineWith(#""to":"root""#), .invalidField, "to", 17),
        BadEvent(lineWith(#""dry_run":1"#), .invalidField, "dry_run", 22),
        BadEvent(lineWith(#""dry_run":null"#), .invalidField, "dry_run", 22),
    ]

    static let links = [
        BadEvent(lineWith(#""link":"""#), .invalidField, "link", 19),
        BadEvent(lineWith(#""link":7"#), .invalidField, "link", 19),
        BadEvent(lineWith(#""link":"https://example.org""#), .invalidField, "link", 19),
        BadEvent(lineWith(#""link":"deeplink://cell/7""#), .invalidField, "link", 19),
        BadEvent(lineWith(#""link":"deeplink://a/../b""#), .invalidField, "link", 19),
        BadEvent(lineWith(#""link":"deeplink://a/%2e%2e/b""#), .invalidField, "link", 19),
        BadEvent(lineWith(#""link":"deeplink://a//b""#), .invalidField, "link", 19),
        BadEvent(lineWith(#""link":"deeplink://a/%00""#), .invalidField, "link", 19),
        BadEvent(lineWith(#""link":"deeplink://a/%FF""#), .invalidField, "link", 19),
        BadEvent(lineWith(#""link":"deeplink://a/100%""#), .invalidField, "link", 19),
        BadEvent(lineWith(#""link":"deeplink://a/\#(text(4096))""#), .tooLarge, "link", 19),
        BadEvent(lineWith(#""link":"deeplink://a/\#(text(1025))""#), .tooLarge, "link", 19),
        BadEvent(lineWith(#""link":"deeplink://a\#(String(repeating: "/x", count: 33))""#), .tooLarge, "link", 19),
        BadEvent(
            lineWith(
                #""link":"deeplink://a\#(String(repeating: "/" + String(repeating: "é", count: 500), count: 3))""#
            ),
            .tooLarge, "link", 19),
    ]
}

@Suite struct RefusedTests {
    @Test(arguments: BadEvent.wholes + BadEvent.names + BadEvent.texts)
    func badEvent_IsRefusedByFieldAndByte(bad: BadEvent) throws {
        try check(bad)
    }

    @Test(arguments: BadEvent.params + BadEvent.others + BadEvent.links)
    func badValue_IsRefusedByFieldAndByte(bad: BadEvent) throws {
        try check(bad)
    }

    private func check(_ bad: BadEvent) throws {
        let error = try #require(try refusal(bad.line), "\(bad.line.prefix(200))")
        #expect(error.reason == bad.reason, "\(error)")
        #expect(error.field == bad.field, "\(error)")
        #expect(error.offset == bad.offset, "\(error)")
        #expect(!error.message.isEmpty)
        #expect(!error.mayRetry)
    }

    @Test(arguments: [
        (#"{"kind":"k","titel":"x"}"#, "there is no field titel: did you mean title?"),
        (#"{"kind":"k","Params":{}}"#, "there is no field Params: did you mean params?"),
        (#"{"kind":"k","branch":"x"}"#, "there is no field branch: a sender's own data goes into params"),
        (#"{"kind":"k","ttl":60}"#, "there is no field ttl: a sender's own data goes into params"),
        ("{}", "kind is missing: say what happened (or send a link)"),
        (
            #"{"kind":"a b"}"#,
            "a kind is 1 to 128 bytes: names of letters, digits, - and _ joined by dots"
        ),
        (#"{"kind":"k","priority":"loud"}"#, "priority must be one of: low, normal, high, urgent"),
        (#"{"kind":"k","arrive":1}"#, "arrive must be one of: banner, jump"),
        (#"{"kind":"k","title":1}"#, "title must be a text"),
        (#"{"kind":"k","key":""}"#, "key is empty: leave it out instead"),
        (#"{"kind":"k","to":-1}"#, "to must be a whole number from 0 to 4294967294"),
        (#"{"kind":"k","params":{"a":null}}"#, "params.a must be a text, a number or a boolean"),
        (
            #"{"kind":"k","link":"deeplink://a//b"}"#,
            "link is no link: a path segment is empty"
        ),
        (
            #"{"kind":"k","link":"deeplink://cell/1"}"#,
            "a link to a cell is for opening (deeplinkctl open): an event leads to a screen"
        ),
        (
            #"{"kind":"k","time":"now"}"#,
            "time must be a date-time of RFC 3339, such as 2026-11-30T12:04:05Z"
        ),
    ])
    func refusal_SaysWhatToDo(line: String, message: String) throws {
        #expect(try refusal(line)?.message == message)
    }

    @Test func offset_CountsFromTheStartOfTheWholeLine() throws {
        let line = #"{"jsonrpc":"2.0","id":1,"method":"notify","params":{"kind":"k","x":1}}"#
        let params = try #require(try JSONDocument(parsing: Array(line.utf8)).root["params"])
        let error = #expect(throws: WireError.self) { try NativeDialect.submission(from: params) }
        #expect(error?.offset == 63)
    }

    /// NFC of some characters is longer than what was sent, so a text can pass before and not after.
    @Test func textThatGrowsWhenNormalised_IsMeasuredAfter() throws {
        let grows = String(repeating: "\u{FB2C}", count: 85)
        #expect(grows.utf8.count == 255)
        let error = try refusal(lineWith(#""key":"\#(grows)""#))
        #expect(error?.reason == .tooLarge)
        #expect(error?.field == "key")
    }
}
