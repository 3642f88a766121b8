import Posix
import Testing

extension Option {
    fileprivate static let key = Option("key", short: "k", argument: "KEY", help: "which cell of that kind")
    fileprivate static let param = Option("param", short: "p", argument: "NAME=VALUE", help: "a value for the path")
    fileprivate static let min = Option("min", argument: "SECONDS", help: "say nothing if it ends sooner")
    fileprivate static let dryRun = Option("dry-run", short: "n", help: "store nothing and print where it would lead")
    fileprivate static let json = Option("json", help: "print JSON")
    fileprivate static let jsonLines = Option("json-lines", help: "print a JSON document on each line")
}

struct OptionsTests {
    let table = Options(
        program: "tool send", operands: "KIND STATE", summary: "Says what happened.",
        options: [.key, .param, .min, .dryRun, .json, .jsonLines, .help])

    @Test func everyFormOfAnOption_IsUnderstood() throws {
        let words = ["--key=a", "-n", "kind", "-pX=1", "-p", "Y=2", "--param", "Z=3", "state", "--js=", "--", "-x"]
        let parsed = try table.parse(words.filter { $0 != "--js=" })
        #expect(parsed.value(.key) == "a")
        #expect(parsed.values(.param) == ["X=1", "Y=2", "Z=3"])
        #expect(parsed.has(.dryRun))
        #expect(!parsed.has(.json))
        #expect(parsed.value(.min) == nil)
        #expect(parsed.operands == ["kind", "state", "-x"])
    }

    @Test func bundledAndShortenedOptions_Work() throws {
        let parsed = try table.parse(["-nk", "v", "--dry", "--pa=A=", "--min", "-5"])
        #expect(parsed.value(.key) == "v")
        #expect(parsed.values(.param) == ["A="])
        #expect(parsed.value(.min) == "-5")
        #expect(try table.parse(["--key", "1", "--key", "2"]).value(.key) == "2")
        #expect(try table.parse(["--json"]).has(.json))
    }

    @Test func emptyAndOddWords_AreOperands() throws {
        #expect(try table.parse([]).operands == [])
        #expect(try table.parse(["", "-", "a b", "é"]).operands == ["", "-", "a b", "é"])
        #expect(try table.parse(["--key="]).value(.key)?.isEmpty == true)
    }

    @Test(
        arguments: [
            (["--kye=1"], "unknown option '--kye'"),
            (["kind", "--nope", "state"], "unknown option '--nope'"),
            (["-x"], "unknown option '-x'"),
            (["-nx"], "unknown option '-x'"),
            (["-né"], "unknown option '-?'"),
            (["--jso"], "option '--jso' could be '--json' or '--json-lines'"),
            (["a", "--key"], "option '--key' needs its argument KEY"),
            (["-k"], "option '-k' needs its argument KEY"),
            (["--dry-run=yes"], "option '--dry-run' takes no argument"),
            (["a\0b"], "a NUL byte in 'a…'"),
        ] as [([String], String)])
    func mistake_NamesTheWord(words: [String], message: String) {
        let error = #expect(throws: OptionError.self) { try table.parse(words) }
        #expect(error?.message == message)
        #expect(error?.description == "tool send: \(message)\nTry 'tool send --help'.")
    }

    @Test func stoppingAtTheFirstOperand_LeavesTheRestAlone() throws {
        let run = Options(
            program: "tool run", summary: "Runs a command.", options: [.key, .help], stopsAtFirstOperand: true)
        #expect(try run.parse(["-k", "x", "ls", "-l", "--key"]).operands == ["ls", "-l", "--key"])
        #expect(try run.parse(["--", "-k"]).operands == ["-k"])
        #expect(try run.parse(["ls", "--", "-l"]).operands == ["ls", "--", "-l"])
    }

    @Test func numbers_AreCheckedAgainstTheirRange() throws {
        #expect(try table.parse(["--min=5"]).number(.min, in: 0...10) == 5)
        #expect(try table.parse([]).number(.min, in: 0...10) == nil)
        for text in ["11", "-1", "x", "", "5s", "99999999999999999999"] {
            let parsed = try table.parse(["--min=\(text)"])
            let error = #expect(throws: OptionError.self) { try parsed.number(.min, in: 0...10) }
            #expect(error?.message == "'\(text)' for '--min': expected a whole number from 0 to 10")
        }
    }

    @Test func commands_AreFoundOrNamed() throws {
        let tool = Options(
            program: "tool", operands: "COMMAND", summary: "", options: [.help],
            commands: [Options.Command("send", help: "say what happened")], stopsAtFirstOperand: true)
        #expect(try tool.command(in: try tool.parse(["send", "--x"])).name == "send")
        let unknown = #expect(throws: OptionError.self) { try tool.command(in: try tool.parse(["sned"])) }
        #expect(unknown?.fault == .unknownCommand(word: "sned"))
        let missing = #expect(throws: OptionError.self) { try tool.command(in: try tool.parse([])) }
        #expect(missing?.fault == .missingCommand)
    }

    @Test func help_IsLaidOutFromTheTable() {
        let tool = Options(
            program: "tool", operands: "COMMAND", summary: "Does things.\nAnd others.",
            options: [
                .key, .json,
                Option("a-rather-long-option-name", argument: "ARGUMENT", help: "its help stands below it"),
                Option(
                    "w", short: "w",
                    help: "a help text that is so long that it has to be broken in two to fit the width"),
            ],
            commands: [Options.Command("send", help: "say what happened"), Options.Command("list", help: "list cells")])
        #expect(
            tool.help == """
                Usage: tool [OPTION]... COMMAND

                Does things.
                And others.

                Commands:
                  send  say what happened
                  list  list cells

                Options:
                  -k, --key=KEY  which cell of that kind
                      --json     print JSON
                      --a-rather-long-option-name=ARGUMENT
                                 its help stands below it
                  -w, --w        a help text that is so long that it has to be broken in two to
                                 fit the width

                """)
    }

    @Test func parallelParses_DoNotDisturbEachOther() async throws {
        let table = table
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let words = (0..<50).flatMap { ["-p", "\(number)=\($0)", "w\($0)"] }
                    let parsed = try? table.parse(words)
                    return parsed?.values(.param).count == 50 && parsed?.operands.count == 50
                }
            }
            for await isWhole in group { #expect(isWhole) }
        }
    }
}
