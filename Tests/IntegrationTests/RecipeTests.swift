// docs/recipes.md as it stands there, with a real tmux and a real Vim.
import Posix
import Testing
import TmuxHarness

@Suite struct RecipeTests {
    /// A terminal with a tmux in it, and the recipe that watches.
    private struct Desk: ~Copyable {
        let outer: Tmux
        let watcher: RunningProgram
    }

    let place: Workplace
    let daemon: RunningDaemon

    init() throws {
        place = try Workplace()
        try place.becomeDefault()
        daemon = try RunningDaemon(in: place)
    }

    /// Writes a script of the document to a file of its name.
    private func script(_ name: String) throws -> String {
        let example = try #require(
            Example.all.first { $0.file == "docs/recipes.md" && $0.text.contains("\n# \(name): ") }, "\(name)")
        let path = "\(place.directory)/\(name)"
        try Files.append(Array((example.text + "\n").utf8), to: path, mode: 0o700)
        return path
    }

    /// A tmux of its own inside the test's, with two windows and a watcher beside it.
    private func terminal(_ name: String, more: String = "") throws -> Desk {
        let outer = Tmux(rows: 30, columns: 100, command: "true")
        let exports = try place.session().map { "export \($0.key)='\($0.value)'" }
        let inner =
            "TMUX= exec tmux -S $HOME/tmux -f /dev/null new-session -n first sh \\; set -g status-right '' \\; \(more)new-window -d -n second sh"
        try Files.append(
            Array((exports + [inner]).joined(separator: "\n").utf8), to: "\(place.directory)/inner", mode: 0o600)
        outer.run("exec sh \(place.directory)/inner")
        #expect(outer.text(containing: "1:second").contains("1:second"), "\(outer.text)")
        let script = try script(name)
        let watcher = try RunningProgram(
            [
                "/usr/bin/env", "TMUX=\(place.directory)/tmux,1,0", "PATH=\(try place.session()["PATH"] ?? "")",
                "deeplinkctl",
                "watch", "--exec", script,
            ], in: place)
        let deadline = Clock.system.boot() + Programs.patience
        while try daemon.numbers()["observers"] != 1, Clock.system.boot() < deadline {
            _ = try watcher.isRunning(for: 5)
        }
        return Desk(outer: outer, watcher: watcher)
    }

    private func tmux(_ words: String) throws -> String {
        try place.run("sh", "-c", "tmux -S $HOME/tmux \(words)").output
    }

    @Test func tmux_GoesToThePaneThatIsNamed() throws {
        let desk = try terminal("deeplink-tmux")
        #expect(desk.outer.text.contains("first*"))
        let pane = try tmux("list-panes -t second -F '#{pane_id}'").split(separator: "\n")[0]
        #expect(
            try place.run("deeplinkctl", "send", "build", "done", "--key", "here", "--param", "pane=\(pane)").status
                == .exited(0))
        #expect(try place.run("deeplinkctl", "open", "1").status == .exited(4))
        #expect(desk.outer.text(containing: "second*").contains("second*"), "\(desk.watcher.complaint)")
        // What is no pane is no target, whatever tmux would make of it.
        #expect(
            try place.run("deeplinkctl", "send", "build", "done", "--key", "k", "--param", "pane=first; kill-server")
                .status == .exited(0))
        #expect(try place.run("deeplinkctl", "open", "2").status == .exited(4))
        #expect(try place.run("deeplinkctl", "send", "end", "s").status == .exited(0))
        #expect(try tmux("display-message -p '#W'") == "second\n")
        #expect(desk.watcher.complaint.isEmpty, "\(desk.watcher.complaint)")
    }

    @Test func vim_OpensTheFileAtTheLine() throws {
        let desk = try terminal("deeplink-vim")
        let lines = (1...40).map { "text of line \($0)\n" }.joined()
        try Files.append(Array(lines.utf8), to: "\(place.directory)/-main.c")
        #expect(
            try place.run(
                "deeplinkctl", "send", "lint", "found", "--param", "file=\(place.directory)/-main.c", "--param",
                "line=31"
            ).status == .exited(0))
        #expect(try place.run("deeplinkctl", "open", "1").status == .exited(4))
        let shown = desk.outer.text { $0.contains("text of line 31") }
        #expect(shown.contains("text of line 31") && shown.contains("-main.c"), "\(shown) \(desk.watcher.complaint)")
        // Vim's ruler.
        #expect(desk.outer.text(containing: "31,1").contains("31,1"), "\(desk.outer.text)")
    }

    @Test func vim_RunsNoCommandFromALine() throws {
        let desk = try terminal("deeplink-vim")
        try Files.append(Array("only line\n".utf8), to: "\(place.directory)/a")
        #expect(
            try place.run(
                "deeplinkctl", "send", "lint", "found", "--param", "file=\(place.directory)/a", "--param",
                "line=!touch $HOME/PWNED"
            ).status == .exited(0))
        #expect(try place.run("deeplinkctl", "open", "1").status == .exited(4))
        #expect(desk.outer.text(containing: "only line").contains("only line"), "\(desk.outer.text)")
        #expect(try !Files.exists("\(place.directory)/PWNED"))
    }

    @Test func popup_ComesByKeyAndByItself() throws {
        let line = try #require(
            Example.all.first { $0.file == "docs/recipes.md" && $0.text.hasPrefix("bind-key") }, "the binding"
        ).text
        try Files.append(Array((line + "\n").utf8), to: "\(place.directory)/binding")
        let desk = try terminal("deeplink-popup", more: "source-file $HOME/binding \\; ")
        desk.outer.type("C-b", "N")
        let shown = desk.outer.text(containing: "│ 0 ")
        #expect(shown.contains("Builds"), "\(shown)")
        desk.outer.type("Q")
        #expect(!desk.outer.text { !$0.contains("Builds") }.contains("Builds"))
        #expect(
            try place.run("deeplinkctl", "send", "fire", "now", "--priority", "urgent", "--title", "it burns").status
                == .exited(0))
        let popup = desk.outer.text(containing: "Builds")
        #expect(popup.contains("Builds"), "\(popup) \(desk.watcher.complaint)")
        desk.outer.type("Q")
    }
}
