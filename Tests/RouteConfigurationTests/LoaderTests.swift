// Which files become the table, whose files are believed, and what the version says.
import Posix
import RouteConfiguration
import Routing
import Testing

private let tab = """
    version = 1
    [[tab]]
    id = "builds"
    title = "All builds"
    root = "runs"
    order = 4
    [[screen]]
    tab = "builds"
    path = "runs"
    content = "cells"

    """

private let screens = """
    version = 1
    [[screen]]
    tabs = ["builds", "messages"]
    path = "runs/:run(int)"
    title = "Run {run}"
    command = ["show", "--", "{run}"]
    refresh = "2m"
    [[cell]]
    kind = "ci.run"
    tab = "builds"
    path = "runs/{run}"
    stack = "append"
    allow_jump = true

    """

private func loaded(_ directories: [String]) -> LoadedTable {
    TableLoader(directories: directories, trustedUIDs: [Environment.system.uid]).load()
}

@Suite struct LoaderTests {
    @Test func filesOfADirectory_AreOneTable() throws {
        let directory = try TableDirectory()
        try directory.write("20-screens.toml", screens)
        try directory.write("10-tab.toml", tab)
        try directory.write("notes.txt", "no table")
        try directory.write(".hidden.toml", "no = TOML =")
        let loaded = loaded([directory.path])
        #expect(loaded.findings == [])
        #expect(loaded.isWhole)
        #expect(loaded.directory == directory.path)
        #expect(loaded.files == ["10-tab.toml", "20-screens.toml"].map(directory.file))
        let builds = try #require(loaded.table.factory.tab("builds"))
        #expect(builds.title == "All builds")
        #expect(builds.root.description == "runs")
        let run = try #require(builds.screens.first { $0.content == .command })
        #expect(run.pattern.description == "runs/:run(int)")
        #expect(run.title.description == "Run {run}")
        #expect(run.command.map(\.description) == ["show", "--", "{run}"])
        #expect(run.refreshSeconds == 120)
        #expect(run.position?.description == "\(directory.file("20-screens.toml")):4:8")
        let rule = try #require(loaded.table.rules.first)
        #expect(rule.description == "ci.run *")
        #expect(rule.manner.stack == .append)
        #expect(rule.manner.allowsJump)
        #expect(
            loaded.table.factory.tab("messages")?.screens.map(\.pattern.description)
                == ["runs/:run(int)", "cells", "cells/:id"])
    }

    @Test func directoriesWithoutTables_AreNoLayer() throws {
        let (high, low, empty) = (try TableDirectory(), try TableDirectory(), try TableDirectory())
        try high.write("a.toml", tab)
        try low.write("b.toml", "version = 1\n")
        try empty.write("readme", "")
        let loaded = loaded([empty.path, "/no/such/directory", high.path, low.path])
        #expect(loaded.directories == [high.path, low.path])
        #expect(loaded.directory == high.path)
        #expect(loaded.files == [low.file("b.toml"), high.file("a.toml")])
    }

    @Test func noTable_IsTheBuiltInOne() {
        let loaded = loaded(["/no/such/directory"])
        #expect(loaded.directory == nil)
        #expect(loaded.findings == [])
        #expect(loaded.files == [])
        #expect(loaded.version == RouteTable.builtIn.version)
        #expect(loaded.table.fallbackTab == "messages")
    }

    @Test func badFile_CostsOnlyItself() throws {
        let directory = try TableDirectory()
        try directory.write("a.toml", tab)
        try directory.write("b.toml", "version = 1\n[[\n")
        try directory.write("c.toml", screens)
        try directory.write("d.toml", String(repeating: "\n", count: 1 << 20) + "\n")
        #expect(try directory.run(["mkdir"], on: "e.toml"))
        #expect(try directory.run(["mkfifo", "-m", "600"], on: "f.toml"))
        #expect(try directory.run(["ln", "-s", "/no/such/file"], on: "g.toml"))
        let loaded = loaded([directory.path])
        #expect(loaded.files == ["a.toml", "c.toml"].map(directory.file))
        #expect(loaded.table.rules.count == 1)
        let findings = directory.short(loaded.findings.map(\.description))
        #expect(findings.count == 5)
        #expect(findings.first?.hasPrefix("b.toml:2:3: this is no TOML: ") == true)
        #expect(
            findings.dropFirst() == [
                "d.toml:1:1: it is larger than 1048576 bytes: split it",
                "e.toml:1:1: it cannot be read (Is a directory): let it be read, or remove it",
                "f.toml:1:1: it cannot be read (Invalid argument): let it be read, or remove it",
                "g.toml:1:1: it cannot be read (No such file or directory): let it be read, or remove it",
            ])
    }

    @Test func tooManyFiles_AreCut() throws {
        let directory = try TableDirectory()
        for number in 1000..<1000 + TableLoader.maxFiles + 1 {
            try directory.write("\(number).toml", "version = 1\n")
        }
        let loaded = loaded([directory.path])
        #expect(loaded.files.count == TableLoader.maxFiles)
        #expect(
            loaded.findings.map(\.description) == [
                "\(directory.path)/routes.d:1:1: it has 257 table files, and only the first 256 are read: "
                    + "join some of them"
            ])
    }

    @Test func version_ChangesWithNamesAndBytesOnly() throws {
        let (one, two) = (try TableDirectory(), try TableDirectory())
        for directory in [one, two] {
            try directory.write("a.toml", tab)
            try directory.write("b.toml", screens)
        }
        let version = loaded([one.path]).version
        #expect(version.count == 16)
        #expect(UInt64(version, radix: 16) != nil)
        #expect(loaded([two.path]).version == version)
        try two.write("b.toml", screens + "\n")
        #expect(loaded([two.path]).version != version)
        try two.write("b.toml", screens)
        #expect(loaded([two.path]).version == version)
        try Files.rename(two.file("b.toml"), to: two.file("c.toml"))
        #expect(loaded([two.path]).version != version)
    }

    /// Published test vectors of 64-bit FNV-1a would not show the separators, so the whole is pinned: a change here
    /// makes daemons and clients of different builds disagree on every table.
    @Test func version_StaysTheSameBetweenBuilds() throws {
        let directory = try TableDirectory()
        try directory.write("a.toml", "version = 1\n")
        #expect(loaded([directory.path]).version == "d8c5486d2adc41ae")
    }

    @Test func table_DoesNotDependOnHowFilesAreNamed() throws {
        let parts =
            [tab, screens]
            + (0..<6).map { number in
                "version = 1\n[[cell]]\nkind = \"k\(number).*\"\nstate = \"*\"\ntab = \"builds\"\n"
            }
        let names = parts.indices.map { "\($0).toml" }
        func table(_ order: [String]) throws -> RouteTable {
            let directory = try TableDirectory()
            for (name, part) in zip(order, parts) { try directory.write(name, part) }
            let loaded = loaded([directory.path])
            #expect(loaded.findings == [])
            return loaded.table
        }
        let first = try table(names)
        for shift in 1..<parts.count {
            let other = try table(Array(names[shift...] + names[..<shift]))
            #expect(other.rules.map(\.description) == first.rules.map(\.description))
            #expect(other.factory.tabs.map(\.id) == first.factory.tabs.map(\.id))
            for tab in first.factory.tabs {
                let screens = other.factory.tab(tab.id)?.screens.map(\.pattern.description) ?? []
                #expect(Set(screens) == Set(tab.screens.map(\.pattern.description)))
            }
        }
    }
}
