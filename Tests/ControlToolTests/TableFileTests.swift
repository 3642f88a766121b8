import Posix
import Testing

@testable import ControlTool

struct TableFileTests {
    let tool = Listener()
    let place: TemporaryPlace

    init() throws {
        place = try TemporaryPlace()
        try Files.makeDirectories(place("routes.d"), mode: 0o700)
    }

    private func write(_ text: String, to name: String) throws {
        try Files.writeAtomically(Array(text.utf8), to: place("routes.d/\(name)"))
    }

    private static let good = """
        version = 1
        [[tab]]
        id = "jobs"
        title = "Jobs"
        root = "jobs"
        [[screen]]
        tab = "jobs"
        path = "jobs"
        content = "cells"
        [[screen]]
        tab = "jobs"
        path = "jobs/:id"
        command = ["wc", "--", "{id}"]
        refresh = "5s"
        [[cell]]
        kind = "job"
        state = "*"
        tab = "jobs"
        path = "jobs/{id}"

        """

    @Test func goodTable_IsPassedAndDrawn() throws {
        try write(Self.good, to: "jobs.toml")
        #expect(tool.run("--config", place.path, "check") == 0)
        #expect(tool.printed == "1 file of \(place.path)/routes.d: 0 errors, 0 warnings\n")
        #expect(tool.run("routes", "--config", place.path) == 0)
        let tree = """
            jobs  Jobs
            ├─ jobs      cells
            ├─ jobs/:id  wc -- {id}  (every 5 s)
            └─ job * →   jobs/{id}
            """
        #expect(tool.printed.contains(tree), "\(tool.printed)")
        #expect(tool.printed.contains("messages  Messages  (fallback)"))
        #expect(tool.run("routes", "--config", place.path, "--json") == 0)
        #expect(tool.printed.contains(#""rules":[{"kind":"job","state":"*","tab":"jobs","path":"jobs/{id}""#))
        #expect(!tool.printed.contains("wc"), "no command leaves the files")
    }

    @Test func namedDirectoryWithoutATable_IsNotTheBuiltInOne() throws {
        #expect(tool.run("--config", "/nowhere", "check") == 1)
        #expect(
            tool.complained
                == "deeplinkctl: no routes.d/*.toml in /nowhere: name the directory that holds routes.d\n")
        #expect(tool.run("check", place("none.toml")) == 1)
        #expect(tool.printed.hasPrefix("\(place("none.toml")):1:1: "))
    }

    @Test func faultyTable_IsPointedAt() throws {
        try write(Self.good + "[[screen]]\ntab = \"jobs\"\npath = \"x\"\n", to: "jobs.toml")
        #expect(tool.run("--config", place.path, "check") == 1)
        #expect(tool.printed.contains("\(place.path)/routes.d/jobs.toml:20:1: "), "\(tool.printed)")
        #expect(tool.run("check", place("routes.d/jobs.toml")) == 1)
        #expect(tool.run("check", "--json", place("routes.d/jobs.toml")) == 1)
        #expect(tool.printed.hasPrefix(#"[{"severity":"error","#))
        #expect(tool.run("--config", place.path, "routes") == 0)
        #expect(tool.complained.contains("see 'deeplinkctl check'"))
    }
}
