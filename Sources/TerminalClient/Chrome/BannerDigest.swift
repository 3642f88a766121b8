internal import Routing
internal import Wire

/// Many cells of one kind within a moment, as one banner. It leads to the notification view, narrowed to them.
struct BannerDigest: Equatable {
    /// So many of one kind …
    static let least = 5
    /// … within so many milliseconds are one banner; one more within this time of the last joins them.
    static let time: Int64 = 10_000
    /// More than these are not told apart, only that there are more.
    static let limit = 999

    let kind: String
    /// All of them are newer than this seq.
    let since: Int64
    private(set) var priority: Priority
    private(set) var lastAt: Int64
    /// Ids with the versions that were announced.
    private var cells: [Int64: Int64]
    private var isMore = false

    /// A digest of banners that stood by themselves; nil for none.
    init?(_ cells: [CellSummary], now: Int64) {
        guard let first = cells.first else { return nil }
        kind = first.kind
        since = cells.reduce(first.version) { min($0, $1.version) } - 1
        priority = cells.reduce(first.priority) { max($0, $1.priority) }
        lastAt = now
        self.cells = Dictionary(cells.map { ($0.id, $0.version) }) { max($0, $1) }
    }

    /// `5`, or `999+`
    var count: String { isMore ? "\(Self.limit)+" : "\(cells.count)" }
    var isEmpty: Bool { cells.isEmpty && !isMore }

    /// Whether a cell that changes now belongs here.
    func takes(_ cell: CellSummary, now: Int64) -> Bool {
        cell.kind == kind && (cells[cell.id] != nil || now - lastAt < Self.time)
    }

    mutating func add(_ cell: CellSummary, now: Int64) {
        lastAt = now
        priority = max(priority, cell.priority)
        if cells.count < Self.limit || cells[cell.id] != nil {
            cells[cell.id] = cell.version
        } else {
            isMore = true
        }
    }

    /// It was handled; not if it changed after that version.
    mutating func remove(_ cell: Int64, upTo version: Int64) {
        if let announced = cells[cell], announced <= version { cells[cell] = nil }
    }

    /// Whether a key press leads to the same place: more cells make no other banner of it.
    func isSame(as other: BannerDigest) -> Bool { kind == other.kind && since == other.since }
}
