import Client
import Posix
import Terminal
import Testing

@testable import TerminalClient

/// Another owner's inbox over the same connection's place: nothing of the one before is seen or used.
@Suite struct ChangeOfUserTests {
    private func say(_ members: String, over socket: Socket) throws {
        _ = try socket.send(Array(#"{"jsonrpc":"2.0",\#(members)}"#.utf8) + [UInt8(ascii: "\n")])
    }

    private func hello(_ owner: String, _ inbox: Int, over socket: Socket) throws {
        let screens = #""screens":[{"path":"r","content":"cells"},{"path":"c/:x","content":"command"}]"#
        let table = #""table":{"version":"t","tabs":[{"id":"a","title":"A","root":"r",\#(screens)}]}"#
        try say(
            #""id":1,"result":{"protocol":1,"server":"x","owner":"\#(owner)","inbox":\#(inbox),\#(table),"unread":{},"missed":{"count":3,"since":7}}"#,
            over: socket)
    }

    @Test func anotherOwner_FindsNothingOfTheOneBefore() throws {
        let directory = try TemporaryDirectory()
        let socket = "\(directory.path)/client.sock"
        let listener = try Socket.listen(path: socket, mode: 0o600, backlog: 1)
        var settings = ClientSettings(
            paths: .init(notify: "", client: socket, state: "\(directory.path)/state"), tableDirectories: [],
            trustedUIDs: [Environment.system.uid])
        settings.remote = ClientSettings.Remote(path: socket)
        try Files.makeDirectories("\(directory.path)/state", mode: 0o700)
        let client = try TestClient(settings)
        let first = try #require(try listener.accept())
        try hello("ada", 1000, over: first)
        try client.until("ada is in") { client.coordinator.main != nil }
        let route =
            #""route":{"link":"deeplink://a/c/1","tab":"a","path":["r","c/1"],"stack":"rebuild","why":{"source":"link","text":"x"}}"#
        try say(#""id":1,"method":"route.open","params":{"open":7,\#(route)}"#, over: first)
        try client.until("the offer is answered") { client.coordinator.ledger.hasShown(7) }
        weak let before = client.container.resolve(UserObjects.self)
        weak let scene = client.coordinator.main

        // The same owner again: all is as it was.
        first.close()
        let again = try reconnected(listener, client)
        try hello("ada", 1000, over: again)
        try client.until("ada is back") { client.coordinator.link.isAttached }
        #expect(try client.main.tabBar.selectedStack.modules.count == 2)
        #expect(client.coordinator.ledger.hasShown(7))

        // Another one.
        again.close()
        let other = try reconnected(listener, client)
        try hello("bob", 1001, over: other)
        try client.until("bob is in") { client.coordinator.link.isAttached }
        #expect(try client.main.tabBar.selectedStack.modules.count == 1, "bob begins at the root")
        #expect(!client.coordinator.ledger.hasShown(7), "an open of the same number is another one")
        #expect(client.coordinator.banners.current != nil)
        try client.press("C-o")
        #expect(client.frame.text.contains("no jump to go back to"))
        #expect(before == nil)
        #expect(scene == nil)
        client.coordinator.finish()
        let files = try Files.list(settings.paths.state).filter { $0.hasPrefix("views-") }
        #expect(files.count == 2, "each inbox has its own file: \(files)")
    }

    private func reconnected(_ listener: Socket, _ client: TestClient) throws -> Socket {
        var accepted: Socket?
        try client.until("it comes again") {
            accepted = accepted ?? (try? listener.accept())
            return accepted != nil
        }
        return try #require(accepted)
    }
}
