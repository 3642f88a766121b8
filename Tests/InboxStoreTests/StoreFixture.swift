import InboxStore
import Posix
import Routing
import SQLite

/// A store on a real file in a directory of its own, removed afterwards; and short verbs.
final class StoreFixture {
    let directory: String
    private(set) var store: InboxStore
    private let maximumBytes: Int64

    static let me: UInt32 = 1000
    static let other: UInt32 = 2000
    static let start = Moment(wall: 1_700_000_000_000, boot: 5_000, bootID: "boot-a")

    init(
        in parent: String = Environment.system["TMPDIR"] ?? "/tmp",
        maximumBytes: Int64 = InboxStore.defaultMaximumBytes, retention: Retention = Retention()
    ) throws {
        self.maximumBytes = maximumBytes
        directory = "\(parent)/deeplink-store-\(try RandomBytes.hexadecimal(count: 8))"
        try Files.makeDirectories(directory, mode: 0o700)
        store = try InboxStore(path: "\(directory)/inbox.db", maximumBytes: maximumBytes, retention: retention)
    }

    deinit {
        for name in (try? Files.list(directory)) ?? [] {
            try? Files.unlink("\(directory)/\(name)")
        }
        try? Files.removeDirectory(directory)
    }

    var file: String { "\(directory)/inbox.db" }

    /// Closes the store, lets `change` have the file, and opens it again.
    func reopen(retention: Retention = Retention(), after change: (Database) throws -> Void = { _ in }) throws {
        store = try InboxStore(path: "\(directory)/elsewhere.db")
        do {
            try change(try Database(path: file, mode: .readWrite))
        }
        store = try InboxStore(path: file, maximumBytes: maximumBytes, retention: retention)
    }

    /// The files as a killed process would leave them at this moment, opened as a store of their own.
    func snapshot() throws -> InboxStore {
        let copy = "\(directory)/copy.db"
        for suffix in ["", "-wal"] {
            if try Files.exists(file + suffix) {
                let content = try Files.read(file + suffix, limit: 64 << 20)
                try Files.writeAtomically(content.bytes, to: copy + suffix)
            } else if try Files.exists(copy + suffix) {
                try Files.unlink(copy + suffix)
            }
        }
        return try InboxStore(path: copy)
    }

    /// One turn with one event.
    @discardableResult
    func send(
        _ event: Event, inbox: UInt32 = me, sender: UInt32 = me, unit: String? = nil, at now: Moment = start
    ) throws -> Acceptance {
        try store.transaction(.full) { try accept(event, inbox: inbox, sender: sender, unit: unit, at: now) }
    }

    /// Within a turn.
    func accept(
        _ event: Event, inbox: UInt32 = me, sender: UInt32 = me, unit: String? = nil, at now: Moment = start
    ) throws -> Acceptance {
        try store.accept(event, inbox: inbox, sender: sender, unit: unit, at: now, route: Self.route)
    }

    /// Runs `body` as one turn.
    @discardableResult
    func turn<Result>(_ body: (InboxStore) throws -> Result) throws -> Result {
        try store.transaction(.full) { try body(store) }
    }

    /// The owner has seen all of a cell.
    func read(_ cell: Int64, inbox: UInt32 = me) throws {
        _ = try turn { try $0.markRead(inbox: inbox, cell: cell, version: .max) }
    }

    /// The seqs that an inbox holds, in order.
    func seqs(inbox: UInt32 = me) throws -> [Int64] {
        try store.events(inbox: inbox, after: 0, limit: 500).map(\.seq)
    }

    /// A cell's current state, by name.
    func cell(_ kind: String, _ key: String, inbox: UInt32 = me) throws -> StoredCell? {
        try store.cell(inbox: inbox, kind: kind, key: key)
    }

    /// The tab is the state's name; "nowhere" is the notification view.
    static func route(_ state: CellState) -> Route {
        let why = Why(source: .rule, text: "the test's rule")
        guard state.state != "nowhere", let root = try? ScreenPath(parsing: "list") else {
            return Route(place: .notifications(since: nil), why: why)
        }
        return Route(place: .tab(state.state, PushPath(root: root)), why: why)
    }
}

extension Acceptance {
    /// The change of an event that was stored.
    var change: CellChange? {
        if case .stored(_, let change) = self { change } else { nil }
    }
}
