// Real shells read what the programs print and complete with it.
import Posix
import Testing
import TmuxHarness

@Suite struct CompletionTests {
    let place: Workplace
    let daemon: RunningDaemon

    init() throws {
        place = try Workplace()
        try place.becomeDefault()
        daemon = try RunningDaemon(in: place)
        // Were a title ever read by a shell, the file would be there.
        _ = try daemon.notify(
            #"{"kind":"a","key":"1","title":"plain"}"#,
            #"{"kind":"a","key":"2","title":"$(touch PWNED) `touch PWNED` ;touch PWNED: %F{red} \\[x\\] '\"\n7 x"}"#)
    }

    private func has(_ shell: String) throws -> Bool {
        if try Files.exists("/usr/bin/\(shell)") { return true }
        print("completions: there is no \(shell) here: skipped")
        return false
    }

    /// What bash would offer for the last word.
    private func bash(_ words: [String]) throws -> [String] {
        let script = #"""
            cd; source <("$1" --completions=bash) || exit
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
            "_$1"
            printf '%s\n' "${COMPREPLY[@]}"
            """#
        let session = try place.session().map { "\($0.key)=\($0.value)" }
        let program = try RunningProgram(
            ["/usr/bin/env"] + session + ["bash", "--norc", "-c", script, "bash"] + words, in: place)
        #expect(try program.ended() == .exited(0), "\(program.complaint)")
        #expect(program.complaint.isEmpty)
        return program.output.split(separator: "\n").map(String.init)
    }

    @Test(
        arguments: [
            (["deeplinkctl", "sen"], ["send"]), (["deeplinkctl", "--client", "x", "dism"], ["dismiss"]),
            (["deeplinkctl", "send", "--pri"], ["--priority"]),
            (["deeplinkctl", "send", "a", "b", "--ti"], ["--title"]),
            (["deeplinkctl", "send", "--priority", "h"], ["high"]),
            (["deeplinkctl", "send", "a", "b", "--priority", "=", "u"], ["urgent"]),
            (["deeplinkctl", "--completions", "="], ["bash", "zsh", "fish"]),
            (["deeplinkctl", "show", ""], ["2", "1"]), (["deeplinkctl", "read", "1", "2"], ["2"]),
            (["deeplinkctl", "check", "/etc/debian_versio"], ["/etc/debian_version"]),
            (["deeplinkctl", "run", "--key", "k", "--", "cat", "/etc/debian_versio"], ["/etc/debian_version"]),
            (["deeplinkctl", "run", "--", "deeplinkct"], ["deeplinkctl"]),
            (["deeplinkctl", "send", "--key", "x"], []), (["deeplinkctl", "nosuch", ""], []),
            (["deeplinkd", "--stand"], ["--standalone"]), (["deeplink", "--pri"], ["--print"]),
        ] as [([String], [String])])
    func bash_Completes(words: [String], offered: [String]) throws {
        #expect(Array(Set(try bash(words))).sorted() == offered.sorted())
        #expect(try !Files.exists("\(place.directory)/PWNED"))
    }

    @Test(
        arguments: [
            ("deeplinkctl sen", ["send"]), ("deeplinkctl --client x dism", ["dismiss"]),
            ("deeplinkctl send --prio", ["--priority"]), ("deeplinkctl send --priority h", ["high"]),
            ("deeplinkctl show ", ["2", "1"]), ("deeplinkd --stand", ["--standalone"]),
            ("deeplinkctl run --key k cat /etc/debian_versio", ["/etc/debian_version"]),
            ("deeplink --pri", ["--print"]),
        ] as [(String, [String])])
    func fish_Completes(line: String, offered: [String]) throws {
        guard try has("fish") else { return }
        let program = String(line.prefix { $0 != " " })
        let ended = try place.run(
            "fish", "--no-config", "-c", "\(program) --completions=fish | source; cd; complete -C '\(line)'")
        let words = ended.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        #expect(words == offered, "\(ended)")
        #expect(try !Files.exists("\(place.directory)/PWNED"))
    }

    @Test(
        arguments: [
            ("deeplinkctl sen", "deeplinkctl send"), ("deeplinkctl send --prio", "--priority="),
            ("deeplinkctl send --priority hi", "--priority high"), ("deeplinkctl show ", "1  -- "),
            ("deeplinkctl run --key k cat /etc/debian_ver", "/etc/debian_version"),
            ("deeplinkd --standa", "deeplinkd --standalone"),
        ])
    func zsh_Completes(line: String, shown: String) throws {
        guard try has("zsh") else { return }
        let program = line.prefix { $0 != " " }
        // A pane's shell may have a PATH of its own.
        let exports = try place.session().map { "export \($0.key)='\($0.value)'\n" }.joined()
        let setup = """
            \(exports)cd; PS1='ready> '; autoload -Uz compinit; compinit -D -u; source =(\(program) --completions=zsh); clear

            """
        try Files.append(Array(setup.utf8), to: "\(place.directory)/rc")
        let pane = Tmux(
            rows: 20, columns: 100, command: "exec zsh -f")
        pane.run(". \(place.directory)/rc")
        #expect(pane.text { $0.hasPrefix("ready>") }.hasPrefix("ready>"))
        pane.write(line)
        #expect(pane.text(containing: "ready> deeplink").contains("ready> deeplink"))
        pane.type("Tab")
        #expect(pane.text(containing: shown).contains(shown), "\(pane.text)")
        #expect(try !Files.exists("\(place.directory)/PWNED"))
    }
}
