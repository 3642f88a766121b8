internal import InboxStore
internal import Posix
internal import RouteConfiguration
internal import Routing
internal import Systemd
internal import Wire

/// What the daemon writes to the journal: ids, kinds, states and routes; never a title or a body.
///
/// Opens and faults always; entries about single events within a rate for each inbox. Sent after the answers; a full
/// journal drops and counts, and never blocks.
final class DaemonJournal {
    private let journal: Journal
    /// What this turn has to say; sent after its answers.
    private var pending: [JournalEntry] = []
    private var events = EntryBudget(rate: DaemonLimits.eventEntriesPerSecond)
    private var announcements = EntryBudget(rate: DaemonLimits.eventEntriesPerSecond)
    private var faults = EntryBudget(rate: DaemonLimits.eventEntriesPerSecond)
    /// When the store's last failure was written down, in milliseconds on boot time.
    private var storeFailedAt: Int64?
    /// Whether the store's want of room was written down, and not its end.
    private var isShort = false
    /// Opens whose waiting was written down.
    private var heldOpens: Set<Int64> = []

    init(_ journal: Journal) { self.journal = journal }

    /// Messages that were refused since the start, written down or not.
    private(set) var refusals = 0

    /// Entries that the journal did not take.
    var dropped: Int { Int(clamping: journal.dropped) }

    func send(
        _ message: @autoclosure () -> String, _ id: MessageID, priority: JournalPriority = .info,
        _ fields: @autoclosure () -> [(JournalField, String?)]
    ) {
        guard priority.rawValue <= journal.threshold.rawValue else { return }
        let present = fields().compactMap { field, value in value.map { (field, $0) } }
        pending.append(JournalEntry(message(), priority: priority, id: id, fields: present))
    }

    /// Sends what was said since the last time.
    func flush() {
        for entry in pending { journal.send(entry) }
        pending.removeAll()
    }

    // MARK: The daemon

    func started(_ table: LoadedTable) {
        send("serving, table \(table.version)", JournalMessages.started, [("DEEPLINKD_TABLE", table.version)])
        loaded(table, isUsed: true)
    }

    func stopping() { send("stopping", JournalMessages.stopping, []) }

    /// A table in use, or one that was not taken; each finding is an entry of its own.
    func loaded(_ table: LoadedTable, isUsed: Bool) {
        for finding in table.findings {
            let isError = finding.severity == .error
            send(
                "\(finding)", isError ? JournalMessages.tableRefused : JournalMessages.tableLoaded,
                priority: isError ? .error : .warning,
                [("DEEPLINKD_TABLE", table.version), ("DEEPLINKD_REASON", finding.what)])
        }
        if isUsed {
            send(
                "table \(table.version) is in use: \(table.files.count) files", JournalMessages.tableLoaded,
                priority: .notice,
                [("DEEPLINKD_TABLE", table.version)])
        } else {
            let reason = table.isWhole ? "is not used, as deeplinkd.toml has errors:" : "has errors,"
            send(
                "table \(table.version) \(reason) the old one stays", JournalMessages.tableRefused, priority: .error,
                [("DEEPLINKD_TABLE", table.version)])
        }
    }

    /// What is wrong with deeplinkd.toml.
    func loaded(_ service: LoadedService) {
        for finding in service.findings {
            send(
                "\(finding)", JournalMessages.tableRefused,
                priority: finding.severity == .error ? .error : .warning, [("DEEPLINKD_REASON", finding.what)])
        }
    }

    /// A turn that was not stored. A disk that stays full says so once a second.
    func storeFailed(_ failure: TurnFailure, requests: Int, at now: Moment) {
        if let last = storeFailedAt, now.boot - last < 1000 { return }
        storeFailedAt = now.boot
        send(
            "a turn was not stored, \(requests) requests were told to try again: \(failure.description)",
            JournalMessages.storeFailed, priority: .error, [("DEEPLINKD_REASON", failure.reason.rawValue)])
    }

    /// That there is no room for events, and that there is again: each said once.
    func follow(shortage cause: String?) {
        guard (cause == nil) == isShort else { return }
        isShort = cause != nil
        if let cause {
            send(
                "no event is taken for want of room: \(cause)", JournalMessages.shortageBegan, priority: .error,
                [("DEEPLINKD_REASON", cause)])
        } else {
            send("there is room again, events are taken", JournalMessages.shortageEnded, priority: .notice, [])
        }
    }

    // MARK: Peers

    func dropped(_ peer: PeerLink, _ reason: String, at boot: Int64) {
        guard faults.take(inbox: peer.credentials.uid, at: boot).mayWrite else { return }
        send(
            "peer \(peer.number) was dropped: \(reason)", JournalMessages.peerDropped, priority: .warning,
            fields(of: peer) + [("DEEPLINKD_REASON", reason)])
    }

    private func dropped(_ follower: Follower) {
        let days = InboxStore.followerSilenceDays
        send(
            "follower \(follower.name) was silent for \(days) days and is one no more", JournalMessages.followerDropped,
            priority: .warning, [("DEEPLINKD_INBOX", String(follower.inbox))])
    }

    private func removed(_ follower: Follower) {
        send(
            "follower \(follower.name) was removed by its owner", JournalMessages.followerRemoved, priority: .notice,
            [("DEEPLINKD_INBOX", String(follower.inbox))])
    }

    func attachedToSystem(_ path: String, behind: Int) {
        send(
            "following the system's daemon, \(behind) events behind", JournalMessages.systemAttached,
            [("DEEPLINKD_REASON", path)])
    }

    func lostSystem(_ path: String, _ reason: String) {
        send(
            "the system's daemon at \(path) is not followed: \(reason)", JournalMessages.systemLost,
            priority: .notice, [("DEEPLINKD_REASON", reason)])
    }

    func restoredSystem(_ path: String, newest: Int64, taken: Int64) {
        send(
            "the system's daemon has events up to \(newest), and \(taken) were taken: an older copy of its database was put back, what it tells from here on counts as new",
            JournalMessages.systemRestored, priority: .warning,
            [("DEEPLINKD_REASON", path), ("DEEPLINKD_SEQ", String(newest))])
    }

    /// The place and the reason only.
    func skippedOfSystem(_ seq: Int64, _ error: WireError, at now: Moment) {
        guard faults.take(inbox: 0, at: now.boot).mayWrite else { return }
        send(
            "event \(seq) of the system's daemon cannot be kept: \(error.reason.rawValue)",
            JournalMessages.systemSkipped, priority: .warning,
            [
                ("DEEPLINKD_SEQ", String(seq)), ("DEEPLINKD_REASON", error.reason.rawValue),
            ])
    }

    private func attached(_ client: Effects.Attached) {
        send(
            "\(client.role.rawValue) \(client.peer.number) came in", JournalMessages.peerAttached,
            fields(of: client.peer))
    }

    func left(_ peer: PeerLink) { send("client \(peer.number) went away", JournalMessages.peerLeft, fields(of: peer)) }

    func fields(of peer: PeerLink) -> [(JournalField, String?)] {
        [("DEEPLINKD_PEER", String(peer.number)), ("DEEPLINKD_SENDER", String(peer.credentials.uid))]
    }

    // MARK: A turn

    /// What a turn brought about.
    func write(_ effects: Effects, at now: Moment) {
        for accepted in effects.accepted where mayWriteEvent(of: accepted.cell.inbox, at: now) { write(accepted) }
        for (peer, error) in effects.refused { refused(peer, error, at: now) }
        for client in effects.attached { attached(client) }
        for follower in effects.droppedFollowers { dropped(follower) }
        for follower in effects.removedFollowers { removed(follower) }
        for (record, _) in effects.opened {
            send("open \(record.id) was asked for", JournalMessages.openAsked, fields(of: record))
        }
        for (record, _) in effects.settled { settled(record) }
        // A flood of events hides nobody that was let in.
        for news in effects.deviceNews where news.what.isAlwaysWritten || mayWriteEvent(of: news.inbox, at: now) {
            write(news)
        }
    }

    private func write(_ accepted: Effects.Accepted) {
        let cell = accepted.cell
        let fields =
            fields(of: cell) + [
                ("DEEPLINKD_SEQ", String(accepted.seq)), ("DEEPLINKD_SENDER", String(accepted.sender)),
                ("DEEPLINKD_UNIT", accepted.unit), ("DEEPLINKD_ROUTE", accepted.route.link.description),
                ("DEEPLINKD_TABLE", accepted.table),
            ]
        send("\(cell.kind) \(cell.state): cell \(cell.id), seq \(accepted.seq)", JournalMessages.eventAccepted, fields)
        send(
            "cell \(cell.id) leads to \(accepted.route.link): \(accepted.route.why.text)", JournalMessages.cellResolved,
            fields)
    }

    /// Messages that were refused as they were read.
    func writeRefusals(_ requests: [Request], at now: Moment) {
        for request in requests {
            if let error = request.refusal { refused(request.peer, error, at: now) }
        }
    }

    /// The place and the reason only: what was refused is text from outside.
    private func refused(_ peer: PeerLink, _ error: WireError, at now: Moment) {
        refusals += 1
        guard mayWriteEvent(of: peer.credentials.uid, at: now) else { return }
        send(
            "a message of peer \(peer.number) was refused: \(error.reason.rawValue)", JournalMessages.eventRefused,
            priority: .warning,
            fields(of: peer) + [
                ("DEEPLINKD_REASON", error.reason.rawValue), ("DEEPLINKD_OFFSET", error.offset.map(String.init)),
            ])
    }

    func announced(_ cell: Cell, to peer: PeerLink, at now: Moment) {
        guard writesAll || announcements.take(inbox: cell.inbox, at: now.boot).mayWrite else { return }
        send(
            "cell \(cell.id) was announced to client \(peer.number)", JournalMessages.cellAnnounced,
            fields(of: cell) + [("DEEPLINKD_PEER", String(peer.number))])
    }

    /// At debug every entry is written, whatever the rate.
    private var writesAll: Bool { journal.threshold == .debug }

    private func mayWriteEvent(of inbox: UInt32, at now: Moment) -> Bool {
        if writesAll { return true }
        let verdict = events.take(inbox: inbox, at: now.boot)
        suppressed(verdict.suppressed, of: inbox)
        return verdict.mayWrite
    }

    /// Says what was not written and not said yet. Called once writing has paused.
    func writeSuppressed() {
        for (inbox, count) in events.takeSuppressed() { suppressed(count, of: inbox) }
    }

    private func suppressed(_ count: Int, of inbox: UInt32) {
        guard count > 0 else { return }
        send(
            "suppressed \(count) entries about events of inbox \(inbox)", JournalMessages.suppressed,
            priority: .notice, [("DEEPLINKD_INBOX", String(inbox))])
    }

    private func fields(of cell: Cell) -> [(JournalField, String?)] {
        [
            ("DEEPLINKD_INBOX", String(cell.inbox)), ("DEEPLINKD_CELL", String(cell.id)),
            ("DEEPLINKD_KIND", cell.kind), ("DEEPLINKD_STATE", cell.state),
        ]
    }

    // MARK: Opens

    func offered(_ record: OpenRecord, _ route: Route, to peer: PeerLink) {
        heldOpens.remove(record.id)
        send(
            "open \(record.id) was offered to client \(peer.number): \(route.link)", JournalMessages.openOffered,
            fields(of: record) + [
                ("DEEPLINKD_PEER", String(peer.number)), ("DEEPLINKD_ROUTE", route.link.description),
            ])
    }

    /// Said once for each wait.
    func held(_ record: OpenRecord) {
        guard heldOpens.insert(record.id).inserted else { return }
        send("open \(record.id) waits for a client", JournalMessages.openHeld, fields(of: record))
    }

    func settled(_ record: OpenRecord) {
        heldOpens.remove(record.id)
        let (word, id): (String, MessageID) =
            switch record.phase {
            case .shown: ("was shown", JournalMessages.openShown)
            case .withdrawn: ("was withdrawn", JournalMessages.openWithdrawn)
            case .refused: ("was refused", JournalMessages.openRefused)
            case .expired: ("expired", JournalMessages.openExpired)
            case .held, .offered: ("waits", JournalMessages.openHeld)
            }
        send(
            "open \(record.id) \(word)", id, priority: record.phase == .expired ? .warning : .info,
            fields(of: record) + [("DEEPLINKD_REASON", record.reason)])
    }

    private func fields(of record: OpenRecord) -> [(JournalField, String?)] {
        var fields: [(JournalField, String?)] = [
            ("DEEPLINKD_OPEN", String(record.id)), ("DEEPLINKD_INBOX", String(record.inbox)),
        ]
        switch record.target {
        case .cell(let id, _, _, _): fields.append(("DEEPLINKD_CELL", String(id)))
        case .link(let link): fields.append(("DEEPLINKD_ROUTE", link.description))
        }
        return fields
    }
}
