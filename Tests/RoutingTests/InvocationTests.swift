import Routing
import Testing

/// A command with the values at hand: what a link may bring into it, and what not.
struct InvocationTests {
    private static func at<Value>(_ value: Value) -> Sourced<Value> {
        Sourced(value, at: SourcePosition(file: "t.toml", line: 3, column: 1))
    }

    private static func sketch(
        _ command: [String], path: String = "r/:x", query: [String] = [], plain: [String] = [],
        directory: String? = nil,
        environment: [String: String] = [:]
    ) -> TableSketch {
        TableSketch().tab("t", root: "r").screen("t", path: "r").screen("t", path: path, command: command, query: query)
        {
            $0.plain = plain.map(at)
            $0.directory = directory.map(at)
            $0.environment = environment.mapValues(at)
        }.rule("k", tab: "t")
    }

    private static func invocation(_ sketch: TableSketch, _ path: String) throws -> Invocation? {
        #expect(sketch.findings == [])
        return try sketch.table.factory.tab("t")?.screen(at: try ScreenPath(parsing: path))?.invocation()
    }

    @Test(arguments: [
        (["git", "-C", "{x}", "show", "{x}"], ["git", "-C", "v1.0", "show", "v1.0"]),
        (["less", "{x}.log"], ["less", "v1.0.log"]),
    ])
    func plainValue_MayStandWhereOptionsAreRead(command: [String], arguments: [String]) throws {
        let sketch = Self.sketch(command, plain: ["x"])
        #expect(try Self.invocation(sketch, "r/v1.0")?.arguments == arguments)
    }

    @Test(arguments: ["-rf", "--upload-pack=id", "-", "+!id"])
    func plainValueThatCouldBeAnOption_IsNotRun(value: String) throws {
        let sketch = Self.sketch(["git", "show", "{x}"], plain: ["x"])
        let encoded = try ScreenPath(segments: ["r", value]).description
        #expect(throws: InvocationFailure.option(name: "x", value: value)) { try Self.invocation(sketch, encoded) }
    }

    /// An empty query value would make the next argument the program's first.
    @Test func plainValueThatIsEmpty_IsNotRun() throws {
        let sketch = Self.sketch(["git", "show", "{q}"], query: ["q"], plain: ["q"])
        #expect(throws: InvocationFailure.option(name: "q", value: "")) { try Self.invocation(sketch, "r/a?q=") }
        #expect(try Self.invocation(sketch, "r/a")?.arguments == ["git", "show"])
    }

    /// The client judges again what lint let through: here a table that no lint has seen.
    @Test func valueWithoutAPlainDeclaration_IsNotRunEither() throws {
        let tab = Tab(
            id: "t", title: "T", root: try ScreenPath(parsing: "r"),
            screens: [
                Screen(
                    pattern: try PathPattern(parsing: "r/:x"), title: try Template(parsing: ""), content: .command,
                    command: [try Template(parsing: "show"), try Template(parsing: "{x}")])
            ])
        let match = tab.screen(at: try ScreenPath(parsing: "r/a"))
        #expect(throws: InvocationFailure.option(name: "x", value: "{x}")) { try match?.invocation() }
    }

    @Test func directory_IsBelowTheOneThatTheTableNames() throws {
        let sketch = Self.sketch(["ls"], directory: "/srv/{x}/src")
        #expect(try Self.invocation(sketch, "r/site")?.directory == "/srv/site/src")
        for value in ["..%2F..%2Fetc", "a%2Fb", "%2Fetc"] {
            #expect(throws: InvocationFailure.self) { try Self.invocation(sketch, "r/\(value)") }
        }
        let below = Self.sketch(["ls"], path: "r/*", directory: "~/src/{*}")
        #expect(try Self.invocation(below, "r/a/b")?.directory == "~/src/a/b")
        #expect(throws: InvocationFailure.self) { try Self.invocation(below, "r/a%2F..%2F..%2F../b") }
    }

    @Test func environment_HasWholeValues() throws {
        let sketch = Self.sketch(["ls"], query: ["q"], environment: ["A": "{x}=b c", "B": "{q}", "PATH": "/bin"])
        let invocation = try Self.invocation(sketch, "r/$(id)")
        #expect(invocation?.environment.map { "\($0.name)=\($0.value)" } == ["A=$(id)=b c", "PATH=/bin"])
    }

    @Test(arguments: [
        ("LD_PRELOAD", true), ("ld_preload", true), ("PATH", true), ("MANPATH", true), ("GIT_DIR", true),
        ("BASH_ENV", true), ("NODE_OPTIONS", true), ("LESSOPEN", true), ("HTTP_PROXY", true), ("PERL5LIB", true),
        ("GH_REPO", false), ("REVISION", false), ("LANG", false),
    ])
    func variableThatSteersPrograms_TakesNoValue(name: String, isRefused: Bool) {
        let findings = Self.sketch(["ls"], environment: [name: "a{x}"]).findings
        #expect(findings.count == (isRefused ? 1 : 0), "\(findings)")
        #expect(Self.sketch(["ls"], environment: [name: "literal"]).findings == [])
    }

    @Test(arguments: [
        (
            Self.sketch(["ls"], directory: "{x}"),
            "{x} would choose any directory: begin with one of yours: directory = \"~/src/{x}\""
        ),
        (
            Self.sketch(["ls"], directory: "/{x}"),
            "{x} would choose any directory: name one of yours before it: directory = \"/srv/{x}\""
        ),
        (
            Self.sketch(["ls"], directory: "src"),
            "directory \"src\" depends on where the client was started: begin it with / or ~/"
        ),
        (Self.sketch(["ls"], directory: ""), "directory is empty: drop it, or write a directory"),
        (
            Self.sketch(["ls"], query: ["q"], directory: "/srv/{q}"),
            "{q} is used but path r/:x does not capture it: add :q to the path or drop {q}"
        ),
        (
            Self.sketch(["ls"], environment: ["A-B": "c"]),
            "\"A-B\" is no variable: a name is 1 to 64 of letters, digits and _, not starting with a digit: correct the name"
        ),
        (
            Self.sketch(["ls"], plain: ["y"]),
            "plain names y, which path r/:x does not capture: name captures and query keys of this screen"
        ),
    ])
    func mannerThatCannotBe_IsAnError(sketch: TableSketch, text: String) {
        #expect(sketch.findings == ["t.toml:3:1: \(text)"])
    }
}
