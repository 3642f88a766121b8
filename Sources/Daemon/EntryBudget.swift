/// How many entries about events an inbox may still write in this second.
///
/// Above the rate nothing is written but a count, at most once a second: a flood of events must not become a flood of
/// journal entries. Nothing ticks: a second's count is said with the first entry after it, or when writing has paused.
struct EntryBudget {
    private struct Second {
        var number: Int64
        var written = 0
        var suppressed = 0
    }

    private var seconds: [UInt32: Second] = [:]
    private let rate: Int

    /// Allows `rate` entries a second and inbox.
    init(rate: Int) { self.rate = rate }

    /// What to do with one more entry.
    struct Verdict: Equatable {
        var mayWrite: Bool
        /// Entries of an earlier second that were not written, to be said now.
        var suppressed: Int
    }

    /// Judges one more entry of an inbox at a time in milliseconds on boot time.
    mutating func take(inbox: UInt32, at boot: Int64) -> Verdict {
        let number = boot / 1000
        if seconds[inbox] == nil, seconds.count >= DaemonLimits.countedInboxes { seconds.removeAll() }
        var second = seconds[inbox] ?? Second(number: number)
        var suppressed = 0
        if second.number != number {
            suppressed = second.suppressed
            second = Second(number: number)
        }
        let mayWrite = second.written < rate
        if mayWrite { second.written += 1 } else { second.suppressed += 1 }
        seconds[inbox] = second
        return Verdict(mayWrite: mayWrite, suppressed: suppressed)
    }
    /// What was not written and not said yet, by inbox in order; said, it is forgotten.
    mutating func takeSuppressed() -> [(inbox: UInt32, count: Int)] {
        defer { for inbox in seconds.keys { seconds[inbox]?.suppressed = 0 } }
        return seconds.filter { $0.value.suppressed > 0 }.map { ($0.key, $0.value.suppressed) }.sorted { $0.0 < $1.0 }
    }
}
