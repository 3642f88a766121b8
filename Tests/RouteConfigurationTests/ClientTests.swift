// `deeplink.toml`: what the client may put before a command of another machine.
import Posix
import RouteConfiguration
import Routing
import Testing

@Suite struct ClientTests {
    private func lint(_ text: String) throws -> [String] {
        let directory = try TableDirectory()
        try directory.write("deeplink.toml", text)
        return directory.short(ClientLoader.check(file: directory.file("deeplink.toml")).map(\.description))
    }

    @Test(arguments: [
        ("version = 1\n[host.web1]\nprefix = [\"ssh\", \"web1\", \"--\"]\n", []),
        ("version = 1\n[host.\"web1.example.org\"]\nprefix = [\"ssh\", \"w\"]\n", []),
        ("", ["deeplink.toml:1:1: deeplink.toml has no version: write version = 1 at the top"]),
        (
            "version = 1\n[host.web1]\n",
            [
                "deeplink.toml:2:1: [host.web1] has no prefix: say how to reach its shell: prefix = [\"ssh\", \"web1\", \"--\"]"
            ]
        ),
        (
            "version = 1\n[host.web1]\nprefix = \"ssh web1\"\n",
            ["deeplink.toml:3:10: prefix must be a list of texts, not a text: write prefix = [\"…\"]"]
        ),
        (
            "version = 1\n[host.web1]\nprefx = [\"ssh\"]\nprefix = [\"ssh\"]\n",
            ["deeplink.toml:3:1: unknown field prefx in [host.web1]: did you mean prefix?"]
        ),
        (
            "version = 1\n[host.\"a b\"]\nprefix = [\"ssh\"]\n",
            [
                "deeplink.toml:2:1: \"a b\" is no name of a machine: "
                    + "write what hostname prints there, in quotes if it has dots: [host.\"web1.example\"]"
            ]
        ),
        (
            "version = 1\n[host.a]\nprefix = [\"ssh\"]\nsocket = \"a.sock\"\n",
            ["deeplink.toml:4:10: socket is no absolute path: write what deeplink --remote is given"]
        ),
        ("version = 1\n[hots.a]\n", ["deeplink.toml:2:2: unknown field hots in deeplink.toml: did you mean host?"]),
    ])
    func file_IsJudged(text: String, findings: [String]) throws {
        #expect(try lint(text) == findings)
    }

    @Test func higherDirectory_WinsForEachMachine() throws {
        let (mine, theirs) = (try TableDirectory(), try TableDirectory())
        try write("version = 1\n[host.a]\nprefix = [\"mine\"]\n", mine)
        try write("version = 1\n[host.a]\nprefix = [\"theirs\"]\n[host.b]\nprefix = [\"theirs\"]\n", theirs)
        let loaded = ClientLoader(
            directories: [mine.path, theirs.path], trustedUIDs: [Environment.system.uid]
        ).load()
        #expect(loaded.findings == [])
        #expect(loaded.configuration.hosts.mapValues(\.prefix) == ["a": ["mine"], "b": ["theirs"]])
        for directory in [mine, theirs] { try Files.unlink("\(directory.path)/deeplink.toml") }
    }

    /// Whoever else can write it could make the client run what they like.
    @Test func fileThatOthersMayWrite_IsNotBelieved() throws {
        let directory = try TableDirectory()
        let path = "\(directory.path)/deeplink.toml"
        try Files.writeAtomically(Array("version = 1\n[host.a]\nprefix = [\"x\"]\n".utf8), to: path, mode: 0o666)
        _ = try ChildProcess.spawn(ChildProcess.Command(["chmod", "666", path])).wait()
        let loaded = ClientLoader(directories: [directory.path], trustedUIDs: [Environment.system.uid]).load()
        #expect(loaded.configuration.hosts == [:])
        #expect(loaded.findings.map(\.what) == ["others than its owner may write to it"])
        try Files.unlink(path)
    }

    private func write(_ text: String, _ directory: TableDirectory) throws {
        try Files.writeAtomically(Array(text.utf8), to: "\(directory.path)/deeplink.toml", mode: 0o644)
    }
}
