import Client
import Posix
import Routing
import Testing
import TmuxHarness
import Wire

@testable import TerminalClient

/// Links that wait for a daemon, a token or their user.
@Suite struct HeldLinkTests {
    @Test func aLinkThatWaitedTooLong_IsAnUnreadNotification_Once() throws {
        let daemon = try TestDaemon()
        let links = HeldLinks(path: daemon.settings.heldLinksPath)
        for _ in 0..<2 {
            // The second time as after a kill between the daemon's word and ours.
            try links.hold(held("deeplink://reviews/pr/7", "late", daemon.paths.client, expires: 1))
            let client = try TestClient(daemon.settings)
            try client.until("it does not wait any more") { links.all.isEmpty }
            try client.count(unread: 1)
            #expect(try client.main.state.stacks["reviews"]?.count == 1)
            client.coordinator.finish()
        }
        let client = try TestClient(daemon.settings)
        try client.count(unread: 1)
        try client.press("0")
        try client.list("A link waited longer than a day and was not opened")
        try client.press("Enter")
        try client.stand("deeplink://reviews/pr/7")
    }

    @Test func aLinkThatTheDaemonHadAlready_MovesNobodyAgain() throws {
        let daemon = try TestDaemon()
        let links = HeldLinks(path: daemon.settings.heldLinksPath)
        try links.hold(held("deeplink://reviews/pr/7", "one", daemon.paths.client))
        let client = try TestClient(daemon.settings)
        try client.stand("deeplink://reviews/pr/7")
        try client.until("it does not wait any more") { links.all.isEmpty }
        // Killed after the daemon's commit and before the file was changed.
        try links.hold(held("deeplink://reviews/pr/7", "one", daemon.paths.client))
        let again = try TestClient(daemon.settings)
        try again.until("it does not wait any more") { links.all.isEmpty }
        try again.settle(300)
        #expect(try again.main.state.selectedTab == "builds")
    }

    @Test func aLinkThatLeadsNowhere_IsSaid_AndForgotten() throws {
        let daemon = try TestDaemon()
        let links = HeldLinks(path: daemon.settings.heldLinksPath)
        try links.hold(held("deeplink://nowhere/x", "one", daemon.paths.client))
        let client = try TestClient(daemon.settings)
        let screen = try client.see("deeplink://nowhere/x: there is no tab nowhere")
        #expect(!screen.contains("x: deeplink://"), "the link is said twice")
        #expect(links.all.isEmpty)
    }

    /// Two users of one machine's daemon, and one device that is nobody's yet. Client and daemon are killed at every step.
    @Test(.enabled(if: Environment.system.uid == 0, "two users' inboxes need root: skipped"))
    func aLinkForOneUser_IsNotAnothers_AndIsGoneToOnce_OverAllKills() throws {
        let daemon = try TestDaemon(options: ["--system"])
        _ = Tmux.shell("chmod 711 \(daemon.directory.path)")
        let links = HeldLinks(path: settings(daemon, "games").heldLinksPath)
        try links.hold(held("deeplink://reviews/pr/7", "one", daemon.remote, owner: "games"))
        // Killed where nobody was asked, and where a code was shown.
        for isAsking in [false, true] {
            let client = try TestClient(settings(daemon, "games"))
            try client.see("Sign up")
            if isAsking { try ask(client) }
            try restart(daemon)
        }
        // Another user logs in: nothing.
        let other = try TestClient(settings(daemon, "daemon"))
        try letIn(other, "daemon", daemon)
        try other.settle(300)
        #expect(try other.main.state.selectedTab == "builds")
        #expect(links.all.count == 1)
        other.coordinator.finish()
        try restart(daemon)
        // Its own user is let in, and killed before the tabs were chosen.
        do {
            let client = try TestClient(settings(daemon, "games"))
            try ask(client)
            approve("games", daemon)
            try client.see("laptop is let in")
            try restart(daemon)
        }
        let own = try TestClient(settings(daemon, "games"))
        try own.stand("deeplink://reviews/pr/7")
        try own.until("it does not wait any more") { links.all.isEmpty }
        own.coordinator.finish()
        try restart(daemon)
        // Again: nothing.
        let again = try TestClient(settings(daemon, "games"))
        try again.until("it is in") { again.coordinator.main != nil }
        try again.settle(300)
        #expect(try again.main.state.selectedTab == "builds")
    }

    // MARK: Parts

    private func held(
        _ link: String, _ id: String, _ socket: String, owner: String? = nil, expires: Int64 = .max
    ) throws -> HeldLink {
        HeldLink(socket: socket, owner: owner, link: try DeepLink(parsing: link), id: id, expires: expires)
    }

    private func restart(_ daemon: TestDaemon) throws {
        daemon.stop()
        try daemon.start()
    }

    private func settings(_ daemon: TestDaemon, _ owner: String) -> ClientSettings {
        var settings = ClientSettings(
            paths: SocketPaths(notify: "/nowhere", client: "/nowhere", state: "\(daemon.directory.path)/device"),
            tableDirectories: ["\(daemon.directory.path)/config"], trustedUIDs: [])
        settings.remote = ClientSettings.Remote(path: daemon.remote, owner: owner)
        return settings
    }

    private func ask(_ client: TestClient) throws {
        try client.see("Sign up")
        client.type("laptop")
        try client.press("Enter")
        try client.see("A code for laptop")
    }

    private func approve(_ owner: String, _ daemon: TestDaemon) {
        _ = Tmux.shell(
            "setpriv --reuid=\(owner) --regid=\(owner) --clear-groups \(Program.path("deeplinkctl")) "
                + "--client=\(daemon.paths.client) enroll --approve laptop")
    }

    private func letIn(_ client: TestClient, _ owner: String, _ daemon: TestDaemon) throws {
        try ask(client)
        approve(owner, daemon)
        try client.see("laptop is let in")
        try client.press("Enter")
        try client.until("it is in") { client.coordinator.main != nil }
    }
}
