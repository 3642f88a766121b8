import Posix
import Testing
import TmuxHarness

/// What someone sees who clones the repository and types `make run`: scripts/run, here with the programs of this test
/// run and in a place of its own.
@Suite struct MakeRunTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        // The script brings the shipped table; the workplace's own is another's.
        try Files.makeDirectories(home, mode: 0o700)
    }

    /// Where the script keeps everything.
    var home: String { place.directory + "/here" }

    /// The script's command line.
    func script() throws -> [String] {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        return [root + "/scripts/run", Files.directory(of: try Programs.path("deeplink")), home]
    }

    @Test func withoutTerminal_PrintsTheWholeWayOfOneEvent() throws {
        let ended = try Programs.run(try script(), in: place)
        #expect(ended.status == .exited(0), "\(ended)")
        let headings = ["== event", "== ack", "seq 3", "== cells", "== route", "== plan and screen"]
        let screen = ["push jobs/1", "push jobs/1/output", "Jobs › Job 1 › Output", Self.lastLine]
        var rest = ended.output[...]
        for words in headings + screen + ["To set it up for good:", "sudo make install", "enable --now"] {
            let found = try #require(rest.firstRange(of: words), "no “\(words)” in its place: \(ended)")
            rest = rest[found.upperBound...]
        }
    }

    /// The table that the daemon was given, and no other: the screen of a table's mistakes runs the same words.
    @Test func itsOwnDeeplinkctl_ChecksTheTableThatIsInUse() throws {
        _ = try Programs.run(try script(), in: place)
        let checked = try Programs.run(["\(home)/deeplinkctl", "check"], in: place)
        #expect(checked.status == .exited(0), "\(checked)")
        #expect(checked.output.contains("files of \(home)/config/routes.d"), "\(checked)")
        let table = try Files.read("\(home)/config/routes.d/system.toml", limit: 1 << 16)
        #expect(String(decoding: table.bytes, as: UTF8.self).contains("[\"\(home)/deeplinkctl\", \"check\"]"))
    }

    @Test func onTerminal_OneKeyLandsAndBackLeadsHome() throws {
        guard Tmux.isInstalled else {
            print("skipped: no tmux")
            return
        }
        let words = try script().map(Tmux.quoted).joined(separator: " ")
        let terminal = Tmux(rows: 24, columns: 80, command: "exec \(words)")

        let banner = terminal.text(containing: "o open")
        #expect(banner.contains("job failed build of hello"), "\(banner)")

        // The key is dead for a moment after the banner's text changed, so a hand presses it again.
        let output = terminal.text { shown in
            let hasArrived = Self.path(shown) == "Jobs › Job 1 › Output"
            if !hasArrived { terminal.type("o") }
            return hasArrived && shown.contains(Self.lastLine)
        }
        #expect(Self.path(output) == "Jobs › Job 1 › Output", "\(output)")
        #expect(output.contains(Self.lastLine), "\(output)")

        terminal.type("q")
        let job = terminal.text { Self.path($0) == "Jobs › Job 1" && $0.contains("exit 1") }
        #expect(Self.path(job) == "Jobs › Job 1", "\(job)")
        #expect(job.contains("exit 1"), "\(job)")

        terminal.type("q")
        let root = terminal.text { Self.path($0) == "Jobs" && $0.contains("build of hello") }
        #expect(Self.path(root) == "Jobs", "\(root)")
        #expect(root.contains("build of hello"), "\(root)")

        terminal.type("q")
        let end = terminal.text(containing: "sudo make install")
        #expect(end.contains("To set it up for good:"), "\(end)")
    }

    /// How the job's output ends.
    private static let lastLine = "error: undefined symbol: main"

    /// The path of screens, which is the second row of the client.
    private static func path(_ text: String) -> String? {
        let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
        return rows.count > 1 ? rows[1].trimmed() : nil
    }
}

extension Substring {
    /// Without the spaces around it.
    fileprivate func trimmed() -> String {
        guard let first = firstIndex(where: { $0 != " " }), let last = lastIndex(where: { $0 != " " }) else {
            return ""
        }
        return String(self[first...last])
    }
}
