// Ages are counted in days of this store's own, because the wall clock is set by hand, by NTP and by a dead battery, and
// a step of it must not make a year of events look old at once. A day is 24 hours on the boot clock, which nobody sets.
// Only what passed while the machine was off is the wall clock's word, and that is trusted for one day for each boot: a
// wrong clock at start makes events go at most a day early, and a machine that was off for a month keeps them longer.
// A clock that went back counts as no time at all.
//
// A row says that a day began after seq N, so events need no column for it: what came before the first day that is still
// kept is old. A day begins when the first event, or follower, after its 24 hours comes: nothing ticks.
internal import Routing
internal import SQLite

/// The days of the store, and which events are too old.
struct DayTable: ~Copyable {
    /// Today, as it is remembered; a value, so that a failed turn can put the old one back.
    struct Today {
        /// The number of the day; days in which nothing came are counted and have no row.
        var number: Int64 = 0
        /// Events up to this seq are too old; 0: none.
        var oldest: Int64 = 0
        /// When it began on the wall clock, and on the clock of the boot `bootID`.
        var wall: Int64 = 0
        var boot: Int64 = 0
        var bootID = ""
        /// Whether any day has begun.
        var isKnown = false
    }

    var today: Today
    private let kept: Int
    private var insert: Statement
    private var prune: Statement
    private var selectOldest: Statement

    static let length: Int64 = 24 * 60 * 60 * 1000

    init(in database: Database, keeping days: Int) throws(SQLiteError) {
        let insert = try Statement(
            """
            INSERT INTO days(day, seq, wall, boot, boot_id) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (day) DO UPDATE SET wall = excluded.wall, boot = excluded.boot, boot_id = excluded.boot_id
            """, in: database)
        // One older day stays: without it, a longer retention could not tell that the first row is not its bound.
        let prune = try Statement(
            "DELETE FROM days WHERE day < (SELECT max(day) FROM days WHERE day < ?1)", in: database)
        var selectOldest = try Statement(
            """
            SELECT min(seq) FROM days WHERE day >= ?1 AND EXISTS (SELECT 1 FROM days WHERE day < ?1)
            """, in: database)
        var newest = try Statement(
            "SELECT day, wall, boot, boot_id FROM days ORDER BY day DESC LIMIT 1", in: database)
        let found = try newest.row { (row) throws(SQLiteError) in
            Today(
                number: row.integer(0), wall: row.integer(1), boot: row.integer(2), bootID: row.requiredText(3),
                isKnown: true)
        }
        var today = found ?? Today()
        today.oldest = try Self.oldest(today.number - Int64(days), in: &selectOldest)
        self.today = today
        self.kept = days
        self.insert = insert
        self.prune = prune
        self.selectOldest = selectOldest
    }

    /// Whether `reach` has anything to write.
    func isOver(at now: Moment) -> Bool {
        now.boot - today.boot >= Self.length || now.bootID != today.bootID || !today.isKnown
    }

    /// Begins the day of `now`, if it is another; events up to `seq` came before it. Returns whether one began.
    mutating func reach(_ now: Moment, after seq: Int64) throws(SQLiteError) -> Bool {
        if !today.isKnown {
            anchor(at: now, elapsed: 0)
            today.isKnown = true
        } else if now.bootID != today.bootID {
            // In Double and back: nobody's clock may trap us.
            let elapsed = Double(now.wall) - Double(today.wall)
            anchor(at: now, elapsed: Int64(min(max(0, elapsed), Double(Self.length))))
        }
        let passed = max(0, (now.boot - today.boot) / Self.length)
        today.number += passed
        today.boot += passed * Self.length
        today.wall += passed * Self.length
        try insert.run(
            .integer(today.number), .integer(seq), .integer(today.wall), .integer(today.boot), .text(today.bootID))
        guard passed > 0 else { return false }
        try prune.run(.integer(today.number - Int64(kept)))
        today.oldest = try Self.oldest(today.number - Int64(kept), in: &selectOldest)
        return true
    }

    /// Moves the beginning of today so that `elapsed` of it has passed by now, on the clocks of this boot.
    private mutating func anchor(at now: Moment, elapsed: Int64) {
        today.wall = now.wall &- elapsed
        today.boot = now.boot - elapsed
        today.bootID = now.bootID
    }

    /// The seq up to which events came before day `first`; 0 when no row tells.
    private static func oldest(_ first: Int64, in select: inout Statement) throws(SQLiteError) -> Int64 {
        try select.row(.integer(first)) { (row) throws(SQLiteError) in row.integer(0) } ?? 0
    }
}
