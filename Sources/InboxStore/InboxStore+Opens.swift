public import Routing
internal import SQLite

extension InboxStore {
    /// How many opens of one inbox may wait for their end.
    public static let maximumPendingOpens = 100
    /// How many finished opens of one inbox are kept.
    public static let keptFinishedOpens = 1000

    /// Stores a wish to go somewhere, within a turn; it begins in `phase`. `asked` is the caller's own name for it, which
    /// no open of the inbox may have already.
    public func addOpen(
        inbox: UInt32, target: OpenTarget, phase: OpenPhase = .held, at now: Moment, deadline: Deadline,
        asked: String? = nil
    ) throws -> OpenAcceptance {
        try demandRoom()
        return try write { () throws(SQLiteError) in
            guard try opens.pendingCount(inbox: inbox) < Self.maximumPendingOpens else { return .quota }
            var record = OpenRecord(
                id: 0, inbox: inbox, target: target, phase: phase, requested: now.wall, deadline: deadline,
                asked: asked)
            record.id = try opens.insert(record)
            return .added(record)
        }
    }

    /// Writes how far an open has come, within a turn; `deadline` nil: it stays. Returns the open as it is now, nil if
    /// there is none. An open that has ended stays as it ended: the record returned says how.
    public func setOpenPhase(_ id: Int64, _ phase: OpenPhase, reason: String? = nil, deadline: Deadline? = nil) throws
        -> OpenRecord?
    {
        try write { () throws(SQLiteError) in
            guard var record = try opens.record(id), !record.phase.isFinal else { return try opens.record(id) }
            try opens.setPhase(id, phase, reason: reason, deadline: deadline)
            if phase.isFinal { try opens.prune(inbox: record.inbox, keeping: Self.keptFinishedOpens) }
            record.phase = phase
            record.reason = reason
            record.deadline = deadline ?? record.deadline
            return record
        }
    }

    /// An open by its id; nil when there is none, or it ended so long ago that it was dropped.
    public func open(_ id: Int64) throws -> OpenRecord? {
        try read { () throws(SQLiteError) in try opens.record(id) }
    }

    /// An open by the name that its caller gave it; nil when there is none, or it ended so long ago that it was dropped.
    public func open(asked: String, inbox: UInt32) throws -> OpenRecord? {
        try read { () throws(SQLiteError) in try opens.record(asked: asked, inbox: inbox) }
    }

    /// The opens of an inbox that wait for their end, oldest first; at most `maximumPendingOpens`.
    public func pendingOpens(inbox: UInt32) throws -> [OpenRecord] {
        try read { () throws(SQLiteError) in try opens.pending(inbox: inbox) }
    }

    /// The same of all inboxes.
    public func allPendingOpens() throws -> [OpenRecord] {
        try read { () throws(SQLiteError) in try opens.pending(inbox: nil) }
    }
}

// What was announced.
extension InboxStore {
    /// The last seq that was announced to any navigator of the inbox; 0: none.
    public func navigatorCursor(inbox: UInt32) throws -> Int64 {
        try read { () throws(SQLiteError) in try cursors.position(inbox: inbox, name: Self.navigator) }
    }

    /// Moves that cursor on, within a turn; never back.
    public func advanceNavigatorCursor(inbox: UInt32, to seq: Int64) throws {
        try write { () throws(SQLiteError) in try cursors.advance(inbox: inbox, name: Self.navigator, to: seq) }
    }

    private static let navigator = "navigator"
}
