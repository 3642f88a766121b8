// Whose files are believed. A table names commands, and the client runs them.
import Posix
import RouteConfiguration
import Routing
import Testing

private let table = "version = 1\n[[cell]]\nkind = \"a\"\nstate = \"*\"\ntab = \"messages\"\n"

private func loaded(_ directory: TableDirectory) -> LoadedTable {
    TableLoader(directories: [directory.path], trustedUIDs: [Environment.system.uid]).load()
}

@Suite struct TrustTests {
    @Test(arguments: ["664", "646", "666", "602"])
    func fileThatOthersMayWrite_IsSkipped(mode: String) throws {
        let directory = try TableDirectory()
        try directory.write("a.toml", table)
        try directory.write("b.toml", "version = 1\n")
        #expect(try directory.run(["chmod", mode], on: "a.toml"))
        let loaded = loaded(directory)
        #expect(loaded.files == [directory.file("b.toml")])
        #expect(loaded.table.rules.isEmpty)
        #expect(
            directory.short(loaded.findings.map(\.description)) == [
                "a.toml:1:1: others than its owner may write to it: chmod go-w a.toml"
            ])
    }

    @Test(arguments: ["600", "644", "444", "755"])
    func fileThatOnlyItsOwnerMayWrite_IsRead(mode: String) throws {
        let directory = try TableDirectory()
        try directory.write("a.toml", table)
        #expect(try directory.run(["chmod", mode], on: "a.toml"))
        #expect(loaded(directory).findings == [])
        #expect(loaded(directory).table.rules.count == 1)
    }

    @Test func folderThatOthersMayWrite_IsSkippedWhole() throws {
        let directory = try TableDirectory()
        try directory.write("a.toml", table)
        #expect(try directory.run(["chmod", "775"]))
        let loaded = loaded(directory)
        #expect(loaded.files == [])
        #expect(loaded.table.rules.isEmpty)
        #expect(
            loaded.findings.map(\.description) == [
                "\(directory.path)/routes.d:1:1: others than its owner may write to it: "
                    + "chmod go-w \(directory.path)/routes.d"
            ])
    }

    @Test(.enabled(if: Environment.system.uid == 0, "giving files away needs root"))
    func anothersFile_IsSkippedUnlessTrusted() throws {
        let directory = try TableDirectory()
        try directory.write("a.toml", table)
        #expect(try directory.run(["chown", "65534"], on: "a.toml"))
        let refused = loaded(directory)
        #expect(refused.table.rules.isEmpty)
        #expect(
            directory.short(refused.findings.map(\.description)) == [
                "a.toml:1:1: it belongs to uid 65534, whose tables are not trusted: "
                    + "give it to root or to the user who runs this program"
            ])
        let trusting = TableLoader(directories: [directory.path], trustedUIDs: [65534]).load()
        #expect(trusting.findings == [])
        #expect(trusting.table.rules.count == 1)
    }

    @Test(.enabled(if: Environment.system.uid == 0, "giving files away needs root"))
    func anothersFolder_IsSkippedWhole() throws {
        let directory = try TableDirectory()
        try directory.write("a.toml", table)
        #expect(try directory.run(["chown", "65534"]))
        #expect(loaded(directory).files == [])
        #expect(loaded(directory).findings.count == 1)
    }

    @Test(.enabled(if: Environment.system.uid == 0, "giving files away needs root"))
    func linkToAnothersFile_IsJudgedByTheFile() throws {
        let (directory, other) = (try TableDirectory(), try TableDirectory())
        try other.write("theirs.toml", table)
        #expect(try other.run(["chown", "65534"], on: "theirs.toml"))
        #expect(try directory.run(["ln", "-s", other.file("theirs.toml")], on: "a.toml"))
        #expect(loaded(directory).files == [])
        #expect(loaded(directory).findings.count == 1)
    }

    @Test func check_JudgesTheTextWhoeverOwnsIt() throws {
        let directory = try TableDirectory()
        try directory.write("a.toml", table)
        #expect(try directory.run(["chmod", "666"], on: "a.toml"))
        #expect(TableLoader.check(files: [directory.file("a.toml")]) == [])
        #expect(TableLoader.check(files: [directory.file("none.toml")]).count == 1)
    }
}

@Suite struct DirectoryTests {
    private func directories(_ variables: [String: String], program: String, override: String? = nil) -> [String] {
        let environment = Environment(variables: variables, uid: 1000, gid: 1000, pid: 1)
        return TableLoader.directories(in: environment, program: program, override: override)
    }

    @Test func standardDirectories_GoFromTheUsersToTheShipped() {
        #expect(
            directories(["XDG_CONFIG_HOME": "/x", "HOME": "/h"], program: "/usr/local/bin/deeplinkd")
                == ["/x/deeplinkd", "/etc/deeplinkd", "/usr/local/lib/deeplinkd"])
        #expect(
            directories(["HOME": "/h"], program: "/bin/deeplink")
                == ["/h/.config/deeplinkd", "/etc/deeplinkd", "/lib/deeplinkd"])
        #expect(
            directories(["XDG_CONFIG_HOME": "relative", "HOME": "/h"], program: "/usr/bin/deeplink")
                == ["/h/.config/deeplinkd", "/etc/deeplinkd", "/usr/lib/deeplinkd"])
    }

    @Test func workingDirectory_IsNeverSearched() {
        #expect(directories(["HOME": "/h"], program: "deeplink") == ["/h/.config/deeplinkd", "/etc/deeplinkd"])
    }

    @Test func override_ReplacesThemAll() {
        #expect(directories(["HOME": "/h"], program: "/usr/bin/deeplink", override: "/o") == ["/o"])
    }
}
