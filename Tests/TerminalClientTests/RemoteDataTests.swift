import Posix
import Routing
import Testing

@testable import TerminalClient

@Suite struct DeviceTokensTests {
    private static func token(_ remote: String = "/r.sock", owner: String = "alice", _ token: String = "aa")
        -> DeviceToken
    {
        DeviceToken(remote: remote, owner: owner, asked: nil, device: "laptop", token: token)
    }

    @Test func tokens_AreKeptByInbox_ForThisUserOnly() throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/state/tokens.json"
        let tokens = DeviceTokens(path: path)
        #expect(try tokens.read().isEmpty)
        try tokens.keep(Self.token())
        try tokens.keep(Self.token(owner: "bob", "bb"))
        try tokens.keep(Self.token("/other.sock", owner: "carol", "cc"))
        try tokens.keep(Self.token("/r.sock", "a2"))
        #expect(try tokens.token(for: "/r.sock", owner: "bob")?.token == "bb")
        #expect(try tokens.token(for: "/r.sock", owner: nil)?.token == "a2")
        #expect(try tokens.token(for: "/r.sock", owner: "carol") == nil)
        #expect(try tokens.read().count == 3)
        #expect(try Files.facts(path).mode == 0o600)
    }

    @Test func aFileThatOthersMayRead_IsRefused_WithWhatToDo() throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/tokens.json"
        try Files.writeAtomically(Array(#"{"tokens":[]}"#.utf8), to: path, mode: 0o640)
        let fault = #expect(throws: DeviceTokens.Fault.self) { try DeviceTokens(path: path).read() }
        #expect(fault?.description.contains("chmod 600") == true)
        #expect(throws: DeviceTokens.Fault.self) { try DeviceTokens(path: path).keep(Self.token()) }
    }

    @Test(arguments: ["", "{", #"{"tokens":[{"remote":"/r"}]}"#, #"{"tokens":[7]}"#])
    func aBrokenFile_IsNotOverwritten(_ text: String) throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/tokens.json"
        try Files.writeAtomically(Array(text.utf8), to: path)
        #expect(throws: DeviceTokens.Fault.self) { try DeviceTokens(path: path).keep(Self.token()) }
        #expect(try Files.read(path, limit: 100).bytes == Array(text.utf8))
    }

    @Test func theOldestToken_MakesRoom() throws {
        let directory = try TemporaryDirectory()
        let tokens = DeviceTokens(path: "\(directory.path)/tokens.json")
        for number in 0..<(DeviceTokens.limit + 2) { try tokens.keep(Self.token("/\(number).sock")) }
        #expect(try tokens.read().count == DeviceTokens.limit)
        #expect(try tokens.token(for: "/1.sock", owner: nil) == nil)
        #expect(try tokens.token(for: "/2.sock", owner: nil) != nil)
    }
}

@Suite struct HeldLinksTests {
    private static func held(_ id: String, owner: String? = nil, socket: String = "/r.sock") throws -> HeldLink {
        HeldLink(
            socket: socket, owner: owner, link: try DeepLink(parsing: "deeplink://builds/runs/7"), id: id, expires: 5)
    }

    @Test func oneLinkWaits_ForEachInbox() throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/state/held.json"
        try HeldLinks(path: path).hold(Self.held("a", owner: "alice"))
        try HeldLinks(path: path).hold(Self.held("b", owner: "bob"))
        try HeldLinks(path: path).hold(Self.held("c", owner: "alice"))
        #expect(HeldLinks(path: path).all.map(\.id) == ["b", "c"])
        try HeldLinks(path: path).remove("b")
        #expect(HeldLinks(path: path).all == [try Self.held("c", owner: "alice")])
    }

    @Test func aLink_IsForItsOwnerOnly() throws {
        let alices = try Self.held("a", owner: "alice")
        #expect(alices.isFor(["alice", nil], at: "/r.sock"))
        #expect(!alices.isFor(["bob", nil], at: "/r.sock"))
        #expect(!alices.isFor([nil, nil], at: "/r.sock"))
        #expect(!alices.isFor(["alice"], at: "/other.sock"))
        #expect(try Self.held("n").isFor(["bob"], at: "/r.sock"))
    }

    @Test func aLinkOfNobodys_IsSettledOnce() throws {
        let directory = try TemporaryDirectory()
        let links = HeldLinks(path: "\(directory.path)/held.json")
        try links.hold(Self.held("a"))
        try links.settle("a", owner: "alice")
        try links.settle("a", owner: "bob")
        #expect(links.all.map(\.owner) == ["alice"])
    }

    @Test(arguments: ["", "{", #"{"held":[{"id":7}]}"#, #"{"held":[{"id":"a","socket":"/s","link":"x","expires":1}]}"#])
    func aBrokenFile_HoldsNothing(_ text: String) throws {
        let directory = try TemporaryDirectory()
        let links = HeldLinks(path: "\(directory.path)/held.json")
        try Files.writeAtomically(Array(text.utf8), to: "\(directory.path)/held.json")
        #expect(links.all.isEmpty)
        try links.hold(Self.held("a"))
        #expect(links.all.count == 1)
    }
}
