internal import Routing
internal import Wire

/// Something that a command of `watch --exec` is run for.
enum Happening {
    case announced(CellSummary)
    case open(OpenChanged)

    /// What it is about: of one subject only the newest waits.
    enum Subject: Hashable {
        case cell(Int64)
        case open(Int64)
    }

    var subject: Subject {
        switch self {
        case .announced(let cell): .cell(cell.id)
        case .open(let open): .open(open.open)
        }
    }

    /// The cell behind it; nil for an open of a bare link.
    var cell: Int64? {
        switch self {
        case .announced(let cell): cell.id
        case .open(let open): open.cell
        }
    }
}

/// What waits for its command, oldest first. A newer state of what waits already takes its place and keeps its turn.
struct HappeningQueue {
    /// The most that waits; beyond it the oldest is given up.
    static let limit = 256

    private var order: [Happening.Subject] = []
    private var newest: [Happening.Subject: Happening] = [:]

    var count: Int { order.count }

    /// Takes one in; false when another had to go for it.
    mutating func add(_ happening: Happening) -> Bool {
        if newest.updateValue(happening, forKey: happening.subject) != nil { return true }
        order.append(happening.subject)
        guard order.count > Self.limit else { return true }
        newest[order.removeFirst()] = nil
        return false
    }

    /// The one whose turn it is.
    mutating func next() -> Happening? {
        order.isEmpty ? nil : newest.removeValue(forKey: order.removeFirst())
    }
}
