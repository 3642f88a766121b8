internal import Wire

/// The daemon's bounds, in one place; the wire's own are in `WireLimits`. ARCHITECTURE.md states the memory they add up to.
enum DaemonLimits {
    /// Read from one peer in one turn, in bytes.
    static let readPerPeer = 64 * 1024
    /// Read in one turn, in bytes: the turn ends when it is passed.
    static let readPerTurn = 1 << 20
    /// Messages of one turn; the batch that passes it is taken whole.
    static let messagesPerTurn = 1024
    /// Messages of one peer in one turn; the others wait for the next.
    static let messagesPerPeer = 256
    /// Connections accepted at one door in one turn.
    static let acceptsPerTurn = 64
    /// Expected answers to one peer in one turn, in bytes: a sender, who is read only once it took all, has no more, but
    /// for the one line that answers a batch.
    static let answersPerPeer = 64 * 1024
    /// Unread output of a client above which nothing is read from it or announced to it, in bytes. With the answers of
    /// one turn on top it stays below 256 KiB, and one line of that length may pass it.
    static let pausedClientOutput = 64 * 1024
    /// Unread output of all peers above which nothing is read from a peer that has any, in bytes.
    static let outputInAll = 8 << 20
    /// A page of `cells.list` ends when its rows pass this many bytes.
    static let pageBytes = 192 * 1024
    /// Cells that one `cells.readAll` marks.
    static let marks = WireLimits.page
    /// States of a cell's past in `cells.get`.
    static let history = 50
    /// Cells announced to one client in one turn when it catches up.
    static let catchUp = 100
    /// Cells looked at in one page of `table.diff`.
    static let diffSlice = 500
    /// Table files whose faults are cells.
    static let faultCells = 500
    /// Findings in such a cell, in bytes.
    static let faultText = 16 * 1024
    /// Events read for one follower in one turn.
    static let followerSlice = 32
    /// Cells looked at in one slice when a new table re-routes the store.
    static let rerouteSlice = 500
    /// Of a client's own words on why it would not, in bytes.
    static let reasonBytes = 256
    /// Journal entries about events, a second and inbox.
    static let eventEntriesPerSecond = 50
    /// Inboxes whose entries are counted; more exist only where root fills strangers' inboxes.
    static let countedInboxes = 1024
    /// Milliseconds that a client may take to say hello.
    static let helloWait = Int64(WireLimits.helloSeconds) * 1000
    /// Milliseconds that a device may take to be let in.
    static let enrolmentWait = Int64(WireLimits.enrolmentSeconds) * 1000
    /// Requests of devices that one uid may make at once, and milliseconds after which it may make one more.
    static let enrolmentBurst = 5
    static let enrolmentPause: Int64 = 30_000
    /// Requests with a wrong code that one uid may make at once, and milliseconds after which it may make one more: who
    /// asks again and again guesses 125 codes a day of a million.
    static let wrongCodeBurst = 5
    static let wrongCodePause: Int64 = 3_600_000
    /// Cells of requests that an owner has not looked at, above which no new name may ask.
    static let unseenRequests = 64
    /// Connections that were not let in which one uid may have, at a service of several users.
    static let strangersOfUID = 8
    /// Cells about devices that are looked at after a start, of one inbox.
    static let enrolmentCells = 500
    /// Requests that ended and whose cells do not say so yet, as the store did not take it.
    static let endedRequests = 256
    /// The local users' file, in bytes.
    static let userFile = 1 << 20
    /// Milliseconds in which nobody is accepted after the descriptors ran out.
    static let acceptPause: Int64 = 1000
    /// Milliseconds until the store is tried again after it failed.
    static let retryWait: Int64 = 1000
    /// Milliseconds between two tries to follow the system's daemon, or to store what it sent: twice as many each time.
    static let systemRetry: ClosedRange<Int64> = 1000...60_000
    /// Folders on the way to the system's socket that are looked at.
    static let watchedFolders = 32
    /// Milliseconds that stopping may take in all.
    static let drain: Int64 = 1500
    /// Milliseconds of these in which lines are still read, from senders that go on sending.
    static let drainReading: Int64 = 500
}
