// What our own programs write is what the daemon reads.
import Intake
import JSON
import Routing
import TestSupport
import Testing
import Wire

@Suite struct RoundTripTests {
    @Test func generatedEvent_ComesBackAsWritten() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<2_000 {
            let event = try random.event()
            let isDryRun = Bool.random(using: &random)
            var writer = JSONWriter()
            writer.object(Notify(event: event, isDryRun: isDryRun).writeMembers)
            let root = try JSONDocument(parsing: writer.bytes).root
            #expect(try NativeDialect.submission(from: root) == Submission(event: event, isDryRun: isDryRun))
        }
    }

    @Test func notifyLine_CarriesTheEventInItsParams() throws {
        let event = Event(kind: "job", state: "finished", params: ["n": .number("1e400")])
        let line = Notify(event: event).line(id: nil)
        #expect(line.last == UInt8(ascii: "\n"))
        let params = try #require(try JSONDocument(parsing: line).root["params"])
        #expect(try NativeDialect.submission(from: params).event == event)
    }
}

extension SplitMix64 {
    private mutating func pick<Value>(_ values: Value...) -> Value {
        values[Int.random(in: 0..<values.count, using: &self)]
    }

    private mutating func text() -> String {
        (0..<Int.random(in: 0..<5, using: &self)).map { _ in
            pick("x", "é", "😀", "\"", "\\", "\n", "\u{1b}[0m", "/", "e\u{301}", "\u{0}", "{run}")
        }.joined()
    }

    private mutating func param() -> ParamValue {
        pick(
            .text(text()), .number(pick("0", "-1.50", "18446744073709551616", "1e400")),
            .boolean(Bool.random(using: &self)))
    }

    mutating func event() throws -> Event {
        let path = try ScreenPath(segments: ["runs", pick("7", "a b", "é", "100%", "x/y")])
        return Event(
            kind: pick("k", "ci.run", "größe.x"), state: pick("new", "failed", "a.b"),
            key: pick(nil, "main@3f2c", "é"), id: pick(nil, "1", "a\u{0}b"), source: pick(nil, "ci"), title: text(),
            body: text(), params: pick([:], ["a": param(), "é": param(), "c d": param()]),
            priority: pick(.low, .normal, .high, .urgent), time: pick(nil, 0, -1, 1_796_036_645_678),
            expiry: pick(nil, .after(seconds: 60), .at(milliseconds: 1_796_036_645_001)),
            link: pick(nil, .screen(tab: "builds", path: path), .notifications(since: nil)),
            arrival: pick(.banner, .jump))
    }
}
