import Client
import Posix
import Routing
import Testing
import Wire

/// Two packages and a user on one machine: what a cell leads to and what `check` says, for each way in which their tables
/// can meet. The programs are where `make install` puts them, and look for tables by themselves.
@Suite(.enabled(if: !InstalledMachine.hasTablesOfItsOwn)) struct PackageTests {
    let machine: InstalledMachine

    init() throws {
        machine = try InstalledMachine()
        try machine.package("ci.toml", Self.tab("builds", order: 5, kind: "ci.run"))
        try machine.package("mail.toml", Self.tab("mail", order: 6, kind: "mail"))
        try machine.start()
    }

    /// A package's file: a tab, and a rule in line 12 that leads to it.
    private static func tab(_ id: String, order: Int, kind: String) -> String {
        """
        version = 1
        [[tab]]
        id    = "\(id)"
        root  = "list"
        order = \(order)
        [[screen]]
        tab     = "\(id)"
        path    = "list"
        content = "cells"

        [[cell]]
        kind = "\(kind)"
        tab  = "\(id)"

        """
    }

    private static func rule(_ kind: String, tab: String) -> String {
        "version = 1\n[[cell]]\nkind = \"\(kind)\"\ntab = \"\(tab)\"\n"
    }

    @Test func packages_AreOneTable() throws {
        #expect(try machine.check() == InstalledMachine.clean)
        #expect(try machine.lead("ci.run") == "deeplink://builds/list")
        #expect(try machine.lead("mail") == "deeplink://mail/list")
    }

    @Test func usersFile_OverridesThePackages() throws {
        #expect(try machine.lead("ci.run") == "deeplink://builds/list")
        try machine.user("ci.toml", Self.tab("mine", order: 1, kind: "ci.run"))
        #expect(try machine.check() == InstalledMachine.clean)
        try machine.reload()
        #expect(try machine.lead("ci.run") == "deeplink://mine/list", "the same cell")
        #expect(try machine.tabs() == ["jobs", "mine", "system", "messages", "mail"], "the package's tab is gone")
    }

    @Test func usersLinkToNothing_MasksThePackages() throws {
        try machine.mask("mail.toml")
        #expect(try machine.check() == InstalledMachine.clean)
        try machine.reload()
        #expect(try machine.lead("mail") == "deeplink://messages/cells/1")
        #expect(try machine.cell("mail").route.why.source == .fallback)
    }

    @Test func tieOfTwoPackages_SwitchesBothOffUntilTheUserSettlesIt() throws {
        #expect(try machine.lead("ci.run") == "deeplink://builds/list")
        try machine.package("other.toml", Self.rule("ci.run", tab: "mail"))
        let tie =
            "usr/lib/deeplinkd/routes.d/other.toml:3:8: tie with the rule at usr/lib/deeplinkd/routes.d/ci.toml:12:8: "
            + "both hold for a cell of kind ci.run in state new: keep one of the two; both are off until then"
        #expect(try machine.check() == tie)
        #expect(try machine.reload(isFine: false).contains(tie))
        #expect(try machine.lead("ci.run") == "deeplink://builds/list", "the table in use stays")
        try machine.restart()
        #expect(try machine.lead("ci.run") == "deeplink://messages/cells/1")
        #expect(try machine.lead("mail") == "deeplink://mail/list", "everything else works")
        try machine.expectFault("other.toml", line: 3, says: tie)

        try machine.user("mine.toml", Self.rule("ci.run", tab: "mail"))
        #expect(try machine.check() == InstalledMachine.clean)
        try machine.reload()
        #expect(try machine.lead("ci.run") == "deeplink://mail/list")
        #expect(try machine.cell("deeplinkd.config").state == "fixed")
    }

    @Test func badFile_CostsOnlyItself() throws {
        try machine.package("mail.toml", Self.tab("mail", order: 6, kind: "mail") + "colour = \"red\"\n")
        let fault =
            "usr/lib/deeplinkd/routes.d/mail.toml:14:1: unknown field colour in [[cell]]: known are: "
            + "kind, state, when, tab, path, stack, over_modal, priority, mute, allow_jump"
        #expect(try machine.check() == fault)
        try machine.restart()
        #expect(try machine.lead("ci.run") == "deeplink://builds/list")
        try machine.expectFault("mail.toml", line: 14, says: fault)

        try machine.package("mail.toml", "version = [")
        try machine.restart()
        #expect(try machine.lead("mail").hasPrefix("deeplink://messages/cells/"))
        #expect(try machine.lead("ci.run") == "deeplink://builds/list")
        try machine.expectFault(
            "mail.toml", line: 1, says: "usr/lib/deeplinkd/routes.d/mail.toml:1:12: this is no TOML: ")
    }

    @Test func install_MovesNoTabThatTheUserPlaced() throws {
        #expect(try machine.tabs() == ["jobs", "system", "messages", "builds", "mail"])
        try machine.user("mine.toml", "version = 1\n[tabs]\norder = [\"mail\", \"builds\"]\n")
        try machine.reload()
        #expect(try machine.tabs() == ["mail", "builds", "jobs", "system", "messages"])
        try machine.package("new.toml", Self.tab("new", order: -9, kind: "new"))
        #expect(try machine.check() == InstalledMachine.clean)
        try machine.reload()
        #expect(try machine.tabs() == ["mail", "builds", "new", "jobs", "system", "messages"])
        #expect(try machine.lead("new") == "deeplink://new/list")
    }
}
