import InboxStore
import JournalReader
import Posix
import Routing
import Systemd
import Testing
import Wire

@testable import Daemon

/// A user's daemon before a system's daemon that says strange things, restarts, or was put back to an earlier state.
@Suite struct StrangeSystemTests {
    let harness: Harness
    let system: ScriptedSystem

    init() throws {
        let parent = Environment.system["TMPDIR"] ?? "/tmp"
        let path = "\(parent)/dls-\(try RandomBytes.hexadecimal(count: 8)).sock"
        harness = try Harness(followed: path)
        system = try ScriptedSystem(for: harness, at: path)
        try system.awaitGreeting()
        try system.settle()
    }

    private func titles() throws -> [String] {
        try harness.daemon.store.events(inbox: harness.me, after: 0, limit: 100).map(\.event.title)
    }

    private func count(_ id: MessageID, _ entries: [String]) -> Int {
        entries.count { $0.contains("MESSAGE_ID=\(id)\n") }
    }

    @Test func unreadableEvent_IsLeftOutOnceAndSaid() throws {
        try system.send(1, title: "one")
        try system.send(#"{"jsonrpc":"2.0","method":"event","params":{"seq":2,"cell":"of another kind"}}"#)
        try system.send(3, title: "three")
        #expect(try titles() == ["one", "three"])
        #expect(system.acknowledged.last == 3)
        #expect(count(JournalMessages.systemSkipped, harness.journal.entries()) == 1)
        #expect(harness.daemon.system?.skipped == 1)
        #expect(system.greetings == 1, "the connection goes on")
        // Its word on what was acknowledged may be lost: the event comes again, and is not read again.
        try system.hangUp()
        try system.awaitGreeting()
        try system.send(#"{"jsonrpc":"2.0","method":"event","params":{"seq":2,"cell":"of another kind"}}"#)
        try system.send(4, title: "four")
        #expect(try titles() == ["one", "three", "four"])
        #expect(count(JournalMessages.systemSkipped, harness.journal.entries()) == 0)
    }

    @Test func oneOutage_IsWrittenOnce() throws {
        _ = harness.journal.entries()
        try system.hangUp()
        try system.awaitGreeting()
        try system.settle()
        var entries = harness.journal.entries()
        #expect(count(JournalMessages.systemLost, entries) == 1)
        #expect(count(JournalMessages.systemAttached, entries) == 1)
        try system.hangUp()
        for _ in 0..<2 {
            // Lost in greeting, again and again: the same outage.
            try system.awaitConnection()
            try system.hangUp()
        }
        try system.awaitGreeting()
        entries = harness.journal.entries()
        #expect(count(JournalMessages.systemLost, entries) == 1, "\(entries)")
    }

    @Test func refusal_IsWrittenBesidesTheOutageAndOnce() throws {
        _ = harness.journal.entries()
        system.store = harness.daemon.store.identity
        try system.hangUp()
        try system.awaitGreeting()
        try system.awaitGreeting()
        let lost = harness.journal.entries().filter { $0.contains("MESSAGE_ID=\(JournalMessages.systemLost)\n") }
        #expect(lost.count == 2)
        #expect(lost.last?.contains("own socket") == true)
        #expect(harness.daemon.system?.phase != .following)
    }

    @Test func olderCopyOfTheDatabase_IsAnOriginOfItsOwn() throws {
        for seq in 1...5 { try system.send(Int64(seq), title: "before \(seq)") }
        #expect(system.acknowledged.last == 5)
        system.newest = 3
        try system.hangUp()
        try system.awaitGreeting()
        #expect(count(JournalMessages.systemRestored, harness.journal.entries()) == 1)
        // Seqs 4 and 5 again, and other events.
        for seq in 4...5 { try system.send(Int64(seq), title: "after \(seq)") }
        #expect(try titles() == (1...5).map { "before \($0)" } + (4...5).map { "after \($0)" })
        #expect(system.acknowledged.suffix(2) == [4, 5])
        // From here on it is as any other: nothing is taken twice, also after a restart.
        system.newest = 5
        try harness.restart()
        try system.awaitGreeting()
        try system.send(5, title: "after 5")
        try system.send(6, title: "after 6")
        #expect(try titles().count == 8)
        #expect(count(JournalMessages.systemRestored, harness.journal.entries()) == 0)
        system.newest = 2
        try system.hangUp()
        try system.awaitGreeting()
        try system.send(3, title: "third time")
        #expect(try titles().last == "third time")
    }

    @Test func daemonThatDoesNotTellItsNewest_IsBelieved() throws {
        try system.send(1, title: "one")
        try system.hangUp()
        try system.awaitGreeting()
        try system.send(1, title: "one")
        try system.send(2, title: "two")
        #expect(try titles() == ["one", "two"])
    }
}
