internal import Wire

/// The devices that ask to be let in, with their codes. It is memory and nothing else: after a kill every code is gone.
///
/// A value without clock, randomness or sockets: what is decided here is the same for the same calls, and a turn that
/// fails takes back a copy.
struct Enrolment {
    /// What is asked for.
    struct Wish: Equatable {
        let inbox: UInt32
        let device: String
        /// It is known by this name and lost its token.
        let isLogin: Bool
    }

    /// Who asks, by the kernel's word.
    struct Asker {
        let peer: UInt64
        let uid: UInt32
        let unit: String?
    }

    /// A device that asks.
    struct Asking {
        /// Never used twice, over restarts too.
        let request: Int64
        let wish: Wish
        let asker: Asker
        fileprivate(set) var code: String
        /// When the code was made, in milliseconds on boot time.
        fileprivate(set) var issued: Int64
        fileprivate(set) var triesLeft = WireLimits.codeTries
        /// The cell that tells its owner.
        var cell: Int64 = 0

        var expires: Int64 { issued + Int64(WireLimits.codeSeconds) * 1000 }
    }

    /// How asking ended for a connection that was not let in.
    enum End {
        case expired
        case denied

        var error: WireError {
            switch self {
            case .expired: WireError(.expired, "the code is of no use any more: ask for another")
            case .denied: WireError(.denied, "the owner said no")
            }
        }
    }

    /// What a code is worth.
    enum Verdict {
        case right(Asking)
        /// With `over`, it was the last try.
        case wrong(Asking, isOver: Bool)
        case ended(End)
        case neverAsked
    }

    /// By request.
    private(set) var asking: [Int64: Asking] = [:]
    private var ends: [UInt64: End] = [:]
    private var lastRequest: Int64
    private var rate = RateBudget(burst: DaemonLimits.enrolmentBurst, pause: DaemonLimits.enrolmentPause)
    /// Requests that were given a wrong code: five tries each would else add up.
    private var misses = RateBudget(burst: DaemonLimits.wrongCodeBurst, pause: DaemonLimits.wrongCodePause)

    /// Requests are numbered after this.
    init(after request: Int64) { lastRequest = request }

    // MARK: Asking

    /// Takes a request with its code; one that the same connection made before ends with it. Returns the new one, and the
    /// old one where it was for something else.
    mutating func ask(
        for wish: Wish, _ asker: Asker, code: String, at boot: Int64
    ) throws(WireError) -> (asking: Asking, dropped: Asking?) {
        if ends[asker.peer] == .denied { throw End.denied.error }
        let own = asking(by: asker.peer)
        if let own, own.wish == wish {
            let wait = own.issued + Int64(WireLimits.resendSeconds) * 1000 - boot
            guard wait <= 0 else { throw Self.tooSoon("a code was sent already", wait) }
        }
        if let other = asking.values.first(where: { $0.isSameDevice(as: wish) && $0.asker.peer != asker.peer }) {
            throw Self.tooSoon("another connection asks under the name \(wish.device)", other.expires - boot)
        }
        let isOneMore = own?.wish.inbox != wish.inbox
        guard !isOneMore || asking.values.count(where: { $0.wish.inbox == wish.inbox }) < WireLimits.waitingDevices
        else { throw Self.tooSoon("\(WireLimits.waitingDevices) devices ask already", Self.codeWait) }
        if let wait = misses.wait(uid: asker.uid, at: boot) {
            throw Self.tooSoon("uid \(asker.uid) gave too many wrong codes", wait)
        }
        if let wait = rate.take(uid: asker.uid, at: boot) {
            throw Self.tooSoon("uid \(asker.uid) asks too often", wait)
        }
        if let own { asking[own.request] = nil }
        ends[asker.peer] = nil
        lastRequest += 1
        var new = Asking(request: lastRequest, wish: wish, asker: asker, code: code, issued: boot)
        if let own, own.wish == wish { new.cell = own.cell }
        asking[new.request] = new
        return (new, own.flatMap { $0.isSameDevice(as: wish) ? nil : $0 })
    }

    private static let codeWait = Int64(WireLimits.codeSeconds) * 1000

    private static func tooSoon(_ text: String, _ milliseconds: Int64) -> WireError {
        WireError(.overloaded, text, mayRetry: true, retryAfter: Int(max(1, (milliseconds + 999) / 1000)))
    }

    /// Notes the cell that tells of a request.
    mutating func setCell(_ cell: Int64, of request: Int64) { asking[request]?.cell = cell }

    // MARK: Looking

    func asking(by peer: UInt64) -> Asking? { asking.values.first { $0.asker.peer == peer } }

    /// A request of an inbox whose code is still good.
    func asking(_ request: Int64, in inbox: UInt32, at boot: Int64) -> Asking? {
        asking[request].flatMap { $0.wish.inbox == inbox && boot < $0.expires ? $0 : nil }
    }

    /// Those of an inbox whose codes are still good, oldest first.
    func asking(in inbox: UInt32, at boot: Int64) -> [Asking] {
        asking.values.filter { $0.wish.inbox == inbox && boot < $0.expires }.sorted { $0.request < $1.request }
    }

    /// The one of an inbox under this name.
    func asking(under device: String, in inbox: UInt32) -> Asking? {
        asking.values.first { $0.wish.inbox == inbox && $0.wish.device == device }
    }

    /// Whether somebody asks under this name, whatever for.
    func isAsking(_ wish: Wish) -> Bool { asking.values.contains { $0.isSameDevice(as: wish) } }

    // MARK: Ending

    /// Judges a code. A wrong one costs a try, and the last try ends the request.
    mutating func judge(
        _ code: String, from peer: UInt64, at boot: Int64, areEqual: (String, String) -> Bool
    ) -> Verdict {
        guard var asking = asking(by: peer) else { return ends[peer].map(Verdict.ended) ?? .neverAsked }
        guard boot < asking.expires else { return .ended(.expired) }
        if areEqual(asking.code, code) { return .right(asking) }
        if asking.triesLeft == WireLimits.codeTries { _ = misses.take(uid: asking.asker.uid, at: boot) }
        asking.triesLeft -= 1
        self.asking[asking.request] = asking
        if asking.triesLeft == 0 { end(asking.request, as: .expired) }
        return .wrong(asking, isOver: asking.triesLeft == 0)
    }

    /// Ends a request; nil: the device was let in.
    mutating func end(_ request: Int64, as end: End?) {
        guard let ended = asking.removeValue(forKey: request) else { return }
        ends[ended.asker.peer] = end
    }

    /// Forgets a connection that went; returns what it asked for.
    mutating func forget(_ peer: UInt64) -> Asking? {
        ends[peer] = nil
        guard let own = asking(by: peer) else { return nil }
        asking[own.request] = nil
        return own
    }

    /// Ends those whose codes are too old, and returns them.
    mutating func takeOverdue(at boot: Int64) -> [Asking] {
        let overdue = asking.values.filter { $0.expires <= boot }.sorted { $0.request < $1.request }
        for asking in overdue { end(asking.request, as: .expired) }
        return overdue
    }

    /// When the next code is too old, in milliseconds on boot time.
    var nextDue: Int64? { asking.values.map(\.expires).min() }
}

extension Enrolment.Asking {
    fileprivate func isSameDevice(as wish: Enrolment.Wish) -> Bool {
        self.wish.inbox == wish.inbox && self.wish.device == wish.device
    }
}
