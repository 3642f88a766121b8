import Terminal
import Testing

@testable import TerminalClient

/// A banner stands until its notification was handled, however that was done, and no key takes it away for nothing.
@Suite struct HandledBannerTests {
    private static let event =
        #"{"kind":"ci.run","state":"failed","key":"7","title":"build 7","priority":"high","params":{"run":7}}"#

    @Test(arguments: ["m", "d"])
    func aCellThatIsReadOrDismissed_NeedsNoBanner(_ key: String) throws {
        let (daemon, client) = try attached()
        try daemon.send(Self.event)
        try client.see("o open")
        try client.list("build 7")
        try client.press(key)
        try client.until("the banner goes") { !client.frame.text.contains("o open") }
    }

    @Test(arguments: ["m", "d"])
    func whatIsHandledInAnotherClient_NeedsNoBannerHere(_ key: String) throws {
        let (daemon, client) = try attached()
        let other = try TestClient(daemon.settings)
        try daemon.send(Self.event)
        try client.see("o open")
        try other.list("build 7")
        try other.press(key)
        try client.until("the banner goes here too") {
            do { try other.settle(5) } catch { Issue.record(error) }
            return !client.frame.text.contains("o open")
        }
        // A newer state is news again.
        try daemon.send(Self.event)
        try client.see("o open")
    }

    @Test func whatIsNoNewsAnyMore_NeedsNoBanner() throws {
        let (daemon, client) = try attached()
        try daemon.send(
            #"{"kind":"ci.run","state":"failed","key":"7","title":"build 7","priority":"high","ttl_seconds":1}"#)
        try client.see("o open")
        try client.until("it goes by itself") { !client.frame.text.contains("o open") }
    }

    @Test func aBannerThatCannotBeOpened_Stays() throws {
        let (daemon, client) = try attached()
        try daemon.send(Self.event)
        try client.see("o open")
        try client.settle(350)
        daemon.stop()
        try client.see("no daemon since")
        try client.press("o")
        try client.see("it cannot be opened now")
        #expect(client.frame.text.contains("o open"))
    }

    @Test func theNotificationView_HandlesWhatWasMissed() throws {
        let daemon = try TestDaemon()
        try daemon.send(Self.event)
        let client = try TestClient(daemon.settings)
        try client.see("1 while you were away")
        try client.press("0")
        #expect(!client.frame.text.contains("while you were away"))
    }

    private func attached() throws -> (TestDaemon, TestClient) {
        let daemon = try TestDaemon()
        let client = try TestClient(daemon.settings)
        try client.see("Nothing here yet")
        return (daemon, client)
    }
}
