// A large table of a real API: every route's own example is found, in whatever order the table is declared.
import JSON
import Posix
import Routing
import Testing

/// One route of the file, as a screen: the method is the first literal segment.
private struct APIRoute {
    let pattern: String
    let example: String

    init?(_ node: JSONNode) {
        guard let method = node["method"]?.string, let path = node["path"]?.string else { return nil }
        let segments = path.split(separator: "/").map(String.init)
        pattern = ([method] + segments).joined(separator: "/")
        example = ([method] + segments.map { $0.hasPrefix(":") ? "123" : $0 }).joined(separator: "/")
    }

    static func github() throws -> [APIRoute]? {
        let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let path = "\(package)/../shared/data/http-router-bench-routes.json"
        guard try Files.exists(path) else { return nil }
        let document = try JSONDocument(parsing: Files.read(path, limit: 1 << 20).bytes)
        return document.root["github"]?.elements?.compactMap(APIRoute.init)
    }
}

private func declaration(of routes: [APIRoute]) -> TableDeclaration {
    let place = SourcePosition(file: "github.toml", line: 1, column: 1)
    var declaration = TableDeclaration()
    declaration.tabs = [TabDeclaration(id: Sourced("api", at: place), root: Sourced("GET", at: place))]
    declaration.screens = (["GET"] + routes.map(\.pattern)).map { pattern in
        ScreenDeclaration(
            tabs: [Sourced("api", at: place)], path: Sourced(pattern, at: place), content: Sourced(.cells, at: place))
    }
    return declaration
}

/// The same numbers on every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

@Suite struct ManyRoutesTests {
    @Test func githubTable_FindsEachRouteByItsExample() throws {
        guard let routes = try APIRoute.github() else {
            print("skipped: ../shared/data is not here")
            return
        }
        #expect(routes.count == 203)
        let (table, findings) = RouteTable.compile(declaration(of: routes), version: "1")
        #expect(findings.filter { $0.severity == .error } == [])
        let tab = try #require(table.factory.tab("api"))
        for route in routes {
            let match = tab.screen(at: try ScreenPath(parsing: route.example))
            #expect(match?.screen.pattern.description == route.pattern, "\(route.example)")
            let values = match?.captures.values.allSatisfy { $0 == "123" }
            #expect(values == true)
        }
    }

    @Test func githubTable_AnswersTheSameInEveryOrder() throws {
        guard let routes = try APIRoute.github() else {
            print("skipped: ../shared/data is not here")
            return
        }
        var random = SplitMix(state: 203)
        let examples = try routes.map { try ScreenPath(parsing: $0.example) }
        let patterns = routes.map(\.pattern)
        for _ in 0..<1_000 {
            let (table, _) = RouteTable.compile(declaration(of: routes.shuffled(using: &random)), version: "1")
            let tab = table.factory.tab("api")
            let found = examples.map { tab?.screen(at: $0)?.screen.pattern.description }
            guard found == patterns else {
                Issue.record("an example leads elsewhere in another order")
                return
            }
        }
    }
}
