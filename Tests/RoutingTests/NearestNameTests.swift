import Routing
import Testing

@Suite struct NearestNameTests {
    static let known = ["kind", "state", "key", "title", "params", "ttl_seconds", "expires"]

    @Test(arguments: [
        ("knid", "kind"), ("Kind", "kind"), ("titel", "title"), ("tilte", "title"), ("param", "params"),
        ("parms", "params"), ("ttl_second", "ttl_seconds"), ("expire", "expires"), ("sstate", "state"),
    ])
    func typingMistake_IsRecognised(name: String, nearest: String) {
        #expect(NearestName.nearest(to: name, among: Self.known) == nearest)
    }

    @Test(arguments: ["", "x", "id", "ki", "branch", "ttl", String(repeating: "kind", count: 50)])
    func otherName_IsLikeNone(name: String) {
        #expect(NearestName.nearest(to: name, among: Self.known) == nil)
    }

    @Test func closestOfSeveral_IsMeant() {
        #expect(NearestName.nearest(to: "stats", among: ["state", "status", "stats2"]) == "state")
        #expect(NearestName.nearest(to: "tabs", among: ["tables", "tab"]) == "tab")
        #expect(NearestName.nearest(to: "anything", among: []) == nil)
    }
}

@Suite struct EventNameTests {
    @Test(arguments: ["a", "ci.run", "A-b_c.9", "größe", "日本.x", "x.é", "é.x.y"])
    func dottedNames_AreKindsAndStates(name: String) {
        #expect(EventName.isKind(name))
        #expect(EventName.isState(name))
    }

    @Test(arguments: ["", ".", "a.", ".a", "a..b", "a b", "a/b", "*", "a.*", "é.", ".é", "é..x", "é x", "\u{0}", "a\n"])
    func otherTexts_AreNeither(name: String) {
        #expect(!EventName.isKind(name))
        #expect(!EventName.isState(name))
    }
}
