import Posix
import Testing

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
