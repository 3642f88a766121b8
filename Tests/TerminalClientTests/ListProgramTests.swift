import Posix
import Testing
import TmuxHarness

/// The notification view in a real terminal.
@Suite(.enabled(if: Tmux.isInstalled, "tmux is not installed: the tests in a real terminal are skipped"))
struct ListProgramTests {
    @Test func aFilter_IsTypedMarkedAndThereAgainAfterARestart() throws {
        let daemon = try TestDaemon()
        for run in 1...4 {
            try daemon.send(
                #"{"kind":"ci.run","state":"failed","key":"\#(run)","title":"build \#(run)","params":{"run":1}}"#)
        }
        try daemon.send(##"{"kind":"chat","key":"h","title":"\u001b]0;owned\u0007 Grüße"}"##)
        let command = "\(Program.path("deeplink")) \(daemon.options.joined(separator: " "))"
        let tmux = Tmux(rows: 16, columns: 80, command: "\(command); \(command)")
        _ = tmux.text(containing: "1 Builds")
        tmux.type("0")
        _ = tmux.text(containing: "Grüße")
        tmux.type("/")
        _ = tmux.text(containing: "kind:  state:  tab:")
        tmux.write("GRÜSSE")
        #expect(tmux.text(containing: "1 match").contains("␛]0;owned␇ Grüße"))
        tmux.type("C-u")
        tmux.write("kind:ci")
        _ = tmux.text(containing: "4 matches")
        tmux.type("Enter", "M")
        _ = tmux.text(containing: "Mark all that match as read?")
        tmux.type("Enter")
        _ = tmux.text(containing: "4 marked as read; u undoes it")
        #expect(tmux.text(containing: " 0 ●1 │").contains(" 0 ●1 │"))
        tmux.type("u")
        #expect(tmux.text(containing: " 0 ●5 │").contains(" 0 ●5 │"))
        tmux.type("Q")
        _ = tmux.text { $0.contains("1 Builds") && !$0.contains("/kind:ci") }
        tmux.type("0")
        #expect(tmux.text(containing: "4 matches").contains("/kind:ci"))
    }
}
