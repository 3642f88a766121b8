internal import Wire

/// An open that waits until nothing has the keys but the screen. The daemon gives it a minute from our answer; ours is
/// a little shorter, so that what moves the user at its end is still heard of.
struct QueuedOpen: Equatable {
    /// How long it waits, in milliseconds.
    static let patience = Int64(WireLimits.queuedSeconds) * 1_000 - 5_000

    let offer: OpenOffer
    /// The user's moves when it came: more of them, and he is elsewhere by his own will.
    let moves: Int
    /// On boot time, in milliseconds; after it the daemon has ended the open, or is about to.
    let until: Int64
}
