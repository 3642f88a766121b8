import Routing
import Testing

struct NameTests {
    @Test(arguments: ["a", "ci.run", "a-b_c.9", "日本.語", "e\u{301}t\u{E9}", "हिन्दी", String(repeating: "k", count: 128)])
    func dottedName_IsAKind(kind: String) { #expect(EventName.isKind(kind)) }

    @Test(arguments: [
        "", ".", "a.", ".a", "a..b", "a b", "a/b", "a*", "*", "a.*", "a\n", "a\u{0}", "a\"", "a{b}", "🚇", "a\u{200B}b",
        "a\u{202E}b", "a\u{FEFF}", String(repeating: "k", count: 129), String(repeating: "日", count: 43),
    ])
    func anythingElse_IsNoKind(kind: String) { #expect(!EventName.isKind(kind)) }

    @Test func state_HasItsOwnLimit() {
        #expect(EventName.isState(String(repeating: "s", count: 64)))
        #expect(!EventName.isState(String(repeating: "s", count: 65)))
        #expect(!EventName.isState(""))
    }

    @Test(arguments: [
        ("ci.run", "ci.run", true), ("ci.run", "ci.run.x", false), ("ci.*", "ci.run", true), ("ci.*", "ci.run.x", true),
        ("ci.*", "ci", false), ("ci.*", "cix.run", false), ("*", "anything", true),
        ("caf\u{E9}.*", "cafe\u{301}.x", true), ("caf\u{E9}", "cafe\u{301}", true),
    ])
    func kindPattern_MatchesWholeNames(pattern: String, kind: String, matches: Bool) {
        #expect(KindPattern(parsing: pattern)?.matches(kind) == matches)
    }

    @Test(arguments: ["", "*.a", "a*", "a.*.b", ".*", "**", "a.**", "a b.*", String(repeating: "k", count: 127) + ".*"])
    func strangeKindPattern_IsNone(pattern: String) { #expect(KindPattern(parsing: pattern) == nil) }

    @Test(arguments: ["ci.run", "ci.*", "*", "a.b.c.*"])
    func kindPattern_PrintsBack(pattern: String) { #expect(KindPattern(parsing: pattern)?.description == pattern) }

    @Test func statePattern_IsExactOrAll() {
        #expect(StatePattern(parsing: "*")?.matches("x") == true)
        #expect(StatePattern(parsing: "x")?.matches("y") == false)
        #expect(StatePattern(parsing: "x*") == nil)
        #expect(StatePattern(parsing: "x")?.description == "x")
    }

    @Test func priorities_AreOrderedByLoudness() {
        #expect(Priority.allCases.sorted() == [.low, .normal, .high, .urgent])
        for priority in Priority.allCases { #expect(Priority(rank: priority.rank) == priority) }
        #expect(Priority(rank: 4) == nil)
        #expect(Priority(rank: -1) == nil)
    }

    @Test func openPhase_EndsInFour() {
        #expect(OpenPhase.allCases.filter(\.isFinal) == [.shown, .withdrawn, .refused, .expired])
    }
}
