// Events that are taken, and what they become.
import Intake
import Routing
import Testing

@Suite struct AcceptedTests {
    @Test func kindAlone_GetsTheDefaults() throws {
        let submission = try submission(#"{"kind":"backup"}"#)
        #expect(submission == Submission(event: Event(kind: "backup"), to: nil, isDryRun: false))
        #expect(submission.event.state == "new")
        #expect(submission.event.priority == .normal)
        #expect(submission.event.arrival == .banner)
    }

    @Test func linkAlone_IsOfKindLink() throws {
        let event = try event(#"{"link":"deeplink://builds/runs/7"}"#)
        #expect(event.kind == "link")
        #expect(event.link?.description == "deeplink://builds/runs/7")
        #expect(try submission(#"{"kind":"k","link":"deeplink://notifications?since=3"}"#).event.kind == "k")
    }

    @Test func everyField_IsRead() throws {
        let submission = try submission(
            #"""
            {"dry_run": true, "to": 1000, "arrive": "jump", "link": "deeplink://builds", "ttl_seconds": 3600,
             "time": "2026-11-30T12:04:05.678+01:00", "priority": "urgent",
             "params": {"owner": "acme", "run": 18446744073709551616, "part": 0.10, "ok": false},
             "body": "two\nlines", "title": "t\nt", "source": "ci", "id": "i1", "key": "main@3f2c", "state": "failed",
             "kind": "ci.run"}
            """#)
        let expected = Event(
            kind: "ci.run", state: "failed", key: "main@3f2c", id: "i1", source: "ci", title: "t\nt",
            body: "two\nlines",
            params: [
                "owner": .text("acme"), "run": .number("18446744073709551616"), "part": .number("0.10"),
                "ok": .boolean(false),
            ],
            priority: .urgent, time: 1_796_036_645_678, expiry: .after(seconds: 3600),
            link: .screen(tab: "builds", path: nil), arrival: .jump)
        #expect(submission == Submission(event: expected, to: 1000, isDryRun: true))
    }

    @Test(arguments: [
        (#""expires":"2026-11-30T00:00:00Z""#, Event.Expiry.at(milliseconds: 1_795_996_800_000)),
        (#""expires":"1960-01-01T00:00:00Z""#, .at(milliseconds: -315_619_200_000)),
        (#""ttl_seconds":0"#, .after(seconds: 0)), (#""ttl_seconds":-0"#, .after(seconds: 0)),
        (#""ttl_seconds":2147483647"#, .after(seconds: 2_147_483_647)),
    ])
    func expiry_IsReadEitherWay(member: String, expiry: Event.Expiry) throws {
        #expect(try event(lineWith(member)).expiry == expiry)
    }

    @Test(arguments: ["a", "a.b-c_d.e9", "größe", "日本.状態", "-", "_.0"])
    func kindAndState_MayBeDottedNamesOfAnyScript(name: String) throws {
        let event = try event(#"{"kind":"\#(name)","state":"\#(name)"}"#)
        #expect(event.kind == name)
        #expect(event.state == name)
    }

    @Test func limits_AreReachedExactly() throws {
        func text(_ count: Int) -> String { String(repeating: "x", count: count) }
        let line = """
            {"kind":"\(text(128))","state":"\(text(64))","key":"\(text(255))","id":"\(text(255))",
            "source":"\(text(255))","title":"\(text(1024))","body":"\(text(32 * 1024))",
            "params":{\((0..<64).map { "\"\(text(62))\($0 + 10)\":1" }.joined(separator: ","))},
            "to":4294967294,"link":"deeplink://a/\(text(1024))/\(text(1024))/\(text(1024))/\(text(925))"}
            """
        let event = try event(line)
        #expect(event.body.utf8.count == 32 * 1024)
        #expect(event.params.count == 64)
        #expect(event.link?.description.utf8.count == 13 + ScreenPath.maximumBytes)
    }

    @Test func textsAndParams_StayAsSent() throws {
        let event = try event(
            #"{"kind":"k","title":"e\u0301\u001b[31m","body":"\u0000","params":{"e\u0301":"e\u0301"}}"#)
        #expect(event.title.utf8.elementsEqual("e\u{301}\u{1b}[31m".utf8))
        #expect(event.body.utf8.elementsEqual([0]))
        let (name, value) = try #require(event.params.first)
        #expect(name.utf8.elementsEqual("e\u{301}".utf8))
        #expect(value.text.utf8.elementsEqual("e\u{301}".utf8))
    }

    @Test func namesAndIdentifiers_BecomeNFC() throws {
        let decomposed = #"""
            {"kind":"ke\u0301","state":"se\u0301","key":"ye\u0301","id":"ie\u0301","source":"oe\u0301",
            "link":"deeplink://a/e\u0301/e%CC%81"}
            """#
        let composed = #"""
            {"kind":"k\u00e9","state":"s\u00e9","key":"y\u00e9","id":"i\u00e9","source":"o\u00e9",
            "link":"deeplink://a/\u00e9/%C3%A9"}
            """#
        let (one, other) = (try event(decomposed), try event(composed))
        let pairs = [
            (one.kind, other.kind), (one.state, other.state), (one.key, other.key), (one.id, other.id),
            (one.source, other.source), (one.link?.description, other.link?.description),
        ]
        for (left, right) in pairs {
            #expect(left.map { Array($0.utf8) } == right.map { Array($0.utf8) })
        }
        #expect(one.kind.utf8.elementsEqual("k\u{e9}".utf8))
    }
}
