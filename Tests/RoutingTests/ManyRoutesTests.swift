// A large table of a real API: every route's own example is found, in whatever order the table is declared.
import JSON
import Posix
import Routing
import TestSupport
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
        var random = SplitMix64(seed: 203)
        let examples = try routes.map { try ScreenPath(parsing: $0.example) }
        let patterns = routes.map(\.pattern)
        // The compiler puts screens into the order of files and lines; here the tree itself gets them shuffled.
        var screens = RouteTable.compile(declaration(of: routes), version: "1").table.factory.tab("api")?.screens ?? []
        for _ in 0..<1_000 {
            screens.shuffle(using: &random)
            let tab = Tab(id: "api", title: "API", root: examples[0], screens: screens)
            let found = examples.map { tab.screen(at: $0)?.screen.pattern.description }
            guard found == patterns else {
                Issue.record("an example leads elsewhere in another order")
                return
            }
        }
    }
}
