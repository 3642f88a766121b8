import Posix

extension Workplace {
    /// Makes the places that programs look in by themselves those of this workplace: a person's session, without options.
    func becomeDefault() throws {
        let links = [("run", "xdg"), ("state", ".local/state"), ("config", ".config")]
        for (name, parent) in links {
            try Files.makeDirectories("\(directory)/\(parent)", mode: 0o700)
            try Files.makeDirectories("\(directory)/\(name)", mode: 0o700)
            try Files.makeSymbolicLink("\(directory)/\(name)", at: "\(directory)/\(parent)/deeplinkd")
        }
    }

    /// The environment of that session, our programs in front of the others.
    func session() throws -> [String: String] {
        let programs = Files.directory(of: try Programs.path("deeplinkctl"))
        var variables = Dictionary(
            uniqueKeysWithValues: environment.map { entry in
                let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                return (parts[0], parts[1])
            })
        variables["PATH"] = "\(programs):/usr/bin:/bin"
        return variables
    }

    /// Runs a program of that session to its end.
    func run(_ words: String..., input: String = "") throws -> Programs.Ended {
        let session = try session()
        let program = try RunningProgram(
            ["/usr/bin/env"] + session.map { "\($0.key)=\($0.value)" } + words, in: self, input: input)
        return Programs.Ended(
            status: try program.ended(), output: program.output, complaint: program.complaint)
    }
}
