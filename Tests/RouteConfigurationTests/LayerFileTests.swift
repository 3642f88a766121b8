// Layers as files: two packages and a user. Which file speaks, what hides one, and what each mistake costs.
import Posix
import RouteConfiguration
import Routing
import Testing

private func loaded(_ layers: [TableDirectory]) -> LoadedTable {
    TableLoader(directories: layers.map(\.path), trustedUIDs: [Environment.system.uid]).load()
}

private func tab(_ id: String, order: Int? = nil) -> String {
    """
    version = 1
    [[tab]]
    id = "\(id)"
    root = "list"
    \(order.map { "order = \($0)" } ?? "")
    [[screen]]
    tab = "\(id)"
    path = "list"
    command = ["true"]

    """
}

private func rule(_ kind: String, tab: String) -> String {
    "[[cell]]\nkind = \"\(kind)\"\ntab = \"\(tab)\"\n"
}

private func lead(_ table: RouteTable, _ kind: String) -> String {
    RouteResolver(table: table).route(for: CellState(cell: 1, kind: kind, state: "x")).summary
}

extension Route {
    fileprivate var summary: String { link.description }
}

/// The shipped layer with two packages' files, and a user's above it.
private struct Machine {
    let shipped: TableDirectory
    let etc: TableDirectory
    let user: TableDirectory

    init() throws {
        (shipped, etc, user) = (try TableDirectory(), try TableDirectory(), try TableDirectory())
        try shipped.write("ci.toml", tab("builds", order: 1) + rule("ci", tab: "builds"))
        try shipped.write("mail.toml", tab("mail", order: 2) + rule("mail", tab: "mail"))
    }

    var table: LoadedTable { loaded([user, etc, shipped]) }
}

@Suite struct LayerFileTests {
    @Test func allLayers_AreOneTable() throws {
        let machine = try Machine()
        try machine.etc.write("site.toml", "version = 1\n" + rule("site", tab: "mail"))
        try machine.user.write("mine.toml", "version = 1\n" + rule("ci", tab: "mail"))
        let loaded = machine.table
        #expect(loaded.findings == [])
        #expect(loaded.directories == [machine.user.path, machine.etc.path, machine.shipped.path])
        #expect(
            loaded.files == [
                machine.shipped.file("ci.toml"), machine.shipped.file("mail.toml"), machine.etc.file("site.toml"),
                machine.user.file("mine.toml"),
            ])
        #expect(lead(loaded.table, "ci") == "deeplink://mail/list", "the user's rule replaces the package's")
        #expect(lead(loaded.table, "site") == "deeplink://mail/list")
    }

    @Test func sameName_OverridesTheWholeFile() throws {
        let machine = try Machine()
        try machine.etc.write("ci.toml", tab("site") + rule("ci", tab: "site"))
        let loaded = machine.table
        #expect(loaded.findings == [])
        #expect(loaded.table.factory.tab("builds") == nil)
        #expect(lead(loaded.table, "ci") == "deeplink://site/list")
        try machine.user.write("ci.toml", tab("mine") + rule("ci", tab: "mine"))
        #expect(lead(machine.table.table, "ci") == "deeplink://mine/list")
    }

    @Test func linkToDevNull_HidesTheFile() throws {
        let machine = try Machine()
        try Files.makeSymbolicLink("/dev/null", at: machine.user.file("mail.toml"))
        let loaded = machine.table
        #expect(loaded.findings == [])
        #expect(loaded.files == [machine.shipped.file("ci.toml")])
        #expect(lead(loaded.table, "mail") == "deeplink://messages/cells/1")
        #expect(loaded.directory == machine.user.path)
    }

    @Test func linkToATable_IsThatTable() throws {
        let machine = try Machine()
        let other = try TableDirectory()
        try other.write("x.toml", tab("x"))
        try Files.makeSymbolicLink(other.file("x.toml"), at: machine.user.file("ci.toml"))
        #expect(machine.table.findings == [])
        #expect(machine.table.table.factory.tab("x") != nil)
        try Files.makeSymbolicLink("/dev/zero", at: machine.user.file("mail.toml"))
        #expect(machine.table.findings.count == 1, "another device hides nothing silently")
    }

    @Test func badOverride_KeepsItsNameAndCostsOnlyItself() throws {
        let machine = try Machine()
        try machine.user.write("ci.toml", "version = [")
        let loaded = machine.table
        #expect(loaded.findings.map(\.position.file) == [machine.user.file("ci.toml")])
        #expect(loaded.table.factory.tab("builds") == nil)
        #expect(lead(loaded.table, "mail") == "deeplink://mail/list")
    }

    @Test func folderThatOthersMayWrite_OverridesNothing() throws {
        let machine = try Machine()
        try Files.makeSymbolicLink("/dev/null", at: machine.user.file("mail.toml"))
        try machine.user.write("ci.toml", tab("evil"))
        #expect(try machine.user.run(["chmod", "777"]))
        let loaded = machine.table
        #expect(loaded.findings.count == 1)
        #expect(loaded.table.factory.tabs.map(\.id) == ["builds", "mail", "messages"])
    }

    @Test func tieOfTwoPackages_IsSettledByTheUser() throws {
        let machine = try Machine()
        try machine.shipped.write("other.toml", "version = 1\n" + rule("ci", tab: "mail"))
        #expect(
            machine.shipped.short(machine.table.findings.map(\.description)) == [
                "other.toml:3:8: tie with the rule at ci.toml:11:8: both hold for a cell of kind ci in state new: "
                    + "keep one of the two; both are off until then"
            ])
        #expect(lead(machine.table.table, "ci") == "deeplink://messages/cells/1")
        try machine.user.write("mine.toml", "version = 1\n" + rule("ci", tab: "builds"))
        #expect(machine.table.findings == [])
        #expect(lead(machine.table.table, "ci") == "deeplink://builds/list")
    }

    @Test func fallbackAndOrder_AreThoseOfTheHighestLayer() throws {
        let machine = try Machine()
        try machine.shipped.write(
            "base.toml", "version = 1\n[fallback]\ntab = \"builds\"\n[tabs]\norder = [\"mail\"]\n")
        #expect(machine.table.table.fallbackTab == "builds")
        #expect(machine.table.table.factory.tabs.map(\.id) == ["mail", "builds"])
        let mine = "version = 1\n[fallback]\ntab = \"mail\"\n[tabs]\norder = [\"builds\", \"mail\"]\n"
        try machine.user.write("mine.toml", mine)
        #expect(machine.table.table.fallbackTab == "mail")
        #expect(machine.table.table.factory.tabs.map(\.id) == ["builds", "mail"])
        #expect(machine.table.findings == [])
        try machine.user.write("more.toml", mine)
        #expect(
            machine.user.short(machine.table.findings.map(\.description)) == [
                "more.toml:3:7: the fallback is declared at mine.toml:3:7 already: keep one of the two",
                "more.toml:5:9: the order of tabs is declared at mine.toml:5:10 already: keep one of the two",
            ])
    }

    @Test func installingAPackage_MovesNoDigitThatTheUserChose() throws {
        let machine = try Machine()
        try machine.user.write("mine.toml", "version = 1\n[tabs]\norder = [\"mail\", \"builds\"]\n")
        #expect(machine.table.table.factory.tabs.map(\.id) == ["mail", "builds", "messages"])
        try machine.shipped.write("another.toml", tab("another", order: -9) + rule("another", tab: "another"))
        #expect(machine.table.table.factory.tabs.map(\.id) == ["mail", "builds", "another", "messages"])
    }

    @Test func version_CoversEveryLayerAndItsOrder() throws {
        let machine = try Machine()
        let bare = machine.table.version
        try machine.user.write("mine.toml", "version = 1\n")
        let layered = machine.table.version
        #expect(layered != bare)
        #expect(loaded([machine.etc, machine.user, machine.shipped]).version == layered, "an empty layer is none")
        #expect(loaded([machine.shipped, machine.user]).version != layered)
        try Files.makeSymbolicLink("/dev/null", at: machine.user.file("ci.toml"))
        #expect(machine.table.version != layered)
    }

    @Test func configurationGivenByHand_IsThatDirectoryAlone() throws {
        let machine = try Machine()
        let environment = Environment(variables: ["HOME": machine.user.path], uid: 0, gid: 0, pid: 1)
        let only = TableLoader.directories(
            in: environment, program: "/usr/bin/deeplinkd", override: machine.shipped.path)
        #expect(only == [machine.shipped.path])
    }
}
