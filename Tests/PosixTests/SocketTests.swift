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
        let stale = #expect(throws: SystemError.self) { try Socket.connect(path: path) }
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

    @Test(arguments: ["", "a\0b"])
    func emptyPathOrNul_IsRefused(path: String) {
        let error = #expect(throws: SystemError.self) { try Socket.connect(path: path) }
        #expect(error?.reason == "Invalid argument")
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

struct PollSetTests {
    @Test func onlyWhatIsReady_IsReportedUnderItsToken() throws {
        let set = try PollSet()
        let (a, b) = try Socket.pair()
        let (c, d) = try Socket.pair()
        try set.add(b.fileDescriptor, for: .readable, token: 7)
        try set.add(d.fileDescriptor, for: .readable, token: UInt64.max)
        #expect(try set.wait(timeoutMilliseconds: 0).isEmpty)
        _ = try c.send([1])
        #expect(try set.wait(timeoutMilliseconds: 1_000) == [PollSet.Ready(token: .max, events: .readable)])
        #expect(a.fileDescriptor != c.fileDescriptor)
    }

    @Test func modifyAndRemove_ChangeWhatIsWaitedFor() throws {
        let set = try PollSet()
        let (a, b) = try Socket.pair()
        try set.add(a.fileDescriptor, for: .readable, token: 1)
        let twice = #expect(throws: SystemError.self) { try set.add(a.fileDescriptor, for: .readable, token: 1) }
        #expect(twice?.isAlreadyThere == true)
        try set.modify(a.fileDescriptor, for: [.readable, .writable], token: 2)
        #expect(try set.wait(timeoutMilliseconds: 0) == [PollSet.Ready(token: 2, events: .writable)])
        try set.modify(a.fileDescriptor, for: [], token: 3)
        #expect(try set.wait(timeoutMilliseconds: 0).isEmpty)
        b.close()
        #expect(try set.wait(timeoutMilliseconds: 0) == [PollSet.Ready(token: 3, events: .hungUp)])
        try set.remove(a.fileDescriptor)
        #expect(try set.wait(timeoutMilliseconds: 0).isEmpty)
    }

    @Test func most_BoundsOneWaitAndTheRestComesNext() throws {
        let set = try PollSet()
        var ends: [Socket] = []
        for token in 0..<10 {
            let (a, b) = try Socket.pair()
            _ = try a.send([1])
            try set.add(b.fileDescriptor, for: .readable, token: UInt64(token))
            ends += [a, b]
        }
        var seen: Set<UInt64> = []
        var ready: [PollSet.Ready] = []
        for _ in 0..<2 {
            try set.wait(timeoutMilliseconds: 0, most: 6, into: &ready)
            #expect(ready.count <= 6)
            seen.formUnion(ready.map(\.token))
        }
        #expect(seen.count == 10)
    }

    @Test func setInsideASet_IsReadableWhileSomethingInItIsReady() throws {
        let (inner, outer) = (try PollSet(), try PollSet())
        let (a, b) = try Socket.pair()
        try inner.add(b.fileDescriptor, for: .readable, token: 1)
        try outer.add(inner.fileDescriptor, for: .readable, token: 2)
        #expect(try outer.wait(timeoutMilliseconds: 0).isEmpty)
        _ = try a.send([1])
        #expect(try outer.wait(timeoutMilliseconds: 0).map(\.token) == [2])
    }
}
