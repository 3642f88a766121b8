import Glibc
import Posix
import Systemd
import Testing

struct EventSourceTests {
    private final class Reader {
        var source: EventSource?
        var texts: [String?] = []
        var events: [IOEvents] = []
    }

    @Test func bytes_AreReadInHandler() throws {
        let (loop, pair, reader) = (try EventLoop(), try SocketPair(), Reader())
        reader.source = try loop.watch(pair.near, for: .readable) { [unowned reader] events in
            reader.events.append(events)
            reader.texts.append(pair.receive(on: pair.near))
        }
        #expect(try !loop.step())
        pair.send("hello")
        try turn(loop) { !reader.texts.isEmpty }
        #expect(reader.texts == ["hello"])
        #expect(reader.events == [.readable])
        #expect(try !loop.step(), "nothing is left to read")
    }

    @Test func peerGone_IsHangup() throws {
        let (loop, pair, reader) = (try EventLoop(), try SocketPair(), Reader())
        reader.source = try loop.watch(pair.near, for: [.readable, .readClosed]) { [unowned reader] events in
            reader.events.append(events)
            reader.source = nil
        }
        pair.closeFar()
        try turn(loop) { !reader.events.isEmpty }
        #expect(reader.events == [[.readable, .readClosed, .hangup]])
    }

    @Test func changedInterest_IsWhatCounts() throws {
        let (loop, pair, reader) = (try EventLoop(), try SocketPair(), Reader())
        reader.source = try loop.watch(pair.near, for: .writable) { [unowned reader] events in
            reader.events.append(events)
        }
        #expect(try loop.step())
        try reader.source?.setInterest(.readable)
        #expect(try !loop.step())
        #expect(reader.events == [.writable])
    }

    @Test func disabledSource_IsSilentUntilEnabled() throws {
        let (loop, pair, reader) = (try EventLoop(), try SocketPair(), Reader())
        reader.source = try loop.watch(pair.near, for: .writable) { [unowned reader] events in
            reader.events.append(events)
        }
        reader.source?.disable()
        #expect(try !loop.step())
        reader.source?.enable()
        #expect(try loop.step())
        #expect(reader.events.count == 1)
    }

    // Would use freed memory (visible under AddressSanitizer) if the box went with the source and not with sd-event.
    @Test func sourceDroppedInsideItsHandler_IsCalledNoMoreAndFreesItsCapturesAfterwards() throws {
        final class Token {}
        let (loop, pair, reader) = (try EventLoop(), try SocketPair(), Reader())
        var token: Token? = Token()
        weak let remains = token
        var wasAliveAfterDrop = false
        reader.source = try loop.watch(pair.near, for: .writable) { [unowned reader, token] events in
            reader.source = nil
            wasAliveAfterDrop = token != nil
            reader.events.append(events)
        }
        token = nil
        #expect(remains != nil)
        #expect(try loop.step())
        #expect(try !loop.step())
        #expect(reader.events.count == 1)
        #expect(wasAliveAfterDrop)
        #expect(remains == nil)
    }

    @Test func droppedSource_FreesItsCaptures() throws {
        final class Token {}
        let loop = try EventLoop()
        var token: Token? = Token()
        weak let remains = token
        do {
            let source = try loop.timer(after: .seconds(60)) { [token] in _ = token }
            token = nil
            expect(source, isEnabled: true)
            #expect(remains != nil)
        }
        #expect(remains == nil)
    }

    @Test func refusedSource_FreesItsCapturesAndNamesTheCall() throws {
        final class Token {}
        let loop = try EventLoop()
        var token: Token? = Token()
        weak let remains = token
        let error = #expect(throws: SystemdError.self) {
            _ = try loop.watch(1_000_000, for: .readable) { [token] _ in _ = token }
        }
        token = nil
        #expect(error == SystemdError(call: "sd_event_add_io", code: EBADF))
        #expect(error?.description == "sd_event_add_io: Bad file descriptor (9)")
        #expect(remains == nil)
    }

    @Test func sourceOutlivesTheLastUseOfItsLoop() throws {
        var loop: EventLoop? = try EventLoop()
        weak let remains = loop
        do {
            let source = try #require(loop).timer(after: .seconds(60)) {}
            loop = nil
            expect(source, isEnabled: true)
            #expect(remains != nil)
        }
        #expect(remains == nil)
    }

    @Test func closingSource_ClosesItsDescriptor() throws {
        let (loop, pair) = (try EventLoop(), try SocketPair())
        do {
            let source = try loop.watch(pair.near, for: .readable, closing: true) { _ in }
            pair.giveUpNear()
            expect(source, isEnabled: true)
        }
        #expect(pair.receive(on: pair.far) == "", "end of file: the near end is closed")
    }

    @Test func borrowedDescriptor_StaysOpen() throws {
        let (loop, pair) = (try EventLoop(), try SocketPair())
        do {
            let source = try loop.watch(pair.near, for: .readable) { _ in }
            expect(source, isEnabled: true)
        }
        #expect(pair.receive(on: pair.far) == nil, "nothing to read, and not closed")
    }

    @Test func childThatEnds_MakesItsPidfdReadable() throws {
        let (loop, reader) = (try EventLoop(), Reader())
        let child = try ChildProcess.spawn(.init(["/bin/sh", "-c", "exit 3"]))
        reader.source = try loop.watch(child.pidfd, for: .readable) { [unowned reader] events in
            reader.events.append(events)
            reader.source = nil
        }
        try turn(loop) { !reader.events.isEmpty }
        #expect(try child.reap() == .exited(3))
    }
}
