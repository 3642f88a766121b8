import Client
import Posix
import Routing
import Testing
import Wire

@testable import ControlTool

struct VerbTests {
    let tool = Listener()

    @Test func everyVerb_HasHelpThatFitsATerminal() {
        for verb in Verb.all {
            #expect(tool.run(verb.name, "--help") == 0)
            #expect(tool.printed.hasPrefix("Usage: deeplinkctl \(verb.name)"))
            #expect(tool.printed.split(separator: "\n").allSatisfy { $0.count <= 110 }, "\(verb.name)")
        }
        #expect(tool.run("--help") == 0)
        for verb in Verb.all { #expect(tool.printed.contains("\n  \(verb.name) ")) }
        for code in ExitCode.allCases { #expect(tool.printed.contains("\n  \(code.rawValue)  ")) }
    }

    @Test func version_IsPrinted() {
        #expect(tool.run("--version") == 0)
        #expect(tool.printed == "deeplinkctl \(Version.text)\n")
    }

    @Test(
        arguments: [
            ([], "a command is needed"), (["nope"], "unknown command 'nope'"), (["--nope"], "unknown option '--nope'"),
            (["send", "a"], "expected a KIND and a STATE"), (["list", "x"], "expected no operand"),
            (["list", "--limit", "0"], "'0' for '--limit': expected a whole number from 1 to 1000000"),
            (["open"], "expected one CELL or LINK"), (["run"], "expected a COMMAND"),
            (["show", "1", "2"], "expected one CELL"),
            (["send", "a", "b", "--priority", "loud"], "'loud' for '--priority': expected low, normal, high, urgent"),
        ] as [([String], String)])
    func wrongWords_AreUsageErrors(words: [String], message: String) {
        #expect(tool.run(words) == 2)
        #expect(tool.complained.contains(message), "\(tool.complained)")
        #expect(tool.complained.contains("--help'."))
        #expect(tool.printed.isEmpty)
    }

    @Test(arguments: [
        "0", "-1", "01", "x", "9223372036854775808", "deeplink://", "deeplink://jobs//", "deeplink://cell/x",
    ])
    func whatIsNoCellOrLink_IsRefusedHere(word: String) {
        #expect(tool.run("open", "--", word) == 2)
        #expect(tool.complained.hasPrefix("deeplinkctl: '\(word)' is no "))
    }

    @Test func noDaemon_HasItsOwnCodeAndSaysWhatToDo() {
        for verb in ["list", "status", "watch", "reload"] {
            // The machine that tests run on may have a daemon for all its users.
            #expect(tool.run("--user", verb) == 3)
            #expect(
                tool.complained.hasPrefix("deeplinkctl: no daemon at /nowhere/run/deeplinkd/client.sock: start it with")
            )
        }
        #expect(tool.run("--notify", "/elsewhere", "send", "a", "b") == 3)
        #expect(tool.complained.contains("/elsewhere"))
        #expect(tool.run("--notify", "/elsewhere", "send", "a", "b", "--notify", "/there") == 3)
        #expect(tool.complained.contains("/there"))
    }

    @Test func refusals_AreNoOrLater() {
        tool.answers = [[Sample.hello, Sample.refusal(2, WireError(.notFound, "there is no cell 7"))]]
        #expect(tool.run("show", "7") == 1)
        #expect(tool.complained == "deeplinkctl: there is no cell 7\n")
        let overloaded = WireError(.overloaded, "too much", mayRetry: true, retryAfter: 3)
        tool.answers = [[Sample.hello, Sample.refusal(2, overloaded)]]
        #expect(tool.run("show", "7") == 5)
        #expect(tool.complained == "deeplinkctl: too much: try again in 3 s\n")
        tool.answers = [[Sample.refusal(1, WireError(.updateRequired, "protocol 2 is needed"))]]
        #expect(tool.run("status") == 1)
        #expect(tool.complained == "deeplinkctl: protocol 2 is needed\n")
    }

    @Test func hostileWords_AreShownSafe() {
        let evil = WireError(.notFound, "no \u{1b}]0;evil\u{7}cell\nfaked: line", field: "cell", offset: 9)
        tool.answers = [[Sample.hello, Sample.refusal(2, evil)]]
        #expect(tool.run("show", "7") == 1)
        #expect(!tool.complained.contains("\u{1b}"))
        #expect(tool.complained.split(separator: "\n").count == 1)
        #expect(tool.complained.hasSuffix("(field cell)\n"))
        #expect(tool.run("list", "--\u{1b}[2J") == 2)
        #expect(!tool.complained.contains("\u{1b}"))
    }

    @Test func send_SaysItsSeqAndWritesTheWholeEvent() {
        tool.answers = [[Sample.answer(1, Notify.Answer.stored(seq: 12, isDuplicate: false))]]
        tool.input = Array("two\nlines\n".utf8)
        let code = tool.run(
            "send", "ci.run", "failed", "--key", "k", "-t", "title", "-b", "-", "-p", "branch=main", "--param=n=1=2",
            "--priority", "high")
        #expect(code == 0)
        #expect(tool.printed == "seq 12\n")
        #expect(
            tool.calls == [
                #"notify {"kind":"ci.run","state":"failed","key":"k","title":"title","body":"two\nlines","#
                    + #""params":{"branch":"main","n":"1=2"},"priority":"high"}"#
            ])
    }

    @Test func send_TakesTimesLinksAndArrivals() {
        tool.answers = [[Sample.answer(1, Notify.Answer.stored(seq: 13, isDuplicate: true))]]
        #expect(tool.run("send", "a", "b", "--ttl", "60", "--link", "deeplink://jobs/1", "--arrive", "jump") == 0)
        #expect(tool.printed == "seq 13 (duplicate)\n")
        #expect(
            tool.calls == [
                #"notify {"kind":"a","state":"b","ttl_seconds":60,"link":"deeplink://jobs/1","arrive":"jump"}"#
            ])
    }

    @Test func dryRun_PrintsWhereItWouldLead() {
        tool.answers = [[Sample.answer(1, Notify.Answer.wouldBe(cell: nil, route: Sample.fallback))]]
        #expect(tool.run("send", "a", "b", "--dry-run") == 0)
        #expect(
            tool.printed == """
                cell  a new one
                link  deeplink://messages/cells/9
                path  messages: cells › cells/9
                why   fallback: no rule for a b

                No rule fits. This one would, in a file of routes.d:

                    [[cell]]
                    kind = "a"

                """)
    }

    @Test(arguments: ["x", "=v", "a=1 a=2"])
    func badParam_IsRefusedHere(words: String) {
        let parts = words.split(separator: " ").map(String.init)
        #expect(tool.run(["send", "k", "s"] + parts.flatMap { ["-p", $0] }) == 2)
    }

    @Test func bodyTooLongOrNoText_IsRefusedHere() {
        tool.input = [UInt8](repeating: 65, count: EventLimits.body + 1)
        #expect(tool.run("send", "k", "s", "-b", "-") == 2)
        #expect(tool.complained.contains("longer than \(EventLimits.body) bytes"))
        #expect(tool.run("send", "k", "s", "-b", String(repeating: "A", count: EventLimits.body + 1)) == 2)
        tool.input = [0xff, 0xfe]
        #expect(tool.run("send", "k", "s", "-b", "-") == 2)
        #expect(tool.complained.contains("no UTF-8"))
    }
}
