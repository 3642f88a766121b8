// Each fault of a table file, word for word: `file:line:column: what: what to do`. Most have one finding; where a part
// had to be left out, what that leaves open is said too.
import RouteConfiguration
import Routing
import Testing

private func lint(_ texts: [String: String]) throws -> [String] {
    let directory = try TableDirectory()
    for (name, text) in texts { try directory.write(name, text) }
    let files = texts.keys.sorted().map(directory.file)
    return directory.short(TableLoader.check(files: files).map(\.description))
}

/// A screen of the built-in tab with one line more.
private func screen(_ line: String) -> String {
    "version = 1\n[[screen]]\ntab = \"messages\"\npath = \"a\"\n\(line)\n"
}

private let tab = """
    version = 1
    [[tab]]
    id = "a"
    root = "list"
    [[screen]]
    tab = "a"
    path = "list"
    command = ["ls"]

    """

@Suite struct LintTests {
    @Test(arguments: [
        ("", "t.toml:1:1: a table file has no version: write version = 1 at the top"),
        (
            "version = 2\n[[tab]]\n",
            "t.toml:1:11: version 2 of the table format is not known here: "
                + "write version = 1, or update deeplinkd; the file is skipped"
        ),
        ("version = \"1\"\n", "t.toml:1:11: version must be a whole number, not a text: write version = 1"),
        (
            "version = 1\nversion = 1\n",
            "t.toml:2:11: this is no TOML: key-value pair: cannot redefine existing integer 'version': "
                + "correct it; the file is skipped"
        ),
        (
            "version = 1\nlayers = 2\n",
            "t.toml:2:1: unknown field layers in a table file: known are: version, tab, screen, cell, fallback, tabs"
        ),
        ("version = 1\n[[screeen]]\n", "t.toml:2:3: unknown field screeen in a table file: did you mean screen?"),
        (
            "version = 1\n[tab]\nid = \"a\"\n",
            "t.toml:2:1: tab must be a list of tables, not a table: write [[tab]]"
        ),
        (
            "version = 1\ntab = [1]\n",
            "t.toml:2:8: tab must be a list of tables, not a whole number: write [[tab]]"
        ),
        ("version = 1\n[[fallback]]\n", "t.toml:2:1: fallback must be a table, not a list: write [fallback]"),
        ("version = 1\n[fallback]\n", "t.toml:2:1: [fallback] has no tab: name the tab: tab = \"…\""),
    ])
    func file_IsJudged(text: String, finding: String) throws {
        #expect(try lint(["t.toml": text]) == [finding])
    }

    @Test(arguments: [
        ("titel = \"A\"", "t.toml:9:1: unknown field titel in [[tab]]: did you mean title?"),
        ("digit = 1", "t.toml:9:1: unknown field digit in [[tab]]: known are: id, root, title, order"),
        ("order = 1.5", "t.toml:9:9: order must be a whole number, not a fraction: write order = 1"),
        ("title = true", "t.toml:9:9: title must be a text, not true or false: write title = \"…\""),
        ("title = 1979-05-27", "t.toml:9:9: title must be a text, not a date: write title = \"…\""),
    ])
    func tab_IsJudgedAndKept(line: String, finding: String) throws {
        let directory = try TableDirectory()
        try directory.write(
            "t.toml",
            "version = 1\n[[screen]]\ntab = \"a\"\npath = \"list\"\ncommand = [\"ls\"]\n[[tab]]\nid = \"a\"\n"
                + "root = \"list\"\n\(line)\n")
        let loaded = TableLoader(directories: [directory.path], trustedUIDs: []).load()
        #expect(directory.short(loaded.findings.map(\.description)) == [finding])
        #expect(loaded.table.factory.tab("a") != nil)
        #expect(!loaded.isWhole)
    }

    @Test(arguments: [
        (
            "version = 1\n[[tab]]\nroot = \"a\"\n",
            ["t.toml:2:1: [[tab]] has no id: name the tab: id = \"…\""]
        ),
        (
            "version = 1\n[[tab]]\nid = \"a\"\nroot = 7\n",
            ["t.toml:4:8: root must be a text, not a whole number: write root = \"…\""]
        ),
        (
            "version = 1\n[[tab]]\nid = \"a\"\n",
            ["t.toml:2:1: [[tab]] has no root: name the path of its first screen: root = \"…\""]
        ),
    ])
    func tabWithoutItsEssentials_IsLeftOut(text: String, findings: [String]) throws {
        #expect(try lint(["t.toml": text]) == findings)
    }

    @Test(arguments: [
        (
            "",
            "t.toml:2:1: nothing says what the screen shows: "
                + "add command = […] or content = \"cells\", \"cell\" or \"output\""
        ),
        ("command = []", "t.toml:5:11: command is empty: write command = [\"…\"]"),
        ("command = \"ls\"", "t.toml:5:11: command must be a list of texts, not a text: write command = [\"…\"]"),
        (
            "command = [\"ls\", 1]",
            "t.toml:5:18: command must hold texts only, not a whole number: write command = [\"…\"]"
        ),
        (
            "command = [\"l\\u0000s\"]",
            "t.toml:5:12: command holds a NUL, which no path or argument can: drop \\u0000"
        ),
        (
            "content = \"command\"",
            "t.toml:5:11: content = \"command\" is not known: write one of: \"cells\", \"cell\", \"output\""
        ),
        (
            "command = [\"ls\"]\ncontent = \"cells\"",
            "t.toml:6:11: the screen has both command and content: keep one of the two"
        ),
        (
            "content = \"cells\"\ntabs = [\"messages\"]",
            "t.toml:6:8: the screen has both tab and tabs: keep one of the two"
        ),
        (
            "content = \"cells\"\nrefresh = \"1m\"",
            "t.toml:6:11: refresh is for screens with a command; this one follows its cells by itself: drop it"
        ),
        ("content = \"cells\"\npaht = 1", "t.toml:6:1: unknown field paht in [[screen]]: did you mean path?"),
        (
            "command = [\"less\", \"--\", \"{run}\"]",
            "t.toml:5:26: {run} is used but path a does not capture it: add :run to the path or drop {run}"
        ),
    ])
    func screen_IsJudged(line: String, finding: String) throws {
        #expect(try lint(["t.toml": screen(line)]) == [finding])
    }

    @Test(arguments: ["5 s", "0s", "2h", "3601s", "05s", "-1s", "5", "s", "", "1.5m", "61m", "99999999999s"])
    func refreshOutsideItsBounds_IsRefused(text: String) throws {
        #expect(
            try lint(["t.toml": screen("command = [\"ls\"]\nrefresh = \"\(text)\"")]) == [
                "t.toml:6:11: \"\(text)\" is no time to wait from 1 s to 1 h: write a number and s, m or h: \"5s\""
            ])
    }

    @Test(arguments: [
        ("state = \"*\"", "t.toml:2:1: [[cell]] has no kind: say which cells it is for: kind = \"…\""),
        (
            "kind = \"a\"\ntab = \"messages\"\nstack = \"replace\"",
            "t.toml:5:9: stack = \"replace\" is not known: write one of: \"rebuild\", \"append\""
        ),
        (
            "kind = \"a\"\ntab = \"messages\"\nallow_jump = 1",
            "t.toml:5:14: allow_jump must be true or false, not a whole number: write allow_jump = true"
        ),
        (
            "kind = \"a\"\ntab = \"messages\"\nwhere = 1",
            "t.toml:5:1: unknown field where in [[cell]]: did you mean when?"
        ),
        (
            "kind = \"a\"\ntab = \"messages\"\nif = { branch = \"main\" }",
            "t.toml:5:1: unknown field if in [[cell]]: known are: "
                + "kind, state, when, tab, path, stack, over_modal, priority, mute, allow_jump"
        ),
        (
            "kind = \"a\"\ntab = \"messages\"\nwhen = \"main\"",
            "t.toml:5:8: when must be a table, not a text: write when = { name = \"…\" }"
        ),
        (
            "kind = \"a\"\ntab = \"messages\"\nwhen = { x = 1.5 }",
            "t.toml:5:14: when compares texts, whole numbers, true and false, not a fraction: "
                + "write it as the event sends it: x = \"…\""
        ),
        (
            "kind = \"a\"\ntab = \"messages\"\nwhen = { \"\" = 1 }",
            "t.toml:5:15: no event can have a param \"\": a param's name has 1 to 64 bytes"
        ),
        (
            "kind = \"a\"\ntab = \"messages\"\nover_modal = \"wait\"",
            "t.toml:5:14: over_modal = \"wait\" is not known: write one of: \"queue\", \"banner\", \"close\""
        ),
        (
            "kind = \"a\"\ntab = \"messages\"\npriority = \"loud\"",
            "t.toml:5:12: priority = \"loud\" is not known: "
                + "write one of: \"low\", \"normal\", \"high\", \"urgent\""
        ),
        (
            "kind = \"a\"\ntab = \"messages\"\nmute = \"yes\"",
            "t.toml:5:8: mute must be true or false, not a text: write mute = true"
        ),
        ("kind = \"a\"\ntab = 1", "t.toml:4:7: tab must be a text, not a whole number: write tab = \"…\""),
        (
            "kind = \"a\"\ntab = \"messages\"\npath = \"runs/{run}\"",
            "t.toml:5:8: the path leads to no screen: tab messages has none that runs/{run} could match: "
                + "add [[screen]] with path = \"runs/:run\""
        ),
    ])
    func rule_IsJudged(lines: String, finding: String) throws {
        #expect(try lint(["t.toml": "version = 1\n[[cell]]\n\(lines)\n"]) == [finding])
    }

    @Test func ruleWithUnknownCondition_IsNotWidened() throws {
        let directory = try TableDirectory()
        try directory.write(
            "t.toml", "version = 1\n[[cell]]\nkind = \"a\"\ntab = \"messages\"\nif = { branch = \"main\" }\n")
        #expect(TableLoader(directories: [directory.path], trustedUIDs: []).load().table.rules.isEmpty)
    }

    /// What leads to a part that cannot be used, or what it was to lead to, is no finding of its own.
    @Test(arguments: [
        ("screen", "colour = 1", "t.toml:13:1: unknown field colour in [[screen]]"),
        ("cell", "colour = 1", "t.toml:17:1: unknown field colour in [[cell]]"),
    ])
    func unknownField_IsOneFinding(part: String, line: String, finding: String) throws {
        let parts = [
            ("tab", "id = \"a\"\nroot = \"list\""), ("screen", "tab = \"a\"\npath = \"list\"\ncontent = \"cells\""),
            ("screen", "tab = \"a\"\npath = \"x\"\ncontent = \"cells\""),
            ("cell", "kind = \"k\"\ntab = \"a\"\npath = \"x\""),
        ]
        var text = "version = 1\n"
        for (index, (name, lines)) in parts.enumerated() {
            text += "[[\(name)]]\n\(lines)\n\(name == part && index > 1 ? line + "\n" : "")"
        }
        let findings = try lint(["t.toml": text])
        #expect(findings.count == 1 && findings[0].hasPrefix(finding), "\(findings)")
    }

    @Test func faultsInSeveralFiles_NameBothPlaces() throws {
        let rule = "version = 1\n[[cell]]\nkind = \"a\"\nstate = \"*\"\ntab = \"messages\"\n"
        let fallback = "version = 1\n[fallback]\ntab = \"a\"\n"
        #expect(
            try lint(["a.toml": rule, "b.toml": rule]) == [
                "b.toml:3:8: tie with the rule at a.toml:3:8: both hold for a cell of kind a in state new: "
                    + "keep one of the two; both are off until then"
            ])
        #expect(
            try lint(["a.toml": tab, "b.toml": fallback, "c.toml": fallback]) == [
                "c.toml:3:7: the fallback is declared at b.toml:3:7 already: keep one of the two"
            ])
    }

    @Test func screenOfTheBuiltInTab_NeedsThatTab() throws {
        let fallback = "[fallback]\ntab = \"a\"\n"
        #expect(
            try lint(["a.toml": tab + fallback, "b.toml": screen("content = \"cells\"")]) == [
                "b.toml:3:7: screen a is in tab messages, which is not declared: "
                    + "declare it with [[tab]] id = \"messages\""
            ])
        #expect(try lint(["a.toml": tab, "b.toml": screen("content = \"cells\"")]) == [])
    }

    @Test func findings_StandInTheOrderOfFilesAndLines() throws {
        let text = screen("order = 1\ncommand = 2") + "[[cell]]\nkind = \"a b\"\ntab = \"messages\"\n[[tab]]\nx = 1\n"
        let lines = try lint(["a.toml": text, "b.toml": "version = [\n"]).map { $0.prefix(8) }
        #expect(lines == ["a.toml:5", "a.toml:6", "a.toml:8", "a.toml:1", "a.toml:1", "a.toml:1", "b.toml:1"])
    }

    @Test func wholeTable_HasNoFindings() throws {
        #expect(try lint(["t.toml": tab]).isEmpty)
    }
}
