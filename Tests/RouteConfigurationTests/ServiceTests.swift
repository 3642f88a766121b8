// deeplinkd.toml: what a rule allows, and that no mistake allows more.
import Posix
@testable import RouteConfiguration
import Routing
import Testing

/// A machine with three users and two groups.
private let names = NameService(
    uid: { (name) throws(SystemError) in
        if let number = UInt32(name) { return number }
        return ["root": 0, "alice": 1001, "bob": 1002, "carol": 1003][name]
    },
    group: { (name) throws(SystemError) in
        switch name {
        case "adm": GroupDatabase.Group(gid: 4, members: ["alice", "bob", "gone"])
        case "empty": GroupDatabase.Group(gid: 5, members: [])
        case "crowd": GroupDatabase.Group(gid: 6, members: (2000..<2040).map(String.init))
        default: nil
        }
    })

private func loaded(_ text: String) throws -> LoadedService {
    let directory = try TableDirectory()
    try Files.writeAtomically(Array(text.utf8), to: "\(directory.path)/deeplinkd.toml", mode: 0o644)
    defer { try? Files.unlink("\(directory.path)/deeplinkd.toml") }
    return ServiceLoader(directories: [directory.path], trustedUIDs: [Environment.system.uid], names: names).load()
}

private func configuration(_ rules: String) throws -> ServiceConfiguration {
    let loaded = try loaded("version = 1\n" + rules)
    #expect(loaded.findings.map(\.description) == [])
    return loaded.configuration
}

/// What lint says, without the directory.
private func lint(_ text: String) throws -> [String] {
    try loaded(text).findings.map { finding in
        "\(finding.position.line):\(finding.position.column): \(finding.what): \(finding.remedy)"
    }
}

@Suite struct ServiceRuleTests {
    @Test func withoutARule_EverybodyHasTheirOwnInboxOnly() {
        let none = ServiceConfiguration()
        #expect(none.maySend(uid: 1001, gids: [1001], to: 1001))
        #expect(!none.maySend(uid: 1001, gids: [1001, 4], to: 1002))
        #expect(none.maySend(uid: 0, gids: [0], to: 1002))
        #expect(!none.mayRead(uid: 0, gids: [0], inbox: 1002))
        #expect(none.recipients(ofKind: "unit", uid: 0, gids: [0]) == nil)
    }

    @Test func followingTheSystem_IsOnUntilItIsSwitchedOff() throws {
        #expect(ServiceConfiguration().followsSystem)
        #expect(try configuration("[follow]\nsystem = true").followsSystem)
        #expect(try !configuration("[follow]\nsystem = false").followsSystem)
        let mistaken = try loaded("version = 1\n[follow]\nsystem = 0\n")
        #expect(!mistaken.configuration.followsSystem && !mistaken.isWhole)
        #expect(
            try lint("version = 1\n[follow]\nsytem = true\n") == [
                "3:1: unknown field sytem in [follow]: did you mean system?"
            ])
    }

    @Test func allowance_IsForWhomAndWhatItNames() throws {
        let rules = try configuration(
            """
            [[allow]]
            who  = ["alice", "@adm"]
            send = ["carol", "1002"]
            [[allow]]
            who  = ["bob"]
            read = ["carol"]
            """)
        #expect(rules.maySend(uid: 1001, gids: [], to: 1003))
        #expect(rules.maySend(uid: 1001, gids: [], to: 1002))
        #expect(!rules.maySend(uid: 1001, gids: [], to: 1004))
        #expect(rules.maySend(uid: 4711, gids: [100, 4], to: 1003))
        #expect(!rules.maySend(uid: 4711, gids: [100], to: 1003))
        #expect(!rules.mayRead(uid: 1001, gids: [4], inbox: 1003))
        #expect(rules.mayRead(uid: 1002, gids: [], inbox: 1003))
        #expect(!rules.maySend(uid: 1003, gids: [], to: 1001))
    }

    /// The kernel's word counts, not the group database: a list of members says whose inbox is meant, not who calls.
    @Test func caller_IsInAGroupWhenTheKernelSaysSo() throws {
        let rules = try configuration("[[allow]]\nwho = [\"@adm\"]\nsend = [\"*\"]\n")
        #expect(!rules.maySend(uid: 1001, gids: [1001], to: 1003))
        #expect(rules.maySend(uid: 9, gids: [4], to: 1003))
    }

    @Test func group_AsATargetMeansItsMembers() throws {
        let rules = try configuration("[[allow]]\nwho = [\"carol\"]\nsend = [\"@adm\"]\n")
        #expect(rules.maySend(uid: 1003, gids: [], to: 1001))
        #expect(rules.maySend(uid: 1003, gids: [], to: 1002))
        #expect(!rules.maySend(uid: 1003, gids: [], to: 4))
    }

    @Test func delivery_IsRootsUnlessItSaysOtherwise() throws {
        let rules = try configuration(
            "[[deliver]]\nkind = \"unit\"\nto = [\"@adm\", \"carol\"]\n"
                + "[[deliver]]\nkind = \"ci.*\"\nfrom = [\"*\"]\nto = [\"carol\"]\n")
        #expect(rules.recipients(ofKind: "unit", uid: 0, gids: []) == [1001, 1002, 1003])
        #expect(rules.recipients(ofKind: "unit", uid: 1001, gids: [0]) == nil)
        #expect(rules.recipients(ofKind: "units", uid: 0, gids: []) == nil)
        #expect(rules.recipients(ofKind: "ci.run", uid: 1001, gids: []) == [1003])
        #expect(rules.recipients(ofKind: "ci", uid: 1001, gids: []) == nil)
    }

    @Test func groupWithoutMembers_LeavesTheEventWithItsSender() throws {
        let rules = try configuration("[[deliver]]\nkind = \"unit\"\nto = [\"@empty\"]\n")
        #expect(rules.recipients(ofKind: "unit", uid: 0, gids: []) == nil)
    }

    @Test func crowd_IsServedToABoundAndItIsSaid() throws {
        let loaded = try loaded("version = 1\n[[deliver]]\nkind = \"unit\"\nto = [\"@crowd\"]\n")
        #expect(loaded.isWhole)
        #expect(loaded.findings.map(\.what) == ["to means 40 inboxes, and an event goes to 32 at most"])
        #expect(loaded.configuration.deliveries.first?.recipients == Array(2000..<2032))
    }

    @Test func bounds_AreAsWritten() throws {
        let rules = try configuration(
            "[limits]\nconnections = 3\nburst = 5\nrate = 1\nstrangers_events = 0\n[retention]\ndays = 365\nevents = 10\n"
        )
        #expect(
            rules.limits == ServiceConfiguration.Limits(connections: 3, burst: 5, rate: 1, strangersEvents: 0))
        #expect(rules.retention == ServiceConfiguration.Retention(days: 365, events: 10))
    }
}

@Suite struct ServiceMistakeTests {
    @Test(
        arguments: [
            ("", "1:1: deeplinkd.toml has no version: write version = 1 at the top"),
            (
                "version = 2",
                "1:11: version 2 of deeplinkd.toml is not known here: "
                    + "write version = 1, or update deeplinkd; the file is skipped"
            ),
            ("version = 1\nlimit = 1", "2:1: unknown field limit in deeplinkd.toml: did you mean limits?"),
            (
                "version = 1\n[[allow]]\nsend = [\"*\"]",
                "2:1: [[allow]] has no who: say who may: who = [\"NAME\", \"@GROUP\"]"
            ),
            (
                "version = 1\n[[allow]]\nwho = [\"alice\"]",
                "2:1: [[allow]] allows nothing: say send = […] or read = […]"
            ),
            (
                "version = 1\n[[allow]]\nwho = [\"alise\"]\nread = [\"bob\"]",
                "3:8: there is no user alise: write a user's name or number, @GROUP, or *"
            ),
            (
                "version = 1\n[[allow]]\nwho = [\"alice\", \"@wheel\"]\nread = [\"bob\"]",
                "3:17: there is no group wheel: write the name of a group after @"
            ),
            (
                "version = 1\n[[deliver]]\nkind = \"a..b\"\nto = [\"bob\"]",
                "3:8: kind = \"a..b\" is no kind: write a kind, a kind and `.*`, or `*`"
            ),
            (
                "version = 1\n[[deliver]]\nkind = \"unit\"\nto = [\"*\"]",
                "2:1: to names everybody, and nobody knows them all: name a group"
            ),
            ("version = 1\n[limits]\nrate = 101", "3:8: rate must be from 1 to 100: write rate = 100"),
            ("version = 1\n[limits]\nrate = 0", "3:8: rate must be from 1 to 100: write rate = 100"),
            (
                "version = 1\n[limits]\nconnections = \"all\"",
                "3:15: connections must be a whole number, not a text: write connections = 1"
            ),
        ] as [(String, String)])
    func mistake_IsNamedWithItsPlace(text: String, expected: String) throws {
        let said = try lint(text)
        #expect(said.contains(expected), "\(said)")
    }

    @Test(
        arguments: [
            "[[allow]]\nwho = [\"*\"]\nsend = [\"*\"]\nwhen = \"night\"\n",
            "[[allow]]\nwho = \"alice\"\nsend = [\"*\"]\n",
            "[[allow]]\nwho = [\"nobody-here\"]\nsend = [\"*\"]\n",
            "[[allow]]\nwho = [\"*\"]\nsend = [\"nobody-here\"]\n",
            "[[allow]]\nwho = [\"*\"]\nsend = \"*\"\n",
            "[[allow]]\nwho = [\"*\"\n",
        ])
    func mistake_NeverAllowsMore(rules: String) throws {
        let loaded = try loaded("version = 1\n" + rules)
        #expect(!loaded.isWhole)
        #expect(!loaded.configuration.maySend(uid: 1001, gids: [1001], to: 1002))
        #expect(!loaded.configuration.mayRead(uid: 1001, gids: [1001], inbox: 1002))
    }

    @Test func unreadableFrom_IsNotTakenForRoot() throws {
        let loaded = try loaded("version = 1\n[[deliver]]\nkind = \"unit\"\nfrom = \"bob\"\nto = [\"alice\"]\n")
        #expect(loaded.configuration.deliveries == [])
    }

    @Test func oneBadRule_CostsItselfOnly() throws {
        let loaded = try loaded(
            "version = 1\n[[allow]]\nwho = 1\nsend = [\"*\"]\n[[allow]]\nwho = [\"bob\"]\nsend = [\"alice\"]\n")
        #expect(loaded.configuration.allowances.count == 1)
        #expect(loaded.configuration.maySend(uid: 1002, gids: [], to: 1001))
    }
}

@Suite struct ServiceFileTests {
    @Test func highestFile_IsTheWholeTruth() throws {
        let (high, low) = (try TableDirectory(), try TableDirectory())
        let loader = ServiceLoader(
            directories: [high.path, low.path], trustedUIDs: [Environment.system.uid], names: names)
        #expect(loader.load().file == nil)
        let allow = "version = 1\n[[allow]]\nwho = [\"*\"]\nsend = [\"*\"]\n"
        try Files.writeAtomically(Array(allow.utf8), to: "\(low.path)/deeplinkd.toml", mode: 0o644)
        #expect(loader.load().configuration.allowances.count == 1)
        // A broken file above hides the one below: what an administrator wrote there may have forbidden it.
        try Files.writeAtomically(Array("version = ".utf8), to: "\(high.path)/deeplinkd.toml", mode: 0o644)
        let loaded = loader.load()
        #expect(loaded.file == "\(high.path)/deeplinkd.toml")
        #expect(loaded.configuration == ServiceConfiguration())
        #expect(!loaded.isWhole)
        try Files.unlink("\(high.path)/deeplinkd.toml")
        try Files.unlink("\(low.path)/deeplinkd.toml")
    }

    @Test func fileThatOthersMayWrite_AllowsNothing() throws {
        let directory = try TableDirectory()
        let path = "\(directory.path)/deeplinkd.toml"
        let allow = "version = 1\n[[allow]]\nwho = [\"*\"]\nsend = [\"*\"]\n"
        try Files.writeAtomically(Array(allow.utf8), to: path, mode: 0o644)
        let isChanged = try ChildProcess.spawn(ChildProcess.Command(["chmod", "g+w", path])).wait().isSuccess
        #expect(isChanged)
        let loaded = ServiceLoader(
            directories: [directory.path], trustedUIDs: [Environment.system.uid], names: names
        ).load()
        #expect(loaded.findings.map(\.what) == ["others than its owner may write to it"])
        #expect(loaded.configuration == ServiceConfiguration())
        try Files.unlink(path)
    }

    @Test func shippedFile_PassesLintAndSpreadsUnits() throws {
        let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let shipped = "\(package)/config/deeplinkd.toml"
        let group = NameService(
            uid: names.uid,
            group: { (name) throws(SystemError) in
                name == "systemd-journal" ? GroupDatabase.Group(gid: 7, members: ["carol"]) : nil
            })
        #expect(ServiceLoader.check(file: shipped, names: group) == [])
        // What stands there as an example is what holds without it.
        let text = String(decoding: try Files.read(shipped, limit: 1 << 20).bytes, as: UTF8.self)
        let uncommented = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }.joined(separator: "\n")
        let directory = try TableDirectory()
        try directory.write("all.toml", uncommented)
        let all = NameService(
            uid: { (name) throws(SystemError) in name == "backup" ? 34 : try names.uid(name) },
            group: { (name) throws(SystemError) in GroupDatabase.Group(gid: 7, members: [name == "x" ? "" : "carol"]) })
        #expect(ServiceLoader.check(file: directory.file("all.toml"), names: all).map(\.description) == [])
    }
}
