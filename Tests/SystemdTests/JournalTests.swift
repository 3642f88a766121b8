import Glibc
import Systemd
import Testing

struct JournalTests {
    /// A datagram socket in a directory of its own, in the journal's place.
    @safe
    private final class Receiver {
        let path: String
        private let descriptor: CInt
        let directory: String

        init(in place: String? = nil) throws {
            directory = place ?? "/tmp/deeplinkd-journal-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
            path = directory + "/socket"
            let made = unsafe mkdir(directory, 0o700)
            try #require(made == 0)
            descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
            let result = unsafe withUnsafePointer(to: &address) {
                unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(result == 0)
        }

        deinit {
            remove()
            close(descriptor)
        }

        func remove() {
            unsafe unlink(path)
            unsafe rmdir(directory)
        }

        func next() -> [UInt8]? {
            var buffer = [UInt8](repeating: 0, count: 1 << 17)
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            return count < 0 ? nil : Array(buffer[..<count])
        }
    }

    @Test func entry_ArrivesAsFields() throws {
        let receiver = try Receiver()
        let journal = try Journal(identifier: "deeplinkd", destination: .socket(path: receiver.path))
        journal.send(
            JournalEntry(
                "opened", priority: .notice, id: "0123456789abcdef0123456789ABCDEF",
                fields: [("DEEPLINKD_ROUTE", "deeplink://jobs/é"), ("DEEPLINKD_CELL", "")]))
        let text = """
            MESSAGE=opened
            PRIORITY=5
            SYSLOG_IDENTIFIER=deeplinkd
            MESSAGE_ID=0123456789abcdef0123456789abcdef
            DEEPLINKD_ROUTE=deeplink://jobs/é
            DEEPLINKD_CELL=

            """
        #expect(receiver.next() == Array(text.utf8))
        #expect(journal.isStructured)
        #expect(journal.dropped == 0)
    }

    // With `KEY=value` framing the second line would be a field that the sender of an event chose.
    @Test func lineFeedInAValue_CannotAddAField() throws {
        let receiver = try Receiver()
        let journal = try Journal(identifier: "t", destination: .socket(path: receiver.path))
        journal.send(JournalEntry("m", fields: [("DEEPLINKD_KEY", "a\nPRIORITY=0")]))
        let counted = Array("DEEPLINKD_KEY\n".utf8) + [12, 0, 0, 0, 0, 0, 0, 0] + Array("a\nPRIORITY=0\n".utf8)
        let entry = try #require(receiver.next())
        #expect(Array(entry.suffix(counted.count)) == counted)
    }

    @Test func entryBelowTheThreshold_IsNotSentNorCounted() throws {
        let receiver = try Receiver()
        let journal = try Journal(identifier: "t", destination: .socket(path: receiver.path))
        journal.send(JournalEntry("how", priority: .debug))
        #expect(receiver.next() == nil)
        journal.threshold = .debug
        journal.send(JournalEntry("how", priority: .debug))
        #expect(receiver.next() != nil)
        #expect(journal.dropped == 0)
    }

    @Test func fullSocket_DropsAndCountsInsteadOfBlocking() throws {
        let receiver = try Receiver()
        let journal = try Journal(identifier: "t", destination: .socket(path: receiver.path))
        for number in 0..<5000 {
            journal.send(JournalEntry("entry \(number)"))
        }
        var received = 0
        while receiver.next() != nil {
            received += 1
        }
        #expect(received > 0 && received < 5000)
        #expect(journal.dropped == UInt64(5000 - received))
        journal.send(JournalEntry("room again"))
        #expect(receiver.next() != nil)
    }

    @Test func journalThatIsGone_DropsAndCounts_AndIsFoundAgain() throws {
        let first = try Receiver()
        let (directory, path) = (first.directory, first.path)
        let journal = try Journal(identifier: "t", destination: .socket(path: path))
        first.remove()
        journal.send(JournalEntry("nobody"))
        #expect(journal.dropped == 1)
        let second = try Receiver(in: directory)
        journal.send(JournalEntry("somebody"))
        #expect(second.next() != nil)
        #expect(journal.dropped == 1)
    }

    @Test func entryAboveTheLimit_IsDroppedAndCounted() throws {
        let receiver = try Receiver()
        let journal = try Journal(identifier: "t", destination: .socket(path: receiver.path))
        journal.send(JournalEntry(String(repeating: "x", count: Journal.entryLimit)))
        #expect(receiver.next() == nil)
        #expect(journal.dropped == 1)
    }

    @Test func pathTooLongForASocket_IsRefused() {
        #expect(throws: SystemdError(call: "address of the journal's socket", code: ENAMETOOLONG)) {
            try Journal(identifier: "t", destination: .socket(path: "/" + String(repeating: "x", count: 200)))
        }
    }

    @Test func withoutJournal_EachEntryIsOneLineOnStandardError() throws {
        let (lines, status) = try helper(["journal"])
        #expect(lines == ["structured false", "<4>helper: two lines DEEPLINKD_KEY=a b", "dropped 0"])
        #expect(status == 0)
    }

    @Test(arguments: ["", "0123", "0123456789abcdef0123456789abcdeg", "00000000000000000000000000000000"])
    func textThatIsNoMessageID_IsRefused(text: String) {
        #expect(MessageID(text) == nil)
    }

    @Test(arguments: ["", "lower", "_PID", "1ST", "A-B", "É", String(repeating: "A", count: 65)])
    func nameThatTheJournalWouldDrop_IsRefused(name: String) {
        #expect(JournalField(name) == nil)
    }

    @Test func peerOutsideAnyUnit_HasNoUnit() throws {
        let (pair, closed) = (try SocketPair(), CInt(-1))
        // This process is not in a unit where tests run in a container; where they do, both ends agree.
        #expect(peerUnit(of: pair.near) == peerUnit(of: pair.far))
        #expect(peerUnit(of: closed) == nil)
    }
}
