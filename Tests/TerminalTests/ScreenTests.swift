import Terminal
import Testing
import Text
import TmuxHarness

/// What screen-probe shows in a real terminal, read back from it.
@Suite(.enabled(if: Tmux.isInstalled, "tmux is not installed: the real-terminal tests are skipped"))
struct ScreenTests {
    private let probe = Program.path("screen-probe")

    @Test func hostileAndWideText_LeavesBordersIntact() {
        let tmux = Tmux(rows: 11, columns: 30, command: probe)
        let text = tmux.text(containing: "ready")
        #expect(
            text == """
                ┌────────────────────────────┐
                │漢字かな交じり文            │
                │👩 👍 ❤ \u{1F1E9}|                  │
                │e\u{301}\u{323}\u{302}\u{303}x|                         │
                │␛[2J\u{FFFD}31m␛]52;c;aGk=␇|       │
                │\u{FFFD}evil\u{FFFD}|                     │
                │한국어 \u{1112}\u{1161}\u{11AB}|                  │
                │bold red                    │
                │                            │
                └────────────────────────────┘
                ready 11x30

                """)
    }

    @Test(arguments: [
        ("x", "character(\"x\")"), ("漢", "character(\"漢\")"), ("Up", "up"), ("Escape", "escape"),
        ("C-a", "control(\"a\")"), ("PPage", "pageUp"), ("Enter", "enter"), ("BSpace", "backspace"), ("Tab", "tab"),
        ("BTab", "backTab"), ("Home", "home"), ("End", "end"), ("M-x", "alternate(\"x\")"), ("F5", "unknown"),
        ("C-c", "control(\"c\")"), ("C-_", "control(\"_\")"),
    ])
    func typedKeys_AreNamed(_ key: String, _ name: String) {
        let tmux = Tmux(rows: 10, columns: 40, command: probe)
        _ = tmux.text(containing: "ready")
        tmux.type(key)
        #expect(tmux.text(containing: "key \(name)").contains("key \(name)"))
    }

    @Test(arguments: ["q", "t", "s"])
    func anEnd_LeavesTheTerminalAsItWas(_ key: String) {
        let tmux = Tmux(
            rows: 10, columns: 60, command: "stty -a | cksum", environment: ["SWIFT_BACKTRACE": "enable=no"])
        let before = tmux.text(containing: "\n#")
        tmux.run("\(probe); echo ended; stty -a | cksum")
        _ = tmux.text(containing: "ready")
        tmux.type(key)
        let after = tmux.text { sums($0).count == 2 }
        #expect(sums(after).count == 2 && sums(after).first == sums(after).last, "\(before)\n\(after)")
        #expect(!after.contains("漢字"))
    }

    /// The check sums of the terminal's modes in what a shell printed.
    private func sums(_ text: String) -> [Substring] {
        // What was typed before the shell was ready stands behind its prompt.
        text.split(separator: "\n").map { $0.drop { $0 == "#" || $0 == " " } }
            .filter { $0.contains(" ") && $0.allSatisfy { $0.isNumber || $0 == " " } }
    }

    @Test func suspension_GivesTheTerminalBackAndTakesItAgain() {
        let tmux = Tmux(rows: 10, columns: 40, command: probe)
        _ = tmux.text(containing: "ready")
        tmux.type("z")
        #expect(tmux.text { !$0.contains("漢字") && $0.contains("#") }.contains("#"))
        tmux.run("fg")
        #expect(tmux.text(containing: "back").contains("漢字"))
        tmux.type("x")
        #expect(tmux.text(containing: "key char").contains("key character"))
    }

    @Test func aNewSize_IsTakenAndDrawn() {
        let tmux = Tmux(rows: 12, columns: 40, command: probe)
        _ = tmux.text(containing: "ready")
        tmux.resize(rows: 20, columns: 24)
        tmux.type("r")
        let text = tmux.text(containing: "size 20x24")
        #expect(text.contains("└──────────────────────┘\nsize 20x24"))
    }

    @Test func withoutATerminal_TheErrorSaysSo() {
        #expect(Tmux.shell("\(probe) </dev/null; echo $?") == "screen-probe: input and output must be a terminal\n2\n")
        let tmux = Tmux(rows: 5, columns: 100, command: "\(probe) no-such-terminal")
        #expect(tmux.text(containing: "is not known").contains("the terminal type 'no-such-terminal' is not known"))
    }
}
