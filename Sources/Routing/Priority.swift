/// How loudly a notification arrives; the desktop portal's words.
public enum Priority: String, Sendable, Comparable, CaseIterable {
    /// Counts in the badge only.
    case low
    /// A banner for eight seconds.
    case normal
    /// A banner until it is handled.
    case high
    /// As `high`, with a bell.
    case urgent

    /// A number that grows with loudness: 0 for `low` to 3 for `urgent`; what the store keeps.
    public var rank: Int {
        switch self {
        case .low: 0
        case .normal: 1
        case .high: 2
        case .urgent: 3
        }
    }

    /// The priority with this rank; nil for a number that no priority has.
    public init?(rank: Int) {
        guard Self.allCases.indices.contains(rank) else { return nil }
        self = Self.allCases[rank]
    }

    /// Orders by loudness.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// How an event asks to be shown.
public enum Arrival: String, Sendable, CaseIterable {
    /// As a banner that leads there by a key.
    case banner
    /// By going there at once; only where the table allows it and the user is idle, else as a banner.
    case jump
}
