// The web platform's own cases for URLPattern: those within our subset must give the standard's answer. The rest are
// printed with the reason: ours is a smaller language, and refuses where the standard repairs.
import JSON
import Posix
import Routing
import Testing

private func cases(_ name: String) throws -> [JSONNode]? {
    let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let path = "\(package)/../shared/data/\(name)"
    guard try Files.exists(path) else {
        print("skipped: ../shared/data is not here")
        return nil
    }
    return try JSONDocument(parsing: Files.read(path, limit: 4 << 20).bytes).root.elements
}

/// Why a pattern of the standard's is none of ours; nil: it is one.
private func reason(outside pattern: String) -> String? {
    for segment in pattern.split(separator: "/", omittingEmptySubsequences: false) {
        if segment == "*" { continue }
        if segment.contains(where: { "{}()?+*".contains($0) }) {
            return "groups, expressions and modifiers are not ours"
        }
        if segment.dropFirst().contains(":") || (segment.first == ":" && segment.contains(".")) {
            return "a capture is a whole segment"
        }
    }
    do throws(PatternFailure) {
        _ = try PathPattern(parsing: pattern)
        return nil
    } catch {
        return "\(error)"
    }
}

/// Both without their leading slash, as ours are relative to a tab; nil when only one has it.
private func relative(_ pattern: String, _ input: String) -> (String, String)? {
    guard pattern.hasPrefix("/") == input.hasPrefix("/") else { return nil }
    return pattern.hasPrefix("/") ? (String(pattern.dropFirst()), String(input.dropFirst())) : (pattern, input)
}

/// Why we answer otherwise than the standard; nil: we may not.
private func reason(forOther pattern: String, _ input: String) -> String? {
    if input.split(separator: "/", omittingEmptySubsequences: false).contains(where: { $0 == "." || $0 == ".." }) {
        return "dot segments are refused, not resolved"
    }
    if input.hasSuffix("/") { return "an empty segment is refused, and * takes at least one" }
    if pattern.contains("%c3") { return "an encoded literal is decoded, whatever the case of its digits" }
    return nil
}

@Suite struct URLPatternTests {
    @Test func simplePathnames_MatchAsTheStandardSays() throws {
        guard let cases = try cases("urlpattern-pathname-simple.json") else { return }
        var same = 0
        var others: [String: [String]] = [:]
        for node in cases {
            guard let pattern = node["pattern"]?.elements?.first?["pathname"]?.string,
                let input = node["inputs"]?.elements?.first?["pathname"]?.string
            else { continue }
            let name = "\(pattern) on \(input)"
            guard let (own, path) = relative(pattern, input) else {
                others["one has a leading slash and the other has none", default: []].append(name)
                continue
            }
            if let reason = reason(outside: own) {
                others[reason, default: []].append(name)
                continue
            }
            let groups = node["expected_match"]?["pathname"]?["groups"]?.members.map { members in
                Dictionary(
                    uniqueKeysWithValues: members.map { ($0.name == "0" ? "*" : $0.name, $0.value.string ?? "") })
            }
            let parsed = try? ScreenPath(parsing: path)
            let captures = try parsed.flatMap { try PathPattern(parsing: own).captures(of: $0) }
            if captures == groups {
                same += 1
            } else if let reason = reason(forOther: own, path) {
                others[reason, default: []].append(name)
            } else {
                Issue.record("\(name): \(captures as Any), the standard says \(groups as Any)")
            }
        }
        say(cases.count, same, others)
        #expect(same >= 15)
    }

    @Test func comparedPathnames_RankAsTheStandardSays() throws {
        guard let cases = try cases("urlpattern-compare-test-data.json") else { return }
        var same = 0
        var others: [String: [String]] = [:]
        for node in cases {
            let name = "\(node["left"]?["pathname"]?.string ?? "-") to \(node["right"]?["pathname"]?.string ?? "-")"
            guard node["component"]?.string == "pathname", let left = node["left"]?["pathname"]?.string,
                let right = node["right"]?["pathname"]?.string, let (a, b) = relative(left, right)
            else {
                others["no pathname pattern", default: []].append(name)
                continue
            }
            if let reason = reason(outside: a) ?? reason(outside: b) {
                others[reason, default: []].append(name)
                continue
            }
            let patterns = [try PathPattern(parsing: a), try PathPattern(parsing: b)]
            let examples = try patterns.map { pattern in
                try ScreenPath(
                    parsing: pattern.description.split(separator: "/").map {
                        $0.hasPrefix(":") || $0 == "*" ? "x" : String($0)
                    }.joined(separator: "/"))
            }
            let both = examples.filter { example in patterns.allSatisfy { $0.captures(of: example) != nil } }
            guard let path = both.first else {
                others["no path matches both, so nothing is to be ranked", default: []].append(name)
                continue
            }
            for order in [patterns, patterns.reversed()] {
                let screens = try order.map {
                    Screen(pattern: $0, title: try Template(parsing: ""), content: .cells)
                }
                let tab = Tab(id: "t", title: "", root: path, screens: screens)
                let winner = tab.screen(at: path)?.screen.pattern
                switch node["expected"]?.integer {
                case 1: #expect(winner == patterns[0], "\(name)")
                case -1: #expect(winner == patterns[1], "\(name)")
                default: #expect(tab.screens.count == 1, "\(name): one shape")
                }
            }
            same += 1
        }
        say(cases.count, same, others)
        #expect(same >= 3)
    }

    @Test func generatedPathnames_AreTheStandards() throws {
        guard let cases = try cases("urlpattern-generate-test-data.json") else { return }
        var same = 0
        var others: [String: [String]] = [:]
        for node in cases {
            let name = "\(node["pattern"]?["pathname"]?.string ?? "-")"
            guard node["component"]?.string == "pathname", let pathname = node["pattern"]?["pathname"]?.string else {
                others["no pathname pattern", default: []].append(name)
                continue
            }
            let own = String(pathname.dropFirst(pathname.hasPrefix("/") ? 1 : 0))
            if let reason = own == "*" ? "a rule's path has no *" : reason(outside: own) {
                others[reason, default: []].append(name)
                continue
            }
            let template = own.split(separator: "/").map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }
                .joined(separator: "/")
            let table = TableSketch().tab("t", root: "r").screen("t", path: "r").screen("t", path: own)
                .rule("k", tab: "t", path: template)
            let params = Dictionary(
                uniqueKeysWithValues: (node["groups"]?.members ?? []).map {
                    ($0.name, ParamValue.text($0.value.string ?? ""))
                })
            let route = table.resolver.route(for: CellState(cell: 1, kind: "k", state: "s", params: params))
            let printed = route.why.source == .rule ? "/" + String(route.link.description.dropFirst(13)) : nil
            if printed == node["expected"]?.string {
                same += 1
            } else if params.values.contains(where: { $0.text.contains("/") }) {
                others["a slash in a value is encoded, never a segment more", default: []].append(name)
            } else {
                Issue.record(
                    "\(name): \(printed ?? "nothing"), the standard says \(node["expected"]?.string ?? "nothing")")
            }
        }
        say(cases.count, same, others)
        #expect(same >= 5)
    }

    private func say(_ count: Int, _ same: Int, _ others: [String: [String]]) {
        print("\(same) of \(count) give the standard's answer")
        for (reason, names) in others.sorted(by: { $0.key < $1.key }) {
            print("  \(names.count): \(reason): \(names.joined(separator: ", "))")
        }
        #expect(same + others.values.reduce(0) { $0 + $1.count } == count)
    }
}
