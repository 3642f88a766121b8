import Client
import Posix
import Terminal
import Testing

@testable import TerminalClient

/// A daemon that was taken over says what it likes; the client runs what its own files say, and nothing else.
@Suite struct PlantedCommandTests {
    @Test func aCommandInADaemonsAnswers_IsNeverRun() throws {
        let directory = try TemporaryDirectory()
        let paths = (socket: "\(directory.path)/client.sock", proof: "\(directory.path)/proof")
        let listener = try Socket.listen(path: paths.socket, mode: 0o600, backlog: 1)
        let client = try TestClient(
            ClientSettings(
                paths: .init(notify: "", client: paths.socket, state: directory.path), tableDirectories: [],
                trustedUIDs: []))
        let daemon = try #require(try listener.accept())
        let planted = #""command":["touch","\#(paths.proof)"]"#
        let screens = #""screens":[{"path":"r","title":"R","content":"command",\#(planted)}]"#
        let tabs = #""tabs":[{"id":"a","title":"A","root":"r",\#(planted),\#(screens)}]"#
        let table = #""table":{"version":"t",\#(planted),\#(tabs)}"#
        try say(
            #""id":1,"result":{"protocol":1,"server":"x","inbox":0,\#(table),"unread":{},"missed":{"count":0,"since":0},\#(planted)}"#,
            over: daemon)
        try client.see("Your route table files have no command for this screen")
        let route =
            #""route":{"link":"deeplink://a/r","tab":"a","path":["r"],"stack":"rebuild","why":{"source":"link","text":"x",\#(planted)},\#(planted)}"#
        try say(#""id":1,"method":"route.open","params":{"open":7,\#(route),\#(planted)}"#, over: daemon)
        try client.until("the offer is answered") { client.coordinator.ledger.hasShown(7) }
        try client.press("r")
        try client.settle()
        #expect(client.frame.text.contains("Your route table files have no command for this screen"))
        #expect(try !Files.exists(paths.proof))
    }

    private func say(_ members: String, over socket: Socket) throws {
        _ = try socket.send(Array(#"{"jsonrpc":"2.0",\#(members)}"#.utf8) + [UInt8(ascii: "\n")])
    }
}
