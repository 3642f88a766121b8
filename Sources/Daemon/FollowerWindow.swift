internal import Wire

/// How far one follower is: what it was sent, and what of that it has not acknowledged. Bounded: when the window is full,
/// nothing more is read for it, let alone sent.
struct FollowerWindow {
    /// Every event up to here was sent, or is none of its inbox's.
    private(set) var looked: Int64
    /// The newest event that it may acknowledge.
    private(set) var sent: Int64
    private var unacknowledged: [Int64] = []

    /// Begins after the cursor that was kept.
    init(after cursor: Int64) {
        looked = cursor
        sent = cursor
    }

    /// How many more events it may be sent.
    var room: Int { WireLimits.followerWindow - unacknowledged.count }

    mutating func send(_ seq: Int64) {
        precondition(seq > looked && room > 0, "events go out in order, within the window")
        looked = seq
        sent = seq
        unacknowledged.append(seq)
    }

    /// There is nothing for it up to here.
    mutating func look(through seq: Int64) { looked = max(looked, seq) }

    mutating func acknowledge(through seq: Int64) {
        let first = unacknowledged.firstIndex { $0 > seq } ?? unacknowledged.count
        unacknowledged.removeFirst(first)
    }
}
