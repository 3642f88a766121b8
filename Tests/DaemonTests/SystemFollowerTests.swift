import InboxStore
import Posix
import TestSupport
import Testing
import Wire

@testable import Daemon

/// A user's daemon that follows another, both in this process.
@Suite struct SystemFollowerTests {
    /// What has no room waits with the other daemon, and costs no one else a turn.
    @Test func eventWithoutRoom_StopsNoCallOfTheSameTurn() throws {
        try SmallDisk.with(mebibytes: 24) { directory in
            let system = try Harness(isServing: true)
            let user = try Harness(in: directory, followed: system.clientPath)
            func settle() throws {
                for _ in 0..<8 {
                    try system.settle()
                    try user.settle()
                }
            }
            let cell = try user.notify("m", "new")
            let client = try user.client(nil)
            let filler = try SmallDisk.fill(directory, leaving: 1024)
            try user.fill()
            try system.notify("of-system", "new")
            try settle()
            let follower = try #require(user.daemon.system)
            #expect(follower.handover?.items.count == 1)
            user.time.advance(milliseconds: 90_000)
            #expect(follower.isDue(at: user.daemon.now))
            _ = try client.ask(CellsDismiss(cell: cell))
            #expect(try user.daemon.store.cell(inbox: user.me, id: cell)?.isDismissed == true)
            #expect(follower.handover?.items.count == 1 && !follower.isDue(at: user.daemon.now))

            try Files.unlink(filler)
            for _ in 0..<3 { try user.pass(seconds: 90) }
            try settle()
            #expect(try user.daemon.store.cell(inbox: user.me, kind: "of-system", key: "k") != nil)
            #expect(follower.handover?.items.isEmpty == true && follower.taken == 1)
        }
    }
}
