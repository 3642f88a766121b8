import Routing
import TestSupport
import Testing

struct PathPatternTests {
    @Test(arguments: [
        "runs", "runs/:run/log", "runs/:run(int)", "files/*", "*", ":a", "a%2Fb/:c", "caf%C3%A9", "%7Bx%7D", "%3Ax",
        "%2A", "a:b", "a*b", "runs/:_x9",
    ])
    func canonicalPattern_PrintsBack(text: String) throws {
        #expect(try PathPattern(parsing: text).description == text)
    }

    @Test func literalThatLooksLikeACapture_StaysALiteral() throws {
        #expect(try PathPattern(parsing: "%3Ax/%2A").segments == [.literal(":x"), .literal("*")])
    }

    static let refused: [(String, String)] = [
        ("", "a path segment is empty"), ("/runs", "a path segment is empty"), ("runs/", "a path segment is empty"),
        ("a//b", "a path segment is empty"), ("a/..", "a path segment is . or .."),
        ("a/%2e", "a path segment is . or .."), ("100%", "a % is not followed by two hexadecimal digits"),
        ("%FF", "a path segment is not UTF-8"), ("%00", "a path segment holds a NUL"),
        (Array(repeating: "a", count: 33).joined(separator: "/"), "a path has more than 32 segments"),
        (
            ":",
            "\":\" is no capture: a name is 1 to 64 of letters, digits and _, not starting with a digit, optionally followed by (int)"
        ),
        (
            ":1a",
            "\":1a\" is no capture: a name is 1 to 64 of letters, digits and _, not starting with a digit, optionally followed by (int)"
        ),
        (
            ":a-b",
            "\":a-b\" is no capture: a name is 1 to 64 of letters, digits and _, not starting with a digit, optionally followed by (int)"
        ),
        (
            ":a(text)",
            "\":a(text)\" is no capture: a name is 1 to 64 of letters, digits and _, not starting with a digit, optionally followed by (int)"
        ),
        (":a/:a", "\":a\" is captured twice"), (":a/:a(int)", "\":a\" is captured twice"),
        ("*/a", "* may only be the last segment"), ("a/*/*", "* may only be the last segment"),
        ("runs/{run}", "a screen's path captures with :name; {name} is for a rule's path, titles and commands"),
        ("a}", "a screen's path captures with :name; {name} is for a rule's path, titles and commands"),
    ]

    @Test(arguments: refused)
    func strangePattern_IsRefusedWithAReason(text: String, reason: String) {
        #expect { try PathPattern(parsing: text) } throws: { "\($0)" == reason }
    }

    @Test func generatedTexts_AreRefusedOrPrintWhatParsesTheSame() throws {
        var random = SplitMix64(seed: 15)
        var accepted = 0
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 1...3, using: &random))
                .map { _ in random.pick([":a", ":b(int)", "*", "%3A", "%2A", ""]) + random.text(0...3) }
                .joined(separator: "/")
            do {
                let pattern = try PathPattern(parsing: text)
                #expect(try PathPattern(parsing: pattern.description) == pattern, "\(text)")
                accepted += 1
            } catch {
                continue
            }
        }
        #expect(accepted > 500)
    }

    static let matches: [(String, String, [String: String]?)] = [
        ("runs", "runs", [:]), ("runs", "run", nil), ("runs", "runs/1", nil),
        ("runs/:run", "runs/7", ["run": "7"]), ("runs/:run", "runs", nil),
        ("runs/:run", "runs/a%2Fb", ["run": "a/b"]),
        ("runs/:n(int)", "runs/-007", ["n": "-007"]), ("runs/:n(int)", "runs/7a", nil), ("runs/:n(int)", "runs/-", nil),
        ("runs/:n(int)", "runs/%D9%A3", nil),
        ("runs/:n(int)", "runs/" + String(repeating: "9", count: 900), ["n": String(repeating: "9", count: 900)]),
        ("files/*", "files/a/b%20c", ["*": "a/b c"]), ("files/*", "files", nil),
    ]

    @Test(arguments: matches)
    func pattern_CapturesOrNot(pattern: String, path: String, captures: [String: String]?) throws {
        #expect(try PathPattern(parsing: pattern).captures(of: ScreenPath(parsing: path)) == captures)
    }
}

struct TemplateTests {
    @Test(arguments: ["", "plain", "Run {run}", "{a}{b}", "{{x}}", "{*}", "a}}b{{", "--name={x}"])
    func template_PrintsBack(text: String) throws {
        #expect(try Template(parsing: text).description == text)
    }

    @Test(arguments: [
        ("{", "a { has no }; write {{ for a brace"), ("a{b", "a { has no }; write {{ for a brace"),
        ("}", "a } has no {; write }} for a brace"), ("{a}}", "a } has no {; write }} for a brace"),
        ("{}", "\"{}\" is no place: a name is 1 to 64 of letters, digits and _, not starting with a digit"),
        ("{a b}", "\"{a b}\" is no place: a name is 1 to 64 of letters, digits and _, not starting with a digit"),
        ("{1}", "\"{1}\" is no place: a name is 1 to 64 of letters, digits and _, not starting with a digit"),
    ])
    func strangeTemplate_IsRefusedWithAReason(text: String, reason: String) {
        #expect { try Template(parsing: text) } throws: { "\($0)" == reason }
    }

    @Test func bracesBeforeCombiningMarks_AreStillBraces() throws {
        let template = try Template(parsing: "{x}\u{301}")
        #expect(template.names == ["x"])
        #expect(try template.filled { _ in "a" } == "a\u{301}")
    }

    @Test func values_AreNotReadAgain() throws {
        let template = try Template(parsing: "{a}-{b}-{a}")
        #expect(template.names == ["a", "b"])
        #expect(try template.filled { ["a": "{b}", "b": "}}"][$0] } == "{b}-}}-{b}")
    }

    @Test func missingValue_IsNamed() throws {
        let template = try Template(parsing: "{a}{b}")
        #expect(throws: Template.MissingValue.self) { try template.filled { $0 == "a" ? "x" : nil } }
    }
}

struct PathTemplateTests {
    @Test(arguments: ["runs", "runs/{run}/log", "a%2Fb/{c}", "v{x}.{y}", "%7Bx%7D"])
    func template_PrintsBack(text: String) throws {
        #expect(try PathTemplate(parsing: text).description == text)
    }

    @Test func generatedTexts_AreRefusedOrPrintWhatParsesTheSame() throws {
        var random = SplitMix64(seed: 16)
        var accepted = 0
        for _ in 0..<5_000 {
            let text =
                random.pick(["{a}", "x", "{{", "%7B", ""]) + random.text(0...4) + random.pick(["{b}", "}}", ""])
            do {
                let template = try PathTemplate(parsing: text)
                #expect(try PathTemplate(parsing: template.description) == template, "\(text)")
                accepted += 1
            } catch {
                continue
            }
        }
        #expect(accepted > 500)
    }

    @Test(arguments: [
        ("", "a path segment is empty"), ("a//b", "a path segment is empty"), ("/a", "a path segment is empty"),
        ("a/../b", "a path segment is . or .."), ("a/%2e", "a path segment is . or .."),
        ("a%00", "a path segment holds a NUL"), ("a%00{b}", "a path segment holds a NUL"),
        ("%zz", "a % is not followed by two hexadecimal digits"),
        ("%C3{x}%A9", "a path segment is not UTF-8"),
        (Array(repeating: "a", count: 33).joined(separator: "/"), "a path has more than 32 segments"),
        ("a/{*}", "\"{*}\" is no place: a name is 1 to 64 of letters, digits and _, not starting with a digit"),
        ("a/{b/c}", "a { has no }; write {{ for a brace"),
    ])
    func strangePath_IsRefusedWithAReason(text: String, reason: String) {
        #expect { try PathTemplate(parsing: text) } throws: { "\($0)" == reason }
    }
}
