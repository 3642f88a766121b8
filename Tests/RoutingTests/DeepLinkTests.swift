import Routing
import TestSupport
import Testing

struct DeepLinkTests {
    @Test(arguments: [
        "deeplink://builds", "deeplink://builds/runs/123/log", "deeplink://builds/a%2Fb/c", "deeplink://b/a%3Fb%23c",
        "deeplink://b/%E2%9C%93", "deeplink://b/-._~!$&'()*+,;=:@", "deeplink://b/100%25", "deeplink://b/%252e%252e",
        "deeplink://b/...", "deeplink://b/e%CC%81", "deeplink://b/%C3%A9", "deeplink://b/%0A%1B%5B2J",
        "deeplink://b/%20",
        "deeplink://b_1-x/*", "deeplink://cell/1", "deeplink://cell/9223372036854775807", "deeplink://notifications",
        "deeplink://notifications?since=0", "deeplink://notifications?since=912",
        "deeplink://notifications?kind=ci.run", "deeplink://notifications?kind=ci.run&since=0",
        "deeplink://notifications?kind=gr%C3%B6%C3%9Fe&since=7",
    ])
    func canonicalLink_PrintsBack(text: String) throws {
        #expect(try DeepLink(parsing: text).description == text)
    }

    static let refused: [(String, LinkFailure)] = [
        ("", .scheme), ("builds", .scheme), ("Deeplink://builds", .scheme), ("DEEPLINK://builds", .scheme),
        ("http://builds", .scheme), ("deeplink:/builds", .scheme), (" deeplink://builds", .scheme),
        ("deeplink:\u{2215}/builds", .scheme),
        ("deeplink://", .tab), ("deeplink:///runs", .tab), ("deeplink://Builds", .tab), ("deeplink://1b/x", .tab),
        ("deeplink://b.c/x", .tab), ("deeplink://bü/x", .tab), ("deeplink://b%75/x", .tab),
        ("deeplink://user@b/x", .tab), ("deeplink://b:80/x", .tab), ("deeplink://\u{301}builds", .tab),
        ("deeplink://" + String(repeating: "b", count: 33), .tab),
        ("deeplink://b/%FF", .path(.invalidUTF8)), ("deeplink://b/%C0%80", .path(.invalidUTF8)),
        ("deeplink://b/%ED%A0%80", .path(.invalidUTF8)), ("deeplink://b/%C3/%A9", .path(.invalidUTF8)),
        ("deeplink://b/%00", .path(.nul)), ("deeplink://b/a%00b", .path(.nul)), ("deeplink://b/a\u{0}", .path(.nul)),
        ("deeplink://b/.", .path(.dotSegment)), ("deeplink://b/..", .path(.dotSegment)),
        ("deeplink://b/%2e%2e", .path(.dotSegment)), ("deeplink://b/.%2E/x", .path(.dotSegment)),
        ("deeplink://b/a/%2e", .path(.dotSegment)),
        ("deeplink://b/", .path(.emptySegment)), ("deeplink://b//a", .path(.emptySegment)),
        ("deeplink://b/a/", .path(.emptySegment)),
        ("deeplink://b/100%", .path(.badPercent)), ("deeplink://b/%zz", .path(.badPercent)),
        ("deeplink://b/%2", .path(.badPercent)), ("deeplink://b/%2/x", .path(.badPercent)),
        ("deeplink://b/%u0041", .path(.badPercent)), ("deeplink://b/%+1", .path(.badPercent)),
        ("deeplink://b/" + String(repeating: "a", count: 1025), .path(.segmentTooLong)),
        ("deeplink://b/" + Array(repeating: "a", count: 33).joined(separator: "/"), .path(.tooManySegments)),
        (
            "deeplink://b/" + Array(repeating: String(repeating: "a", count: 1000), count: 4).joined(separator: "/"),
            .path(.tooLong)
        ),
        ("deeplink://b/" + String(repeating: "a", count: 4096), .tooLong),
        ("deeplink://b?y=1", .query), ("deeplink://b?", .query), ("deeplink://b/x#y", .fragment),
        ("deeplink://b#", .fragment), ("deeplink://notifications?since=1#", .fragment),
        ("deeplink://cell", .cell), ("deeplink://cell/", .cell), ("deeplink://cell/0", .cell),
        ("deeplink://cell/01", .cell), ("deeplink://cell/+1", .cell), ("deeplink://cell/-1", .cell),
        ("deeplink://cell/x", .cell), ("deeplink://cell/1/2", .cell), ("deeplink://cell/1?x", .cell),
        ("deeplink://cell/%31", .cell), ("deeplink://cell/٣", .cell), ("deeplink://cell/9223372036854775808", .cell),
        ("deeplink://notifications/", .notifications), ("deeplink://notifications/x", .notifications),
        ("deeplink://notifications?", .notifications), ("deeplink://notifications?since=", .notifications),
        ("deeplink://notifications?since=-1", .notifications), ("deeplink://notifications?since=01", .notifications),
        ("deeplink://notifications?since=1&x=2", .notifications), ("deeplink://notifications?after=1", .notifications),
        ("deeplink://notifications?since=1&kind=x", .notifications), ("deeplink://notifications?kind=", .notifications),
        ("deeplink://notifications?kind=a&kind=b", .notifications),
        ("deeplink://notifications?kind=a&", .notifications),
        ("deeplink://notifications?kind=a b", .notifications), ("deeplink://notifications?kind=a..b", .notifications),
        ("deeplink://notifications?kind=%1B%5B2J", .notifications),
        ("deeplink://notifications?kind=%G0", .path(.badPercent)),
    ]

    @Test(arguments: refused)
    func strangeLink_IsRefusedNeverRepaired(text: String, failure: LinkFailure) {
        #expect(throws: failure) { try DeepLink(parsing: text) }
    }

    @Test func encodedSlash_StaysInItsSegment() throws {
        guard case .screen(let tab, let path?) = try DeepLink(parsing: "deeplink://b/a%2Fb/c") else {
            Issue.record("no screen")
            return
        }
        #expect(tab == "b")
        #expect(path.segments == ["a/b", "c"])
    }

    @Test(arguments: ["%2F", "%252F", "%00", "%2e%2e", "%25", "100%"])
    func decodedText_IsNotDecodedAgain(segment: String) throws {
        let path = try ScreenPath(segments: [segment])
        #expect(try ScreenPath(parsing: path.description).segments == [segment])
    }

    @Test func generatedPaths_ComeBackByteForByte() throws {
        var random = SplitMix64(seed: 1)
        for _ in 0..<2_000 {
            let segments = (0..<Int.random(in: 1...5, using: &random)).map { _ in random.segment() }
            let link = DeepLink.screen(tab: "builds", path: try ScreenPath(segments: segments))
            let text = link.description
            #expect(text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
            #expect(text.utf8.count <= EventLimits.link)
            guard case .screen("builds", let parsed?) = try DeepLink(parsing: text) else {
                Issue.record("\(text) lost its screen")
                continue
            }
            #expect(parsed.segments.elementsEqual(segments) { $0.utf8.elementsEqual($1.utf8) })
        }
    }

    @Test func generatedTexts_AreRefusedOrPrintWhatParsesTheSame() throws {
        var random = SplitMix64(seed: 2)
        var accepted = 0
        var refused = 0
        for _ in 0..<5_000 {
            let text =
                "deeplink://" + random.pick(["b", "cell", "notifications", ""]) + random.pick(["/", "?since=", ""])
                + random.text(0...8)
            do {
                let link = try DeepLink(parsing: text)
                #expect(try DeepLink(parsing: link.description) == link)
                accepted += 1
            } catch {
                refused += 1
            }
        }
        #expect(accepted > 500)
        #expect(refused > 500)
    }

    @Test func longestPath_FitsInALinkOfTheLongestTab() throws {
        let segments = Array(repeating: String(repeating: "a", count: 999), count: 4)
        let path = try ScreenPath(segments: segments)
        #expect(path.description.utf8.count == 3999)
        let link = DeepLink.screen(tab: String(repeating: "t", count: 32), path: path)
        #expect(try DeepLink(parsing: link.description) == link)
    }

    @Test func twoSpellingsOfALetter_AreTwoPaths() throws {
        #expect(try ScreenPath(segments: ["caf\u{E9}"]) != ScreenPath(segments: ["cafe\u{301}"]))
        #expect(try ScreenPath(segments: ["caf\u{E9}"]) == ScreenPath(parsing: "caf%C3%A9"))
    }

    @Test func properPrefixes_GoFromTheShortest() throws {
        let path = try ScreenPath(parsing: "a/b/c")
        #expect(path.properPrefixes.map(\.description) == ["a", "a/b"])
        #expect(try ScreenPath(parsing: "a").properPrefixes.isEmpty)
    }
}
