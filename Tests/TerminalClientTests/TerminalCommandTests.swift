import Client
import Posix
import Testing
import TmuxHarness

/// Commands that get the terminal, in a real one.
@Suite(.enabled(if: Tmux.isInstalled, "tmux is not installed: the tests in a real terminal are skipped"))
struct TerminalCommandTests {
    private func table(_ code: String) -> String {
        """
        version = 1
        [[tab]]
        id = "a"
        title = "A"
        root = "r"
        [[screen]]
        tab = "a"
        path = "r"
        content = "cells"
        [[tab]]
        id = "b"
        title = "B"
        root = "t"
        [[screen]]
        tab = "b"
        path = "t"
        terminal = true
        command = ["sh", "-c", '''\(code)''']
        [[cell]]
        kind = "k"
        tab = "a"
        """
    }

    private func pane(_ daemon: TestDaemon, _ environment: [String: String] = [:]) -> Tmux {
        let words = ([Program.path("deeplink")] + daemon.options).map(Tmux.quoted).joined(separator: " ")
        return Tmux(rows: 16, columns: 80, command: "\(words); echo ended $?", environment: environment)
    }

    @Test func itHasTheTerminal_AndTheScreensComeBack() throws {
        let daemon = try TestDaemon(table: table("echo mine; read -r x; exit 3"))
        let tmux = pane(daemon)
        _ = tmux.text(containing: "Nothing here yet")
        tmux.type("2")
        #expect(!tmux.text(containing: "mine").contains("1 A"))
        tmux.type("q", "Q", "Enter")
        #expect(tmux.text(containing: "exit 3").contains("It had the terminal. r runs it again."))
        tmux.type("1")
        #expect(tmux.text(containing: "Nothing here yet").contains("1 A"))
    }

    /// It leaves raw mode, no echo, the mouse on, an alternate screen and a non-blocking terminal.
    @Test func brokenModes_AreMadeGoodAgain() throws {
        let code = "stty raw -echo; printf '\\033[?1049h\\033[?1000h\\033[31mbroken'; sleep 0.2"
        let daemon = try TestDaemon(table: table(code))
        let tmux = Tmux(rows: 16, columns: 80, command: "stty -a | cksum")
        _ = tmux.text(containing: "\n#")
        let words = ([Program.path("deeplink")] + daemon.options).map(Tmux.quoted).joined(separator: " ")
        tmux.run("\(words); echo ended; stty -a | cksum")
        _ = tmux.text(containing: "Nothing here yet")
        tmux.type("2")
        _ = tmux.text(containing: "exit 0")
        tmux.type("1")
        _ = tmux.text(containing: "Nothing here yet")
        tmux.type("Q")
        let text = tmux.text { sums($0).count == 2 }
        #expect(sums(text).count == 2 && sums(text).first == sums(text).last, "\(text)")
    }

    @Test func anInterrupt_IsItsOwn() throws {
        let daemon = try TestDaemon(table: table("trap 'echo caught; exit 5' INT; echo mine; sleep 30 & wait"))
        let tmux = pane(daemon)
        _ = tmux.text(containing: "Nothing here yet")
        tmux.type("2")
        _ = tmux.text(containing: "mine")
        tmux.type("C-c")
        #expect(tmux.text(containing: "exit 5").contains("exit 5"))
    }

    /// Ctrl-Z stops both, the shell is there, and `fg` leads back to the command.
    @Test func aStop_LeadsToTheShellAndBack() throws {
        let daemon = try TestDaemon(table: table("echo mine; read -r x; echo got $x; exit 4"))
        let tmux = pane(daemon)
        _ = tmux.text(containing: "Nothing here yet")
        tmux.type("2")
        _ = tmux.text(containing: "mine")
        tmux.type("C-z")
        _ = tmux.text(containing: "Stopped")
        tmux.run("echo shell $((40+2))")
        #expect(tmux.text(containing: "shell 42").contains("shell 42"))
        tmux.run("fg")
        tmux.run("back")
        #expect(tmux.text(containing: "exit 4").contains("exit 4"))
    }

    @Test func aClientThatIsEnded_TakesItsCommandAlong() throws {
        let daemon = try TestDaemon(table: table("trap '' TERM INT; echo pid $$ .; sleep 64; sleep 65"))
        let tmux = pane(daemon)
        _ = tmux.text(containing: "Nothing here yet")
        tmux.type("2")
        let pid = tmux.text(containing: " .").split(separator: " ").first { $0.allSatisfy(\.isNumber) } ?? ""
        #expect(!pid.isEmpty)
        _ = Tmux.shell("kill -TERM $(sed -n 's/^PPid:.//p' /proc/\(pid)/status)")
        #expect(tmux.text(containing: "ended 0").contains("ended 0"))
        let state = Tmux.shell("cat /proc/\(pid)/status")
        #expect(state.isEmpty || state.contains("State:\tZ"))
    }

    /// An output's text in the user's editor, which gets a copy that nobody may write.
    @Test func e_OpensTheEditor() throws {
        let daemon = try TestDaemon(
            table: """
                version = 1
                [[tab]]
                id = "a"
                root = "r"
                [[screen]]
                tab = "a"
                path = "r"
                command = ["printf", "one\\ntwo\\n"]
                [[cell]]
                kind = "k"
                tab = "a"
                """)
        let editor = "\(daemon.directory.path)/editor"
        try Files.writeAtomically(
            Array("#!/bin/sh\necho editing $1; cat \"$2\"; ls -l \"$2\"; read -r x\n".utf8), to: editor, mode: 0o700)
        let tmux = pane(daemon, ["EDITOR": "\(editor) -R", "VISUAL": ""])
        _ = tmux.text(containing: "exit 0")
        tmux.type("e")
        let text = tmux.text(containing: "view-")
        #expect(text.contains("editing -R\none\ntwo\n-r--------"), "\(text)")
        tmux.type("Enter")
        _ = tmux.text(containing: "exit 0")
        #expect(Tmux.shell("ls \(daemon.paths.state)/view-* 2>/dev/null") == "")
    }

    private func sums(_ text: String) -> [Substring] {
        text.split(separator: "\n").map { $0.drop { $0 == "#" || $0 == " " } }
            .filter { $0.split(separator: " ").count == 2 && $0.allSatisfy { $0.isNumber || $0 == " " } }
    }
}
