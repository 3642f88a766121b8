// Every block of commands in README, man pages and docs is run, in a session of its own with a daemon and the shipped table. One that
// would change this machine is named with its reason, and only read.
import JSON
import Posix
import Testing

/// A fenced block of a document.
struct Example: CustomTestStringConvertible {
    let file: String
    let line: Int
    let language: String
    let text: String

    var testDescription: String { "\(file):\(line)" }

    static let files =
        ["README.md"]
        + ((try? Files.list("\(Documents.package)/docs")) ?? []).filter { $0.hasSuffix(".md") || $0.hasSuffix(".scd") }
        .map { "docs/\($0)" }

    static let all = files.flatMap { file in (try? blocks(of: file)) ?? [] }

    private static func blocks(of file: String) throws -> [Example] {
        var blocks: [Example] = []
        var open: (line: Int, language: String, lines: [Substring])?
        for (index, line) in try Documents.text(file).split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            guard line.hasPrefix("```") else {
                open?.lines.append(line)
                continue
            }
            guard let block = open else {
                open = (index + 1, String(line.dropFirst(3)), [])
                continue
            }
            let text = block.lines.joined(separator: "\n")
            // scdoc's fences name no language.
            let language = file.hasSuffix(".scd") && text.hasPrefix("version = ") ? "toml" : block.language
            blocks.append(
                Example(
                    file: file, line: block.line, language: language,
                    text: file.hasSuffix(".scd") ? unescaped(text) : text))
            open = nil
        }
        return blocks
    }

    /// scdoc reads backslashes in blocks too.
    private static func unescaped(_ text: String) -> String {
        var (result, isEscaped) = ("", false)
        for character in text {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }

    /// Commands, where no language says otherwise.
    var isCommands: Bool { language == "sh" || language.isEmpty }

    /// Why it is not run here.
    var reason: String? {
        if text.hasPrefix("#!") { return "a script: RecipeTests run it" }
        let words = Set(text.split { !$0.isLetter && $0 != "-" })
        if words.contains("sudo") || words.contains("install") { return "it installs: Tests/System/run does that" }
        if !words.isDisjoint(with: ["systemctl", "journalctl"]) {
            return "it needs a service manager: Tests/System/run"
        }
        if words.contains("ssh") { return "it needs another machine: SecureShellTests has one on loopback" }
        if words.contains("systemd-nspawn") { return "it needs a container: Tests/System/run" }
        if text.split(separator: "\n").contains(where: { $0.hasPrefix("make ") }) { return "it builds this project" }
        return nil
    }
}

@Suite struct ExampleTests {
    private func session() throws -> Workplace {
        let place = try Workplace(table: "version = 1\n")
        try Files.unlink("\(place.configuration)/routes.d/test.toml")
        for name in try Files.list("\(Documents.package)/config/routes.d") {
            let bytes = try Files.read("\(Documents.package)/config/routes.d/\(name)", limit: 1 << 20).bytes
            try Files.writeAtomically(bytes, to: "\(place.configuration)/routes.d/\(name)")
        }
        try place.becomeDefault()
        // A project to build.
        try Files.append(Array("all: ; @echo built\n".utf8), to: "\(place.directory)/Makefile")
        return place
    }

    @Test(arguments: Example.all.filter(\.isCommands))
    func commands_DoWhatTheySay(example: Example) throws {
        let place = try session()
        if let reason = example.reason {
            print("\(example.testDescription): not run: \(reason)")
            let read = try place.run("bash", "-n", input: example.text)
            #expect(read.status == .exited(0), "\(read)")
            return
        }
        let daemon = try RunningDaemon(in: place)
        let ended = try place.run("bash", "-euo", "pipefail", "-c", "cd; TMUX_PANE=%0; \(example.text)")
        #expect(ended.status == .exited(0), "\(ended)")
        // Daemons that are ended, and jobs, may say so; nothing else is a complaint.
        #expect(!ended.complaint.contains("rror"), "\(ended)")
        _ = daemon
    }

    @Test(arguments: Example.all.filter { $0.language == "json" })
    func json_IsJSON(example: Example) throws {
        for line in example.text.split(separator: "\n") { _ = try JSONDocument(parsing: Array(line.utf8)) }
    }

    /// `text` is what RecipeTests and ProtocolDocumentTests read, `toml` what DocumentTests lint.
    @Test func everyLanguage_HasItsTest() {
        #expect(Example.all.count > 10)
        #expect(
            Set(Example.all.map(\.language)).isSubset(of: ["", "sh", "json", "toml", "toml deeplinkd.toml", "text"]))
    }
}
