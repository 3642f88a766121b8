// What we ship and what we print as an example must pass our own lint.
import Posix
import RouteConfiguration
import Routing
import Testing

private let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

/// A fenced block of a document, and where it begins.
struct TomlBlock: CustomTestStringConvertible {
    let file: String
    let line: Int
    let text: String
    var kind = Kind.table

    /// What reads it: the fence says so, or else the page.
    enum Kind {
        case table, service, client

        init(fence: Substring, file: String) {
            self = fence.hasSuffix(" deeplinkd.toml") ? .service : file == "docs/deeplink.1.scd" ? .client : .table
        }
    }

    var testDescription: String { "\(file):\(line)" }

    /// All of a document.
    static func blocks(of file: String, in document: String) -> [TomlBlock] {
        var blocks: [TomlBlock] = []
        var open: (line: Int, fence: Substring, lines: [Substring])?
        for (index, line) in document.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let block = open {
                if line.hasPrefix("```") {
                    let text = block.lines.joined(separator: "\n")
                    // scdoc's fences name no language.
                    if block.fence.hasPrefix("```toml") || file.hasSuffix(".scd") && text.hasPrefix("version = ") {
                        let kind = Kind(fence: block.fence, file: file)
                        blocks.append(TomlBlock(file: file, line: block.line, text: text, kind: kind))
                    }
                    open = nil
                } else {
                    open = (block.line, block.fence, block.lines + [line])
                }
            } else if line.hasPrefix("```") {
                open = (index + 1, line, [])
            }
        }
        return blocks
    }

    /// Those of README.md, docs/*.md and the man pages' sources; a document that is not there has none.
    static var all: [TomlBlock] {
        let names = (try? Files.list("\(package)/docs")) ?? []
        let files = ["README.md"] + names.filter { $0.hasSuffix(".md") || $0.hasSuffix(".scd") }.map { "docs/\($0)" }
        return files.flatMap { file in
            let content = try? Files.read("\(package)/\(file)", limit: 1 << 20)
            return blocks(of: file, in: String(decoding: content?.bytes ?? [], as: UTF8.self))
        }
    }
}

@Suite struct DocumentTests {
    @Test(arguments: TomlBlock.all)
    func everyTomlBlock_PassesLint(block: TomlBlock) throws {
        let directory = try TableDirectory()
        try directory.write("block.toml", block.text)
        let file = directory.file("block.toml")
        let findings =
            switch block.kind {
            case .table: TableLoader.check(files: [file])
            case .service: ServiceLoader.check(file: file)
            case .client: ClientLoader.check(file: file)
            }
        #expect(findings == [], "\(block.testDescription)")
    }

    @Test func blocks_AreFoundInADocument() {
        let document = "a\n```toml\nx = 1\n\ny = 2\n```\nb\n```sh\nls\n```\n```toml\nz = 3\n```\n"
        let blocks = TomlBlock.blocks(of: "d", in: document)
        #expect(blocks.map(\.text) == ["x = 1\n\ny = 2", "z = 3"])
        #expect(blocks.map(\.line) == [2, 11])
        let page = TomlBlock.blocks(of: "docs/deeplink.1.scd", in: "```\nls\n```\n```\nversion = 1\n```\n")
        #expect(page.map(\.text) == ["version = 1"])
        #expect(page.map(\.kind) == [.client])
    }

    @Test func shippedTable_PassesLint() throws {
        let names = try Files.list("\(package)/config/routes.d").filter { $0.hasSuffix(".toml") }
        #expect(!names.isEmpty)
        #expect(TableLoader.check(files: names.map { "\(package)/config/routes.d/\($0)" }) == [])
    }

    /// The example of the design.
    @Test func exampleTable_PassesLintAndResolves() throws {
        let directory = try TableDirectory()
        try directory.write(
            "builds.toml",
            """
            version = 1

            [[tab]]
            id    = "builds"
            title = "Builds"
            root  = "runs"

            [[screen]]
            tab     = "builds"
            path    = "runs"
            command = ["gh", "run", "list"]

            [[screen]]
            tab     = "builds"
            path    = "runs/:owner/:repo/:run"
            title   = "Run {run}"
            command = ["gh", "run", "view", "--repo={owner}/{repo}", "--", "{run}"]

            [[screen]]
            tab     = "builds"
            path    = "runs/:owner/:repo/:run/log"
            command = ["gh", "run", "view", "--repo={owner}/{repo}", "--log-failed", "--", "{run}"]
            refresh = "5s"

            [[cell]]
            kind  = "ci.run"
            state = "failed"
            tab   = "builds"
            path  = "runs/{owner}/{repo}/{run}/log"
            """)
        let loaded = TableLoader(directories: [directory.path], trustedUIDs: [Environment.system.uid]).load()
        #expect(
            directory.short(loaded.findings.map(\.description)) == [
                "builds.toml:26:9: warning: kind ci.run has no rule for its other states: "
                    + "add one with state = \"*\", or its new states go elsewhere"
            ])
        let tab = try #require(loaded.table.factory.tab("builds"))
        let path = try ScreenPath(parsing: "runs/o/r/7/log")
        #expect(tab.pushPath(to: path).map { "\($0)" }?.isEmpty == false)
        #expect(
            try tab.screen(at: path)?.invocation()?.arguments == [
                "gh", "run", "view", "--repo=o/r", "--log-failed", "--", "7",
            ])
        #expect(tab.screen(at: path)?.screen.refreshSeconds == 5)
    }
}
