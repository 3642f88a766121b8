public import Routing
internal import SQLite

// Followers. Retention keeps what one of them has not read, so their number is bounded, and so is their silence.
extension InboxStore {
    /// How many followers an inbox may have.
    public static let maximumFollowers = 16
    /// How many days a follower may be silent.
    public static let followerSilenceDays = 30

    /// The follower of this name, made if it is new, within a turn; a new one begins after `seq` (0: with the oldest
    /// event that is kept). It counts as heard of now. The caller bounds the name's length.
    public func follower(inbox: UInt32, name: String, startingAfter seq: Int64 = 0, at now: Moment) throws
        -> FollowerAcceptance
    {
        try write { () throws(SQLiteError) in
            try reachDay(of: now)
            if let position = try followers.position(inbox: inbox, name: name) {
                try followers.hear(inbox: inbox, name: name, on: days.today.number)
                return .known(Follower(inbox: inbox, name: name, position: position))
            }
            guard try followers.count(inbox: inbox) < Self.maximumFollowers else { return .quota }
            let follower = Follower(inbox: inbox, name: name, position: min(max(0, seq), highWater))
            try followers.insert(follower, on: days.today.number)
            return .added(follower)
        }
    }

    /// Notes that a follower has read up to `seq`, within a turn (`.normal` will do: losing it means that events come
    /// again); never back, never past the newest event. Returns where it stands, nil: there is no such follower.
    @discardableResult
    public func advanceFollower(inbox: UInt32, name: String, to seq: Int64, at now: Moment) throws -> Int64? {
        try write { () throws(SQLiteError) in
            guard let position = try followers.position(inbox: inbox, name: name) else { return nil }
            try reachDay(of: now)
            let reached = max(position, min(seq, highWater))
            try followers.advance(inbox: inbox, name: name, to: reached, on: days.today.number)
            return reached
        }
    }

    /// Events of an inbox after a seq, in order, with their bodies, at most `limit` (1…500): what a follower gets next.
    /// Of several events of one cell, each comes.
    public func events(inbox: UInt32, after seq: Int64, limit: Int) throws -> [StoredEvent] {
        precondition(Self.listLimits.contains(limit), "a slice of \(limit) events")
        return try read { () throws(SQLiteError) in
            var found: [StoredEvent] = []
            for seq in try history.seqs(inbox: inbox, after: seq, limit: limit) {
                if let event = try events.event(seq) { found.append(event) }
            }
            return found
        }
    }

    /// How many events of an inbox come after a seq: how far a follower is behind. Costs a look at each of them.
    public func eventCount(inbox: UInt32, after seq: Int64) throws -> Int {
        try read { () throws(SQLiteError) in try history.count(inbox: inbox, after: seq) }
    }

    /// The followers of an inbox, by name; nil: of all inboxes.
    public func followers(inbox: UInt32? = nil) throws -> [Follower] {
        try read { () throws(SQLiteError) in try followers.all(inbox: inbox, on: days.today.number) }
    }

    /// Ends a follower, within a turn: what it has not read need not be kept for it any more. Returns whether there was
    /// one.
    @discardableResult
    public func removeFollower(inbox: UInt32, name: String) throws -> Bool {
        try write { () throws(SQLiteError) in
            guard try followers.position(inbox: inbox, name: name) != nil else { return false }
            try followers.remove(inbox: inbox, name: name)
            return true
        }
    }

    /// Ends the followers that were not heard of for more than `followerSilenceDays`, within a turn, and returns them.
    /// Those for which `isAttached` count as heard of: nothing may have come that they could acknowledge. Call it as often
    /// as you like: it looks at most once a day, and reads nothing otherwise.
    public func dropSilentFollowers(at now: Moment, isAttached: (Follower) -> Bool = { _ in false }) throws
        -> [Follower]
    {
        try write { () throws(SQLiteError) in
            try reachDay(of: now)
            guard days.today.number > followersCheckedOn else { return [] }
            followersCheckedOn = days.today.number
            var dropped: [Follower] = []
            for follower in try followers.all(inbox: nil, on: days.today.number) {
                if isAttached(follower) {
                    try followers.hear(inbox: follower.inbox, name: follower.name, on: days.today.number)
                } else if follower.silentDays > Self.followerSilenceDays {
                    try followers.remove(inbox: follower.inbox, name: follower.name)
                    dropped.append(follower)
                }
            }
            return dropped
        }
    }
}
