import Posix
import Testing

struct SocketTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func bytesSent_AreReceivedInOrder() throws {
        let (left, right) = try Socket.pair()
        #expect(try left.send([1, 2, 3]) == 3)
        var buffer: [UInt8] = [9]
        #expect(try right.receive(appendingTo: &buffer, most: 2) == .bytes(2))
        #expect(try right.receive(appendingTo: &buffer, most: 10) == .bytes(1))
        #expect(buffer == [9, 1, 2, 3])
        #expect(try right.receive(appendingTo: &buffer, most: 10) == .nothingYet)
        #expect(buffer == [9, 1, 2, 3])
    }

    @Test func closedPeer_IsTheEndForTheReaderAndAnErrorForTheSender() throws {
        let (left, right) = try Socket.pair()
        _ = try left.send([7])
        left.close()
        #expect(left.fileDescriptor == -1)
        var buffer: [UInt8] = []
        #expect(try right.receive(appendingTo: &buffer, most: 10) == .bytes(1))
        #expect(try right.receive(appendingTo: &buffer, most: 10) == .end)
        let error = #expect(throws: SystemError.self) { try right.send([1]) }
        #expect(error?.isDisconnected == true)
        #expect(error?.description == "send: Broken pipe")
    }

    @Test func shutdownSending_LeavesTheOtherWayOpen() throws {
        let (left, right) = try Socket.pair()
        try left.shutdownSending()
        var buffer: [UInt8] = []
        #expect(try right.receive(appendingTo: &buffer, most: 10) == .end)
        #expect(try right.send([5]) == 1)
        #expect(try left.receive(appendingTo: &buffer, most: 10) == .bytes(1))
    }

    @Test func fullSocket_TakesNothingInsteadOfWaiting() throws {
        let (left, right) = try Socket.pair()
        let block = [UInt8](repeating: 1, count: 65_536)
        var sent = 0
        while let count = try left.send(block) { sent += count }
        var buffer: [UInt8] = []
        while case .bytes = try right.receive(appendingTo: &buffer, most: 65_536) {}
        #expect(buffer.count == sent)
        #expect(try left.send(block[10...]) != nil)
    }

    @Test func listener_AcceptsWhoConnectsAndNobodyElse() throws {
        let path = directory("a.sock")
        let listener = try Socket.listen(path: path, mode: 0o600, backlog: 8)
        #expect(try listener.accept() == nil)
        let client = try Socket.connect(path: path)
        let server = try #require(try listener.accept())
        #expect(try listener.accept() == nil)
        _ = try client.send([1])
        var buffer: [UInt8] = []
        #expect(try server.receive(appendingTo: &buffer, most: 10) == .bytes(1))
    }

    @Test(arguments: [0o600, 0o666, 0o660] as [UInt32])
    func listener_HasExactlyTheModeAskedFor(mode: UInt32) throws {
        let path = directory("\(mode).sock")
        let listener = try Socket.listen(path: path, mode: mode, backlog: 8)
        let facts = try Files.facts(path)
        #expect(facts.kind == .socket)
        #expect(facts.mode == mode)
        #expect(listener.fileDescriptor >= 0)
    }

    @Test func secondListenerOnAPath_IsRefusedAndTheFirstStays() throws {
        let path = directory("a.sock")
        let first = try Socket.listen(path: path, mode: 0o600, backlog: 8)
        let error = #expect(throws: SystemError.self) { try Socket.listen(path: path, mode: 0o600, backlog: 8) }
        #expect(error?.isAlreadyThere == true)
        _ = try Socket.connect(path: path)
        #expect(try first.accept() != nil)
    }

    @Test func connectingToNobody_SaysWhatIsMissing() throws {
        let path = directory("a.sock")
        let missing = #expect(throws: SystemError.self) { try Socket.connect(path: path) }
        #expect(missing?.isNotFound == true)
        #expect(missing?.description == "connect \(path): No such file or directory")
        try Socket.listen(path: path, mode: 0o600, backlog: 8).close()
        // A child that another test starts at this moment holds it open until it has become its program.
        var stale: SystemError?
        for _ in 0..<100_000 where stale?.isRefused != true {
            do throws(SystemError) { try Socket.connect(path: path).close() } catch { stale = error }
        }
        #expect(stale?.isRefused == true)
    }

    @Test func fullBacklog_AnswersAtOnce() throws {
        let path = directory("a.sock")
        let listener = try Socket.listen(path: path, mode: 0o600, backlog: 1)
        var waiting: [Socket] = []
        let error = #expect(throws: SystemError.self) {
            for _ in 0..<16 { waiting.append(try Socket.connect(path: path)) }
        }
        #expect(error?.isWouldBlock == true)
        #expect(!waiting.isEmpty)
        #expect(try listener.accept() != nil)
        #expect(throws: Never.self) { try Socket.connect(path: path) }
    }

    @Test func pathOf107Bytes_FitsAndOf108_IsRefused() throws {
        let room = 107 - directory.path.utf8.count - 1
        let longest = directory(String(repeating: "x", count: room))
        let listener = try Socket.listen(path: longest, mode: 0o600, backlog: 1)
        _ = try Socket.connect(path: longest)
        #expect(try listener.accept() != nil)
        let error = #expect(throws: SystemError.self) {
            try Socket.listen(path: longest + "x", mode: 0o600, backlog: 1)
        }
        #expect(error?.reason == "File name too long")
        #expect(error?.subject == longest + "x")
    }

    @Test func emptyPathOrNul_IsRefused() {
        for path in ["", "a\0b"] {
            let error = #expect(throws: SystemError.self) { try Socket.connect(path: path) }
            #expect(error?.reason == "Invalid argument")
        }
    }

    @Test func inheritedListener_Works() throws {
        let path = directory("a.sock")
        let listener = try Socket.listen(path: path, mode: 0o600, backlog: 8)
        let inherited = try Socket.listener(inherited: try FileDescriptor.duplicate(of: listener.fileDescriptor))
        _ = try Socket.connect(path: path)
        #expect(try inherited.accept() != nil)
    }

    @Test func inheritedDescriptorThatIsNoListener_SaysWhatItIs() throws {
        let (end, _) = try Socket.pair()
        let connected = #expect(throws: SystemError.self) {
            try Socket.listener(inherited: try FileDescriptor.duplicate(of: end.fileDescriptor))
        }
        #expect(connected?.reason == "Invalid argument")
        let file = #expect(throws: SystemError.self) { try Socket.listener(inherited: try FileDescriptor.null()) }
        #expect(file?.reason == "Socket operation on non-socket")
    }

    @Test func peer_IsWhoConnected() throws {
        let path = directory("a.sock")
        let listener = try Socket.listen(path: path, mode: 0o600, backlog: 8)
        let client = try Socket.connect(path: path)
        let peer = try Peer(of: try #require(try listener.accept()))
        #expect(peer.uid == Environment.system.uid)
        #expect(peer.gid == Environment.system.gid)
        #expect(peer.pid == Environment.system.pid)
        #expect(client.fileDescriptor >= 0)
    }
}

/// So that tests can say "nobody was accepted".
private func == (socket: Socket?, none: _OptionalNilComparisonType) -> Bool {
    if case .none = socket { true } else { false }
}
