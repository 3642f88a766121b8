// How long a look-up takes, and that it does not grow with the table: printed as `table<TAB>routes<TAB>nanoseconds`.
//
// The first table is the 203 routes of a real API, as published with go-http-routing-benchmark; the larger ones are the
// same routes below more and more services, so that only the number of routes differs. What is timed is a ready path,
// as matchit is timed on a ready request path.
import JSON
import Posix
import Routing

/// Patterns, and a path for each.
struct Sample {
    var patterns: [String] = []
    var examples: [ScreenPath] = []

    mutating func add(_ pattern: String) throws {
        patterns.append(pattern)
        let segments = pattern.split(separator: "/").map { $0.hasPrefix(":") ? "octocat" : String($0) }
        examples.append(try ScreenPath(segments: segments))
    }

    var tab: Tab {
        get throws {
            let screens = try patterns.map {
                Screen(pattern: try PathPattern(parsing: $0), title: try Template(parsing: ""), content: .cells)
            }
            return Tab(id: "api", title: "API", root: examples[0], screens: screens)
        }
    }
}

func routes(in file: String) throws -> [String] {
    let document = try JSONDocument(parsing: Files.read(file, limit: 1 << 20).bytes)
    return (document.root["github"]?.elements ?? []).compactMap { route in
        guard let method = route["method"]?.string, let path = route["path"]?.string else { return nil }
        return method + path
    }
}

/// Nanoseconds of one call of `body`, the best of several rounds over all examples.
func nanoseconds(_ examples: [ScreenPath], _ body: (ScreenPath) -> Bool) -> Double {
    let repeats = max(1, 200_000 / examples.count)
    var best = Double.infinity
    for _ in 0..<7 {
        let clock = ContinuousClock()
        var found = 0
        let time = clock.measure {
            // A span lends each path; an array would count references up and down for it.
            let span = examples.span
            for _ in 0..<repeats { for index in span.indices where body(span[index]) { found += 1 } }
        }
        precondition(found == repeats * examples.count, "every example is found")
        let parts = time.components
        let total = Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9
        best = min(best, total / Double(found))
    }
    return best
}

func report(_ name: String, _ count: Int, _ value: Double) {
    print("\(name)\t\(count)\t\((value * 10).rounded() / 10)")
}

precondition(CommandLine.arguments.count == 2, "usage: route-lookup http-router-bench-routes.json")
let github = try routes(in: CommandLine.arguments[1])
var api = Sample()
for pattern in github { try api.add(pattern) }
let tab = try api.tab
report("screen", api.patterns.count, nanoseconds(api.examples) { tab.index(of: $0) != nil })
report("screen with captures", api.patterns.count, nanoseconds(api.examples) { tab.screen(at: $0) != nil })
report("push path", api.patterns.count, nanoseconds(api.examples) { tab.pushPath(to: $0) != nil })

for count in [100, 1_000, 10_000] {
    var sample = Sample()
    for index in 0..<count { try sample.add("service\(index / github.count)/" + github[index % github.count]) }
    let tab = try sample.tab
    report("screen", count, nanoseconds(sample.examples) { tab.index(of: $0) != nil })
}
