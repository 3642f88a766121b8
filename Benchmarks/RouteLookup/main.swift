// How long a look-up takes, and that it does not grow with the table: printed as `table<TAB>routes<TAB>nanoseconds`.
//
// The first table is the 203 routes of a real API, as published with go-http-routing-benchmark; the larger ones are the
// same routes below more and more services, so that only the number of routes differs. What is timed is the text of a
// ready path, as matchit is timed on the text of a request: handing a `ScreenPath` to a closure counts its references up
// and down, which takes as long as the look-up. "reading" is a walk over the same bytes without a table: what is left
// of the growth when it is taken away is the table's.
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

/// Nanoseconds of one of `count` look-ups: the best of several rounds, in which `body` does all of them and says how many
/// found a screen.
func nanoseconds(_ count: Int, _ body: () -> Int) -> Double {
    let repeats = max(1, 200_000 / count)
    var best = Double.infinity
    for _ in 0..<7 {
        var found = 0
        let time = ContinuousClock().measure { for _ in 0..<repeats { found += body() } }
        precondition(found == repeats * count, "every example is found")
        let parts = time.components
        let total = Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9
        best = min(best, total / Double(found))
    }
    return best
}

func nanoseconds(_ examples: [ScreenPath], _ body: (ScreenPath) -> Bool) -> Double {
    nanoseconds(examples.count) { examples.count(where: body) }
}

/// The texts of many paths, one behind the other.
struct Texts {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    init(_ paths: [ScreenPath]) {
        for path in paths {
            bytes += path.description.utf8
            ends.append(bytes.count)
        }
    }

    func nanoseconds(_ body: (Span<UInt8>) -> Bool) -> Double {
        route_lookup.nanoseconds(ends.count) {
            var found = 0
            var start = 0
            let span = bytes.span
            for end in ends {
                if body(span.extracting(start..<end)) { found += 1 }
                start = end
            }
            return found
        }
    }
}

/// What a walk over the bytes of a text costs: how many slashes are there?
func reading(_ text: Span<UInt8>) -> Bool {
    var slashes = 0
    for index in text.indices where text[index] == UInt8(ascii: "/") { slashes += 1 }
    return slashes >= 0
}

func report(_ name: String, _ count: Int, _ value: Double) {
    print("\(name)\t\(count)\t\((value * 10).rounded() / 10)")
}

precondition(CommandLine.arguments.count == 2, "usage: route-lookup http-router-bench-routes.json")
let github = try routes(in: CommandLine.arguments[1])
var api = Sample()
for pattern in github { try api.add(pattern) }
let tab = try api.tab
let texts = Texts(api.examples)
report("reading", api.patterns.count, texts.nanoseconds(reading))
report("screen", api.patterns.count, texts.nanoseconds { tab.index(of: $0) != nil })
report("screen of a ScreenPath", api.patterns.count, nanoseconds(api.examples) { tab.index(of: $0) != nil })
report("screen with its path", api.patterns.count, nanoseconds(api.examples) { tab.screen(at: $0) != nil })
report("captures of it", api.patterns.count, nanoseconds(api.examples) { tab.screen(at: $0)?.captures != nil })
report("push path", api.patterns.count, nanoseconds(api.examples) { tab.pushPath(to: $0) != nil })

for count in [100, 1_000, 10_000] {
    var sample = Sample()
    for index in 0..<count { try sample.add("service\(index / github.count)/" + github[index % github.count]) }
    let tab = try sample.tab
    let texts = Texts(sample.examples)
    report("reading", count, texts.nanoseconds(reading))
    report("screen", count, texts.nanoseconds { tab.index(of: $0) != nil })
}
