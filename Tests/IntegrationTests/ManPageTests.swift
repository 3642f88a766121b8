// The man pages speak of what the programs have: every command, option, exit code and counter.
import Posix
import Testing
import Wire

/// The package's documents.
enum Documents {
    static let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    static func text(_ path: String) throws -> String {
        String(decoding: try Files.read("\(package)/\(path)", limit: 1 << 20).bytes, as: UTF8.self)
    }
}

@Suite struct ManPageTests {
    let place: Workplace

    init() throws { place = try Workplace() }

    /// The names in one list of a help text: what stands first in its lines.
    private func names(under title: String, in help: String) -> [String] {
        var lines = help.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != "\(title):" }.dropFirst()
        lines = lines.prefix { !$0.isEmpty }
        return lines.compactMap { line in
            let words = line.split(separator: " ").prefix(3)
            return title == "Commands"
                ? words.first.map(String.init)
                : words.first { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" && $0 != "," }) }
        }
    }

    private func help(_ words: String...) throws -> String {
        let ended = try Programs.run([try Programs.path(words[0])] + words.dropFirst() + ["--help"], in: place)
        #expect(ended.status == .exited(0), "\(ended)")
        return ended.output
    }

    @Test(arguments: [("deeplinkd", 8), ("deeplinkctl", 1), ("deeplink", 1)])
    func everyOption_IsInItsPage(program: String, section: Int) throws {
        let page = try Documents.text("docs/\(program).\(section).scd")
        let options = names(under: "Options", in: try help(program))
        #expect(options.count > 5)
        for option in options { #expect(page.contains("*\(option)*"), "\(program) \(option)") }
    }

    @Test func everyCommand_IsInThePageWithItsOptions() throws {
        let page = try Documents.text("docs/deeplinkctl.1.scd")
        let common = Set(names(under: "Options", in: try help("deeplinkctl"))).union(["--json"])
        let commands = names(under: "Commands", in: try help("deeplinkctl"))
        #expect(commands.count > 10)
        for command in commands {
            let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
            // Its entry: from its own line to the next that is not indented.
            let rest = lines.drop { !$0.hasPrefix("*\(command)*") }
            try #require(!rest.isEmpty, "\(command)")
            let end = rest.dropFirst().firstIndex { !$0.isEmpty && !$0.hasPrefix("\t") } ?? rest.endIndex
            let entry = rest[rest.startIndex..<end].joined(separator: "\n")
            for option in names(under: "Options", in: try help("deeplinkctl", command)) where !common.contains(option) {
                #expect(entry.contains("*\(option)*"), "\(command) \(option)")
            }
        }
    }

    @Test func everyExitCode_IsInThePage() throws {
        let page = try Documents.text("docs/deeplinkctl.1.scd")
        let codes = try help("deeplinkctl").split(separator: "\n").drop { !$0.hasPrefix("Exit codes") }.dropFirst()
        for line in codes.prefix(while: { $0.hasPrefix("  ") }) {
            let code = line.split(separator: " ")[0]
            #expect(page.contains("\n*\(code)*\n"), "\(code)")
        }
    }

    @Test func everyCounter_IsInThePage() throws {
        let page = try Documents.text("docs/deeplinkctl.1.scd")
        let daemon = try RunningDaemon(in: place)
        let ended = try Programs.deeplinkctl(["status", "--json"], in: place)
        let answer = try Status.Answer(wire: Fields(try ended.output.json(), of: "status"))
        #expect(answer.numbers == (try daemon.numbers()).filter { answer.numbers.keys.contains($0.key) })
        for name in answer.numbers.keys { #expect(page.contains("*\(name)*"), "\(name)") }
    }
}
