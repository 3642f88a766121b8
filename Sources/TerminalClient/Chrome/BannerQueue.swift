internal import Routing
internal import Wire

/// Which banner stands, and for how long: one at a time, the highest priority first, then the oldest. Pure; times are
/// milliseconds of boot time.
///
/// A key press must never open what the user has not read yet: for `deadTime` after the banner's text changed, the
/// banner cannot be taken.
struct BannerQueue: Equatable {
    /// How long `o` and `x` are dead after the text changed.
    static let deadTime: Int64 = 300
    /// How long a banner of normal priority stands.
    static let normalTime: Int64 = 8_000
    /// More than these are not queued: their cells are in the list.
    static let limit = 100

    /// What a banner announces.
    enum Subject: Equatable {
        case cell(CellSummary)
        /// So many cells changed while no client was attached.
        case missed(count: Int, since: Int64)
        /// Many cells of one kind within a moment.
        case digest(BannerDigest)
    }

    private struct Entry: Equatable {
        var subject: Subject
        var order: Int
        /// When it came.
        var cameAt: Int64
        /// When it goes by itself; nil while it has not been on top, and for what stays until it is handled.
        var deadline: Int64?
        /// When it stops being news, wherever it stands.
        var until: Int64?
    }

    private var entries: [Entry] = []
    private var nextOrder = 0
    private var changedAt: Int64?

    /// The banner that stands now.
    var current: Subject? { top.map { entries[$0].subject } }

    /// How many wait behind it.
    var others: Int { max(0, entries.count - 1) }

    /// When something goes by itself: the banner that stands, or one that is no news any more.
    var deadline: Int64? {
        (entries.compactMap(\.until) + [top.flatMap { entries[$0].deadline }].compactMap(\.self)).min()
    }

    /// A cell changed. One that waits already is updated where it stands; one of low priority, or of a rule that
    /// mutes it, is no banner.
    ///
    /// - Parameter until: when it stops being news; nil: never.
    /// - Returns: true when the bell shall ring.
    mutating func announce(_ cell: CellSummary, now: Int64, until: Int64? = nil) -> Bool {
        change(now: now) { queue in
            let index = queue.entries.firstIndex { $0.subject.cellID == cell.id }
            if cell.isQuiet {
                queue.drop(cell.id)
            } else if let index {
                queue.entries[index].subject = .cell(cell)
                queue.entries[index].deadline = nil
                queue.entries[index].until = until
            } else if !queue.joinsDigest(cell, now: now) {
                queue.append(.cell(cell), now: now, until: until)
                queue.digest(cell.kind, now: now)
            }
        }
        return cell.priority == .urgent && !cell.isQuiet
    }

    /// What changed while nobody was attached becomes one banner, together with what was missed before and is not
    /// handled yet.
    mutating func announceMissed(count: Int, since: Int64, now: Int64) {
        guard count > 0 else { return }
        var missed = Subject.missed(count: count, since: since)
        for case .missed(let before, let start) in entries.map(\.subject) where start < since {
            missed = .missed(count: before + count, since: start)
        }
        change(now: now) { queue in
            queue.entries.removeAll { $0.subject.isMissed }
            queue.append(missed, now: now)
        }
    }

    /// The banner for a key press, which handles it; nil when there is none, or its text is too new to have been read.
    mutating func take(now: Int64) -> Subject? {
        guard let top, let changedAt, now - changedAt >= Self.deadTime else { return nil }
        let subject = entries[top].subject
        change(now: now) { $0.entries.remove(at: top) }
        return subject
    }

    /// Hides them all, unless the text that stands is too new to have been read.
    mutating func takeAll(now: Int64) {
        guard take(now: now) != nil else { return }
        change(now: now) { $0.entries.removeAll() }
    }

    /// Its cell was opened, dismissed or read in another way.
    mutating func remove(cell: Int64, now: Int64) {
        change(now: now) { $0.drop(cell) }
    }

    /// The same in another client: what is newer than what was handled there stays.
    mutating func remove(_ handled: CellsChanged.Handled, now: Int64) {
        change(now: now) { $0.drop(handled.cell, upTo: handled.version) }
    }

    /// The notification view was looked at: all of it, or one kind.
    mutating func removeSummaries(of kind: String?, now: Int64) {
        change(now: now) { queue in
            queue.entries.removeAll {
                switch $0.subject {
                case .missed: kind == nil
                case .digest(let digest): kind ?? digest.kind == digest.kind
                case .cell: false
                }
            }
        }
    }

    /// Lets go what has stood long enough. True when the banner changed.
    mutating func expire(now: Int64) -> Bool {
        guard let deadline, deadline <= now else { return false }
        let before = current
        change(now: now) { queue in
            if let top = queue.top, let deadline = queue.entries[top].deadline, deadline <= now {
                queue.entries.remove(at: top)
            }
            queue.entries.removeAll { $0.until.map { $0 <= now } ?? false }
        }
        return current != before
    }

    private var top: Int? {
        entries.indices.max { left, right in
            let (left, right) = (entries[left], entries[right])
            return (left.subject.priority, right.subject.missed, right.order) < (
                right.subject.priority, left.subject.missed, left.order
            )
        }
    }

    private mutating func drop(_ cell: Int64, upTo version: Int64 = .max) {
        for index in entries.indices {
            guard case .digest(var digest) = entries[index].subject else { continue }
            digest.remove(cell, upTo: version)
            entries[index].subject = .digest(digest)
        }
        entries.removeAll { $0.subject.isEmpty || ($0.subject.cellID == cell && $0.subject.version <= version) }
    }

    /// What is urgent stands by itself.
    private mutating func joinsDigest(_ cell: CellSummary, now: Int64) -> Bool {
        for index in entries.indices {
            guard case .digest(var digest) = entries[index].subject, digest.takes(cell, now: now) else { continue }
            guard cell.priority != .urgent else {
                drop(cell.id)
                return false
            }
            digest.add(cell, now: now)
            entries[index].subject = .digest(digest)
            entries[index].deadline = nil
            return true
        }
        return false
    }

    /// Makes one banner of those of a kind that came within a moment, in the oldest one's place.
    private mutating func digest(_ kind: String, now: Int64) {
        let burst = entries.indices.filter { index in
            guard case .cell(let cell) = entries[index].subject else { return false }
            return cell.kind == kind && cell.priority != .urgent && now - entries[index].cameAt < BannerDigest.time
        }
        let cells = burst.compactMap { index in
            if case .cell(let cell) = entries[index].subject { cell } else { nil as CellSummary? }
        }
        guard cells.count >= BannerDigest.least, let first = burst.first, let digest = BannerDigest(cells, now: now)
        else { return }
        entries[first].subject = .digest(digest)
        (entries[first].deadline, entries[first].until) = (nil, nil)
        for index in burst.dropFirst().reversed() { entries.remove(at: index) }
    }

    private mutating func append(_ subject: Subject, now: Int64, until: Int64? = nil) {
        entries.append(Entry(subject: subject, order: nextOrder, cameAt: now, until: until))
        nextOrder += 1
        if entries.count > Self.limit, let oldest = entries.firstIndex(where: { $0.subject.priority <= .normal }) {
            entries.remove(at: oldest)
        }
        if entries.count > Self.limit {
            entries.removeFirst()
        }
    }

    /// Changes the queue; notes when another text came to the top, and starts its time.
    private mutating func change(now: Int64, _ body: (inout Self) -> Void) {
        let before = current
        body(&self)
        if current.map({ before?.isSame(as: $0) != true }) ?? (before != nil) {
            changedAt = now
        }
        let top = top
        // Only the banner that stands has a time; one that gave way begins anew when it stands again.
        for index in entries.indices where index != top { entries[index].deadline = nil }
        if let top, entries[top].deadline == nil, entries[top].subject.priority <= .normal {
            entries[top].deadline = now + Self.normalTime
        }
    }
}

extension BannerQueue.Subject {
    fileprivate var cellID: Int64? {
        if case .cell(let cell) = self { cell.id } else { nil }
    }

    fileprivate var version: Int64 {
        if case .cell(let cell) = self { cell.version } else { .max }
    }

    /// Whether it reads the same, or leads to the same place although it counts more.
    fileprivate func isSame(as other: Self) -> Bool {
        if case (.digest(let one), .digest(let two)) = (self, other) { return one.isSame(as: two) }
        return self == other
    }

    /// Whether all that it counted was handled.
    fileprivate var isEmpty: Bool {
        if case .digest(let digest) = self { digest.isEmpty } else { false }
    }

    fileprivate var isMissed: Bool {
        if case .missed = self { true } else { false }
    }

    /// 1 for what was missed: what happens now goes before it.
    fileprivate var missed: Int { isMissed ? 1 : 0 }

    /// What was missed stands until it is handled.
    fileprivate var priority: Priority {
        switch self {
        case .cell(let cell): cell.priority
        case .digest(let digest): digest.priority
        case .missed: .high
        }
    }
}

extension CellSummary {
    /// Whether it only counts on the badge.
    fileprivate var isQuiet: Bool { priority == .low || route.manner.isMuted }
}
