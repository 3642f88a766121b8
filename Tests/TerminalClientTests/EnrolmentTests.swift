import Client
import Posix
import Routing
import Terminal
import Testing
import Wire

@testable import TerminalClient

/// A client at remote.sock of a real daemon, and its owner's at client.sock.
@Suite struct EnrolmentTests {
    private let daemon: TestDaemon
    private let owner: TestClient

    init() throws {
        daemon = try TestDaemon()
        owner = try TestClient(daemon.settings)
        try owner.list("Nothing here yet")
    }

    @Test func theOwnersKey_LetsADeviceIn() throws {
        let device = try device()
        try ask(device)
        try approve("laptop")
        try device.see("laptop is let in")
        try device.press("Enter")
        try device.until("it is in") { device.coordinator.main != nil }
        let token = try #require(try tokens.token(for: daemon.remote, owner: nil))
        #expect(token.device == "laptop")
        #expect(token.token.count == 32)
        // The next start needs nobody.
        device.coordinator.finish()
        let again = try self.device()
        try again.until("it is in") { again.coordinator.main != nil }
        #expect(again.coordinator.link.isRemote)
    }

    @Test func theCode_LetsADeviceIn_AndAWrongOneCostsATry() throws {
        let device = try device()
        try ask(device)
        let code = try code()
        device.type(code == "000000" ? "000001" : "000000")
        try device.see("4 tries left")
        device.type(code)
        try device.see("laptop is let in")
        try device.press("j", "Space", "Enter")
        try device.until("it is in") { device.coordinator.main != nil }
        // The tab that was not chosen raises no banner here.
        try daemon.send(#"{"kind":"pr","state":"review_requested","key":"7","title":"quiet","params":{"number":7}}"#)
        try daemon.send(#"{"kind":"ci.run","state":"failed","key":"7","title":"loud","params":{"run":7}}"#)
        try device.see("loud")
        #expect(device.coordinator.banners.others == 0)
    }

    @Test func theOwnersNo_IsSaid() throws {
        let device = try device()
        try ask(device)
        try openRequest()
        try owner.press("D")
        try device.see("the owner said no")
        #expect(try tokens.read().isEmpty)
    }

    @Test func aRevokedDevice_IsAtLoginAtOnce_WithItsName() throws {
        let device = try device()
        try letIn(device)
        try revoke("laptop")
        try device.until("it is at login") { device.coordinator.switcher.current.kind == .login }
        #expect(device.frame.text.contains("Device  laptop"))
        // Revoked, the name is free: what asks to log in signs up anew.
        try device.press("Enter")
        try device.see("A code for laptop")
        try approve("laptop")
        try device.see("laptop is let in")
    }

    @Test func aDaemonThatComesAgain_LetsTheFlowGoOn() throws {
        let device = try device()
        try ask(device)
        daemon.stop()
        try device.see("no connection")
        try daemon.start()
        try device.see("the code with it")
        device.type("r")
        try device.see("5:00 left")
        try approve("laptop")
        try device.see("laptop is let in")
        // Let in, and not in yet: that outlives the daemon, too.
        daemon.stop()
        try device.see("no connection")
        try daemon.start()
        try device.until("it is connected") { !device.frame.text.contains("no connection") }
        try device.press("Enter")
        try device.until("it is in") { device.coordinator.main != nil }
    }

    @Test func signUpsScene_IsReleasedWithAllUnderIt() throws {
        let device = try device()
        try ask(device)
        weak let scene = device.coordinator.switcher.current as? SignUpScene
        weak let flow = scene?.coordinator
        weak let step = scene?.coordinator.steps.top
        #expect(step != nil)
        try approve("laptop")
        try device.see("laptop is let in")
        weak let last = flow?.steps.top
        try device.press("Enter")
        try device.until("it is in") { device.coordinator.main != nil }
        #expect(scene == nil)
        #expect(flow == nil)
        #expect(step == nil)
        #expect(last == nil)
    }

    @Test func anotherLoginScene_NeedsAnotherFactoryOnly() throws {
        final class Other: Scene {
            let kind = NavigationState.Scene.login
            func show() {}
            func cover() {}
            func perform(_ action: Action) {}
            func draw(rows: Int, columns: Int) -> Frame {
                var frame = Frame(rows: rows, columns: columns)
                frame.put("another login", row: 0, column: 0)
                return frame
            }
        }
        final class Factory: SceneFactory {
            let usual: any SceneFactory
            init(_ usual: any SceneFactory) { self.usual = usual }
            func makeScene(for type: SceneType) -> any Scene {
                if case .login = type { Other() } else { usual.makeScene(for: type) }
            }
        }
        try letIn(device())
        try revoke("laptop")
        let swapped = try TestClient(settings) { Factory($0) }
        try swapped.see("another login")
    }

    @Test func back_KeepsTheName_OnTheScreen() throws {
        let device = try device()
        try ask(device)
        try device.press("Esc")
        try device.see("Device  laptop")
    }

    // MARK: Links that wait

    @Test func aLink_WaitsThroughSignUp_AndIsGoneToOnce() throws {
        let links = HeldLinks(path: settings.heldLinksPath)
        try links.hold(
            HeldLink(
                socket: daemon.remote, owner: nil, link: DeepLink(parsing: "deeplink://reviews/pr/7"), id: "one",
                expires: Clock.system.wall() + 60_000))
        let device = try device()
        try letIn(device)
        try device.stand("deeplink://reviews/pr/7")
        try device.until("it does not wait any more") { links.all.isEmpty }
        try device.press("1")
        device.coordinator.finish()
        let again = try self.device()
        try again.until("it is in") { again.coordinator.main != nil }
        try again.settle(300)
        #expect(try again.main.state.selectedTab == "builds")
    }

    // MARK: Parts

    private var settings: ClientSettings {
        var settings = ClientSettings(
            paths: SocketPaths(notify: "/nowhere", client: "/nowhere", state: "\(daemon.directory.path)/device"),
            tableDirectories: ["\(daemon.directory.path)/config"], trustedUIDs: [])
        settings.remote = ClientSettings.Remote(path: daemon.remote)
        return settings
    }

    private var tokens: DeviceTokens { DeviceTokens(path: settings.tokensPath) }

    private func device() throws -> TestClient { try TestClient(settings) }

    /// As far as the code.
    private func ask(_ device: TestClient) throws {
        try device.see("Sign up")
        device.type("laptop")
        try device.press("Enter")
        try device.see("A code for laptop")
    }

    private func letIn(_ device: TestClient) throws {
        try ask(device)
        try approve("laptop")
        try device.see("laptop is let in")
        try device.press("Enter")
        try device.until("it is in") { device.coordinator.main != nil }
    }

    /// The owner goes to the newest request.
    private func openRequest() throws {
        try owner.press("0", "g")
        try owner.list("asks to be let in")
        try owner.press("Enter")
        try owner.see("lets it in")
    }

    private func approve(_ name: String) throws {
        try openRequest()
        try owner.press("a")
        try owner.see("\(name) was let in")
    }

    private func code() throws -> String {
        try openRequest()
        let match = owner.frame.text.firstMatch(of: /Code +([0-9]{6})/)
        return String(try #require(match).output.1)
    }

    private func revoke(_ name: String) throws {
        var result: Result<Nothing, WireError>?
        owner.coordinator.link.call(DevicesRevoke(device: name)) { result = $0 }
        try owner.until("it is revoked") { result != nil }
        #expect(throws: Never.self) { try result?.get() }
    }
}
