import JSON
import Posix
import Testing
import Wire

/// Who is who is the kernel's word. These need a second user, so they run as root only, as CI does.
@Suite struct IdentityTests {
    let place: Workplace
    private let nobody: UInt32 = 65_534

    init() throws { place = try Workplace() }

    private var canSwitch: Bool {
        let can = Environment.system.uid == 0 && (try? Files.exists("/usr/bin/setpriv")) == true
        if !can { print("skipped: another user's process needs root and setpriv") }
        return can
    }

    private func asNobody(_ words: [String]) -> [String] {
        ["/usr/bin/setpriv", "--reuid=\(nobody)", "--clear-groups", "--"] + words
    }

    /// Runs a line of shell as root, for what the doors cannot do.
    private func prepare(_ line: String) throws {
        let ended = try Programs.run(["/bin/sh", "-c", line, "sh", place.directory], in: place)
        try #require(ended.status == .exited(0), "\(ended)")
    }

    @Test func anotherUser_DoesNotGetIn() throws {
        guard canSwitch else { return }
        let daemon = try RunningDaemon(in: place)
        try prepare(#"chmod 711 "$1" "$1/run""#)
        for words in [["list"], ["send", "a", "b"]] {
            let tool = [try Programs.path("deeplinkctl")] + words + place.options
            let ended = try Programs.run(asNobody(tool), in: place)
            #expect(ended.status != .exited(0) && ended.output.isEmpty, "\(ended)")
            #expect(ended.complaint.contains("Permission denied"), "\(ended)")
        }
        #expect(try daemon.numbers()["events"] == 0)
    }

    @Test func eachUser_HasAnInboxOfTheirOwn() throws {
        guard canSwitch else { return }
        let daemon = try RunningDaemon(in: place)
        try prepare(#"chmod 711 "$1" "$1/run" && chmod 666 "$1/run/"*.sock"#)
        _ = try daemon.notify(#"{"kind":"mine","title":"root's"}"#)
        let tool = [try Programs.path("deeplinkctl")]
        let sent = try Programs.run(asNobody(tool + ["send", "theirs", "new"] + place.options), in: place)
        #expect(sent.output == "seq 2\n", "\(sent)")
        #expect(try daemon.call(CellsList()).cells.map(\.kind) == ["mine"])
        let listed = try Programs.run(asNobody(tool + ["list", "--json"] + place.options), in: place)
        let kinds = try listed.output.json().elements?.compactMap { $0["kind"]?.string }
        #expect(kinds == ["theirs"], "\(listed)")
        let shown = try Programs.run(asNobody(tool + ["show", "1"] + place.options), in: place)
        #expect(shown.status == .exited(1), "\(shown)")
    }

    @Test func daemonOfAnotherUser_IsNotTrusted() throws {
        guard canSwitch else { return }
        try prepare(
            #"mkdir "$1/run" "$1/state" && chmod 755 "$1" "$1/config" "$1/config/routes.d" && chmod 644 "$1/config/routes.d/"* && chown 65534 "$1/run" "$1/state""#
        )
        let words = asNobody([try Programs.path("deeplinkd"), "--standalone"] + place.options)
        let program = try RunningProgram(words, in: place)
        let deadline = Clock.system.boot() + Programs.patience
        while try !Files.exists(place.client), Clock.system.boot() < deadline {
            try #require(try program.isRunning(for: 2), "\(program.complaint)")
        }
        for words in [["list"], ["send", "a", "b"]] {
            let ended = try Programs.deeplinkctl(words, in: place)
            #expect(ended.status != .exited(0) && ended.output.isEmpty, "\(ended)")
            #expect(ended.complaint.contains("is served by uid \(nobody)"), "\(ended)")
        }
    }
}
