// The schema, as numbered steps: step N takes a file from version N to N + 1, in a transaction of its own together with
// the version. A step that was ever released is never edited; a change is a new step.
//
// Why these tables. `events` holds what was sent, once; a cell's text is that of its latest event, so `cells` repeats
// none of it and keeps only what is the cell's own: name, marks, tab. An event points to the one before it of the same
// cell, so history needs no index. `body` is the last column: a long one spills to pages that lists never read. The
// sender's id is in a partial index, paid by those who give one; the uid is in it, so no sender can spend another's ids.
// `cells_by_version` holds all that a list filters by: looking for a rare tab among 100 000 cells takes 7 ms, not 22, for
// 4 % more work on each event (measured). `history` and `cells_settled` hold what retention may take: see HistoryTable.
internal import SQLite

enum Schema {
    /// The version that this program writes.
    static var version: Int { steps.count }

    private static let steps = [first, second, third, fourth]

    private static let first = """
        CREATE TABLE events(
            seq INTEGER PRIMARY KEY, inbox INTEGER NOT NULL, cell INTEGER NOT NULL, previous INTEGER NOT NULL,
            sender INTEGER NOT NULL, source TEXT NOT NULL, id TEXT, unit TEXT, arrived INTEGER NOT NULL, time INTEGER,
            deadline_wall INTEGER, deadline_boot INTEGER, boot TEXT,
            priority INTEGER NOT NULL, arrival TEXT, state TEXT NOT NULL, link TEXT,
            title TEXT NOT NULL, params TEXT, body TEXT NOT NULL);
        CREATE UNIQUE INDEX events_by_sender_id ON events(inbox, sender, source, id) WHERE id IS NOT NULL;

        CREATE TABLE cells(
            id INTEGER PRIMARY KEY, inbox INTEGER NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL,
            version INTEGER NOT NULL, read INTEGER NOT NULL, dismissed INTEGER NOT NULL,
            tab TEXT NOT NULL, routed_by INTEGER NOT NULL);
        CREATE UNIQUE INDEX cells_by_name ON cells(inbox, kind, key);
        CREATE INDEX cells_by_version ON cells(inbox, version, dismissed, read, tab);

        CREATE TABLE opens(
            id INTEGER PRIMARY KEY AUTOINCREMENT, inbox INTEGER NOT NULL, phase TEXT NOT NULL, reason TEXT,
            requested INTEGER NOT NULL, deadline_wall INTEGER NOT NULL, deadline_boot INTEGER, boot TEXT,
            link TEXT, cell INTEGER, seen_version INTEGER, seen_state TEXT, seen_tab TEXT);
        CREATE INDEX opens_by_inbox ON opens(inbox);
        CREATE INDEX opens_pending ON opens(inbox) WHERE phase IN ('held', 'offered');

        CREATE TABLE cursors(
            inbox INTEGER NOT NULL, name TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (inbox, name)) WITHOUT ROWID;
        CREATE TABLE table_versions(
            number INTEGER PRIMARY KEY AUTOINCREMENT, version TEXT NOT NULL UNIQUE, used INTEGER NOT NULL);
        CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
        INSERT INTO meta VALUES ('seq', 0);
        """

    // Ages begin anew: what version 1 stored counts as of the first day that the store sees.
    private static let second = """
        CREATE TABLE history(inbox INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (inbox, seq)) WITHOUT ROWID;
        INSERT INTO history SELECT e.inbox, e.seq FROM events e JOIN cells c ON c.id = e.cell WHERE e.seq != c.version;
        CREATE INDEX cells_settled ON cells(inbox, version) WHERE (version <= read OR version = dismissed);
        CREATE TABLE shares(
            inbox INTEGER NOT NULL, sender INTEGER NOT NULL, events INTEGER NOT NULL,
            PRIMARY KEY (inbox, sender)) WITHOUT ROWID;
        INSERT INTO shares SELECT inbox, sender, count(*) FROM events GROUP BY inbox, sender;
        CREATE TABLE followers(
            inbox INTEGER NOT NULL, name TEXT NOT NULL, seq INTEGER NOT NULL, heard INTEGER NOT NULL,
            PRIMARY KEY (inbox, name)) WITHOUT ROWID;
        CREATE TABLE days(
            day INTEGER PRIMARY KEY, seq INTEGER NOT NULL, wall INTEGER NOT NULL, boot INTEGER NOT NULL,
            boot_id TEXT NOT NULL);
        """

    // Seqs are numbers of one file: a name tells those of another file apart, also of one that took its place.
    private static let third = """
        INSERT INTO meta VALUES ('store', random() & 9223372036854775807);
        """

    // An open's `asked` is the caller's own name for it; the index holds those that have one, and no other pays for it.
    private static let fourth = """
        CREATE TABLE devices(
            inbox INTEGER NOT NULL, name TEXT NOT NULL, token BLOB NOT NULL, since INTEGER NOT NULL, seen INTEGER,
            follows TEXT, PRIMARY KEY (inbox, name)) WITHOUT ROWID;
        ALTER TABLE opens ADD COLUMN asked TEXT;
        CREATE UNIQUE INDEX opens_by_asked ON opens(inbox, asked) WHERE asked IS NOT NULL;
        """

    /// Spelled as in the partial index, else SQLite does not use it.
    static let isSettled = "(version <= read OR version = dismissed)"

    /// What a file turned out to be.
    enum Judgement {
        case ours(version: Int)
        case newer(version: Int)
        case foreign

        /// The version to start from, if the file is one that we may write.
        func version(_ path: String) throws(StoreError) -> Int {
            switch self {
            case .ours(let version): return version
            case .newer(let version): throw .newerSchema(found: version, known: Schema.version)
            case .foreign: throw .foreignFile(path)
            }
        }
    }

    /// Looks, and changes nothing.
    static func judge(_ database: Database) throws(SQLiteError) -> Judgement {
        let version = try database.userVersion()
        if version > Self.version { return .newer(version: version) }
        var tables = try Statement("SELECT 1 FROM sqlite_schema LIMIT 1", in: database)
        let isEmpty = try tables.row { (_) throws(SQLiteError) in true } == nil
        return version == 0 && !isEmpty ? .foreign : .ours(version: version)
    }

    /// Takes the file from `version` to ours.
    static func migrate(_ database: Database, from version: Int) throws(SQLiteError) {
        for number in version..<steps.count {
            try database.transaction { () throws(SQLiteError) in
                try database.execute(steps[number])
                try database.setUserVersion(Int32(number + 1))
            }
        }
    }
}
