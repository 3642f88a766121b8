internal import Wire

/// What the user did to a list and can take back, the last first.
struct ListUndo: Equatable {
    /// The most steps.
    static let limit = 100
    /// The most cells of all steps: those of a full inbox, 16 bytes each.
    static let cellLimit = 100_000

    enum Step: Equatable {
        case dismissal(Int64)
        /// These were unread.
        case reading([CellVersion])

        fileprivate var count: Int {
            if case .reading(let cells) = self { cells.count } else { 1 }
        }
    }

    private(set) var steps: [Step] = []

    mutating func note(_ step: Step) {
        steps.append(step)
        while steps.count > Self.limit || (steps.count > 1 && steps.reduce(0) { $0 + $1.count } > Self.cellLimit) {
            steps.removeFirst()
        }
    }

    mutating func take() -> Step? { steps.popLast() }

    /// It was refused.
    mutating func removeDismissal(of cell: Int64) { steps.removeAll { $0 == .dismissal(cell) } }
    mutating func removeReading(of cell: Int64) {
        steps.removeAll { if case .reading(let cells) = $0 { cells.map(\.cell) == [cell] } else { false } }
    }
}
