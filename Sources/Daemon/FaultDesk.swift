internal import InboxStore
internal import Routing

/// Tells the daemon's owner of files that are not used as they are written: each is a cell of kind
/// `deeplinkd.config`, keyed by the file's path, `failed` until a load finds nothing wrong with it, then `fixed`.
///
/// What the owner was told is what the store holds: the same fault makes no second event, over restarts too.
final class FaultDesk {
    /// The kind of these cells.
    static let kind = "deeplinkd.config"

    private let store: InboxStore
    private let keeper: EventKeeper
    private let owner: UInt32
    /// What was found last and is not told of yet.
    private var found: [Finding]?

    init(store: InboxStore, tables: TableKeeper, owner: UInt32) {
        self.store = store
        keeper = EventKeeper(store: store, tables: tables)
        self.owner = owner
    }

    /// Files were read: their faults, or their end, are to be told.
    func follow(_ findings: [Finding]) { found = findings }

    /// Whether there is something to be told.
    var isDue: Bool { found != nil }

    /// What was told is committed.
    func settle() { found = nil }

    /// Stores what is new. Called inside a transaction.
    func report(at now: Moment) throws -> Effects {
        var effects = Effects()
        guard let found else { return effects }
        let faults = Dictionary(grouping: found.filter { $0.severity == .error }, by: \.position.file)
        let known = try store.cells(inbox: owner, ofKind: Self.kind, limit: DaemonLimits.faultCells)
        for (file, findings) in faults.sorted(by: { $0.key < $1.key }).prefix(DaemonLimits.faultCells) {
            let event = Self.event(file, findings)
            let told = try store.cell(inbox: owner, kind: Self.kind, key: event.key ?? file)?.cell
            if told?.state != event.state || told?.body != event.body { try accept(event, at: now, &effects) }
        }
        let failing = Set(faults.keys.map(Self.key))
        for stored in known where stored.cell.state == "failed" && !failing.contains(stored.cell.key) {
            try accept(Self.fixed(stored.cell), at: now, &effects)
        }
        return effects
    }

    private func accept(_ event: Event, at now: Moment, _ effects: inout Effects) throws {
        // A full inbox has no place for it; the journal has every finding.
        try keeper.keep(event, inbox: owner, sender: owner, at: now, &effects)
    }

    private static func event(_ file: String, _ findings: [Finding]) -> Event {
        let count = findings.count == 1 ? "1 error" : "\(findings.count) errors"
        var body = ""
        for finding in findings {
            let line = "\(finding)\n"
            guard body.utf8.count + line.utf8.count <= DaemonLimits.faultText else {
                body += "…: deeplinkctl check says it all\n"
                break
            }
            body += line
        }
        return Event(
            kind: kind, state: "failed", key: key(file), title: "\(count) in \(name(of: file))", body: body,
            params: ["file": .text(file)])
    }

    private static func fixed(_ cell: Cell) -> Event {
        Event(
            kind: kind, state: "fixed", key: cell.key, title: "\(name(of: cell.key)) has no errors now",
            params: cell.params, priority: .low)
    }

    /// A path as a key: a longer one by its end, which tells files apart.
    private static func key(_ file: String) -> String {
        var key = file[...]
        while key.utf8.count > EventLimits.key { key.removeFirst() }
        return String(key)
    }

    private static func name(of file: String) -> String {
        var name = file.split(separator: "/").last ?? "the table"
        while name.utf8.count > EventLimits.key { name.removeFirst() }
        return String(name)
    }
}
