// Literals of every length about the eight bytes that are compared at once: each is found, and nothing that is like it.
import Routing
import Testing

private func tab(_ patterns: [String]) throws -> Tab {
    let screens = try patterns.map {
        Screen(pattern: try PathPattern(parsing: $0), title: try Template(parsing: ""), content: .cells)
    }
    return Tab(id: "t", title: "T", root: try ScreenPath(parsing: "root"), screens: screens)
}

private func found(_ text: String, in tab: Tab) throws -> String? {
    let index = tab.index(of: try ScreenPath(parsing: text))
    // The bytes alone find the same screen.
    #expect(tab.index(of: text.utf8.span) == index, "\(text)")
    return index.map { tab.screens[$0].pattern.description }
}

private let lengths = [1, 2, 6, 7, 8, 9, 10, 15, 16, 17, 23, 24, 25, 31, 32, 33, 200]

@Suite struct SegmentTests {
    @Test(arguments: lengths) func literalOfAnyLength_IsFoundAndNothingLikeIt(length: Int) throws {
        let name = String("abcdefghijklmnopqrstuvwxyz0123456789".prefix(length))
        let literal = name + String(repeating: "-", count: length - name.count)
        for before in ["", "x/", "long-segment/", ":value/"] {
            let tab = try tab([before + literal, before + literal + "/end"])
            let prefix = before.replacing(":value", with: "y")
            #expect(try found(prefix + literal, in: tab) == before + literal)
            #expect(try found(prefix + literal + "/end", in: tab) == before + literal + "/end")
            var unlike = [literal + "z", literal + literal, literal + "/en", literal + "/endz", literal + "/end/end"]
            if length > 1 { unlike.append(String(literal.dropLast())) }
            // One byte is another, at any place.
            for place in literal.indices {
                unlike.append(literal.replacingCharacters(at: place, with: "~"))
            }
            for text in unlike { #expect(try found(prefix + text, in: tab) == nil, "\(prefix)\(text)") }
        }
    }

    @Test func literalsOfAllLengthsBesideEachOther_AreEachFound() throws {
        let literals = lengths.flatMap { length in "abcdefgh".map { String(repeating: $0, count: length) } }
        let tab = try tab(literals + literals.map { "\($0)/:value" })
        for literal in literals {
            #expect(try found(literal, in: tab) == literal)
            #expect(try found(literal + "/" + literal, in: tab) == literal + "/:value")
        }
    }

    @Test(arguments: ["", "/", "a/", "/a", "a//b", "a/b/", "a/b//", "aaaaaaaa/", "aaaaaaaa//b"])
    func bytesOfNoPath_FindNothing(text: String) throws {
        let tab = try tab(["a", ":x", "a/:x", "a/:x/:y", "aaaaaaaa/:x", "aaaaaaaa/*", "a/b/*"])
        #expect(tab.index(of: text.utf8.span) == nil)
    }
}

extension String {
    fileprivate func replacingCharacters(at place: Index, with character: Character) -> String {
        String(self[..<place]) + String(character) + String(self[index(after: place)...])
    }
}
