internal import RouteConfiguration

/// How fast each uid may send: so many events at once, after which as many a second as the rate says.
///
/// What is counted is when a uid's budget will be whole again, one number for each uid that sent lately; whoever rested
/// that long is forgotten. Nothing ticks.
struct RateBudget {
    /// Uids that are counted at a time. Beyond it the one that rested most is forgotten: it costs that uid nothing.
    static let countedUIDs = 4096

    /// When each uid's budget is whole again, in microseconds on boot time.
    private var wholeAt: [UInt32: Int64] = [:]
    private let cost: Int64
    private let span: Int64
    /// Events that were refused.
    private(set) var refused = 0

    init(_ limits: ServiceConfiguration.Limits) {
        self.init(cost: 1_000_000 / Int64(limits.rate), burst: limits.burst)
    }

    /// So many at once, and one more for each pause in milliseconds.
    init(burst: Int, pause: Int64) { self.init(cost: pause * 1000, burst: burst) }

    private init(cost: Int64, burst: Int) {
        self.cost = cost
        span = cost * Int64(burst)
    }

    /// Takes one event of a uid at a time in milliseconds on boot time; how many milliseconds it is too early, or nil
    /// when it is taken.
    mutating func take(uid: UInt32, at boot: Int64) -> Int64? {
        if let early = wait(uid: uid, at: boot) {
            refused += 1
            return early
        }
        let now = boot * 1000
        if wholeAt[uid] == nil, wholeAt.count >= Self.countedUIDs { makeRoom(at: now) }
        wholeAt[uid] = max(wholeAt[uid] ?? now, now) + cost
        return nil
    }

    /// How many milliseconds it is too early for one more, which is not taken; nil: it would be.
    func wait(uid: UInt32, at boot: Int64) -> Int64? {
        let now = boot * 1000
        let early = max(wholeAt[uid] ?? now, now) + cost - now - span
        return early > 0 ? (early + 999) / 1000 : nil
    }

    private mutating func makeRoom(at now: Int64) {
        wholeAt = wholeAt.filter { $0.value > now }
        guard wholeAt.count >= Self.countedUIDs, let rested = wholeAt.min(by: { $0.value < $1.value }) else { return }
        wholeAt[rested.key] = nil
    }
}
