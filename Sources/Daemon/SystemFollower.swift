internal import Client
internal import InboxStore
internal import Posix
internal import Routing
internal import Systemd
internal import Wire

/// A user's daemon as a follower of the system's: what that has for this user is taken in, so that there is one inbox to
/// look at. Each event is stored before it is acknowledged, and how far that went is stored with it: a kill at any point
/// loses none and doubles none.
///
/// Where there is no system's daemon nothing ticks: the directory is watched in which its socket would appear.
final class SystemFollower {
    /// What it does.
    enum Phase: Equatable {
        /// It is switched off.
        case off
        /// There is no daemon, or it was lost.
        case waiting(String)
        /// It said hello.
        case greeting
        /// It is being told of events.
        case following
    }

    let path: String
    /// Whose inbox: the user's.
    let inbox: UInt32
    private let trusted: () -> Set<UInt32>
    private let store: InboxStore
    private let journal: DaemonJournal
    private let loop: EventLoop
    private let clock: Clock
    /// Called when events have come: a turn is to take them.
    var onEvents: () throws -> Void = {}

    private(set) var phase = Phase.off
    /// What came and is not stored; while there is any, nothing more is read.
    private(set) var handover: Handover?
    /// Events that were taken in since the start, and those of them that could not be kept.
    private(set) var (taken, skipped) = (0, 0)

    private var connection: Connection?
    private var source: EventSource?
    private var directory: EventSource?
    private var retry: EventSource?
    private var delay = DaemonLimits.systemRetry.lowerBound
    private var attachedAt: Int64?
    private var isTaking = false
    /// Up to where the events of the daemon that is followed are stored here.
    private var position: Int64 = 0
    private var behindAtHello = 0
    private var greeting: Result<Hello.Answer, WireError>?
    private var refusal: String?
    /// What was written down of this outage; nil: there is none, or nothing was.
    private var said: String?
    /// The store has no room: not tried again until then, in milliseconds on boot time.
    private var restsUntil: Int64?
    private var rest = DaemonLimits.systemRetry.lowerBound

    init(
        path: String, inbox: UInt32, store: InboxStore, journal: DaemonJournal, loop: EventLoop, clock: Clock,
        trusted: @escaping () -> Set<UInt32>
    ) {
        self.path = path
        self.inbox = inbox
        self.trusted = trusted
        self.store = store
        self.journal = journal
        self.loop = loop
        self.clock = clock
    }

    /// The name that its cursor is kept under: that of this database, so that a new one begins with all there is.
    var name: String { "user-\(store.identity)" }

    /// How many events are known not to be here yet.
    var behind: Int { max(behindAtHello, handover?.items.count ?? 0) }

    /// For people.
    var description: String {
        switch phase {
        case .off: "not followed"
        case .waiting(let reason): "waiting: \(reason)"
        case .greeting: "greeting \(path)"
        case .following: "following \(path)" + (behind > 0 ? ", \(behind) behind" : "")
        }
    }

    // MARK: On and off

    /// Begins or ends, as deeplinkd.toml says.
    func set(isOn: Bool) throws {
        if isOn, phase == .off { try connect() }
        if !isOn { stop() }
    }

    /// Ends it; what was not stored comes again.
    func stop() {
        disconnect()
        directory = nil
        retry = nil
        phase = .off
    }

    private func disconnect() {
        source = nil
        connection?.close()
        connection = nil
        (handover, greeting, refusal, restsUntil, attachedAt) = (nil, nil, nil, nil, nil)
        behindAtHello = 0
    }

    // MARK: Coming and going

    private func connect() throws {
        directory = nil
        retry = nil
        guard connection == nil else { return }
        let connection: Connection
        do throws(ConnectFailure) {
            connection = try Connection(connectingTo: path, trustedUIDs: trusted())
        } catch {
            if case .noDaemon(_, let failure) = error, failure.isNotFound { return try awaitSocket("\(error)") }
            if case .untrusted = error { return try lose("\(error)", isRefusal: true) }
            return try lose("\(error)")
        }
        self.connection = connection
        phase = .greeting
        source = try loop.watch(connection.fileDescriptor, for: .readable) { [unowned self] _ in try read() }
        let hello = Hello(client: "deeplinkd \(Version.text)", role: .follower, follower: name)
        connection.call(hello) { [weak self] in self?.greeting = $0 }
        try updateInterest()
    }

    /// Watches the nearest directory that there is. What came between the look and the watch is seen by looking again.
    private func awaitSocket(_ reason: String) throws {
        phase = .waiting(reason)
        watchDirectory()
        guard directory != nil, !isThere(path) else { return try retryLater() }
        delay = DaemonLimits.systemRetry.lowerBound
    }

    private func watchDirectory() {
        var folder = Files.directory(of: path)
        for _ in 0..<DaemonLimits.watchedFolders {
            directory = try? loop.watch(directory: folder) { [unowned self] in try connect() }
            let parent = Files.directory(of: folder)
            if directory != nil, !isThere(next(below: folder)) { return }
            // A folder that appeared meanwhile is nearer to the socket.
            folder = directory == nil ? parent : next(below: folder)
            if folder == path { return }
        }
    }

    /// The next name on the way from a folder to the socket.
    private func next(below folder: String) -> String {
        let start = folder == "/" ? "/" : folder + "/"
        let rest = path.dropFirst(start.count).prefix { $0 != "/" }
        return start + rest
    }

    /// What cannot be looked at is not there.
    private func isThere(_ path: String) -> Bool { (try? Files.exists(path)) == true }

    /// Ends a connection that was lost, or never made, and tries again: after a second at first, after a minute at last, at
    /// once when a new socket appears.
    ///
    /// An outage is written down once, however many tries it takes; a refusal, by whichever side, is news in it.
    private func lose(_ reason: String, isRefusal: Bool = false) throws {
        let now = clock.boot()
        if isTaking || attachedAt.map({ now - $0 >= DaemonLimits.systemRetry.upperBound }) == true {
            delay = DaemonLimits.systemRetry.lowerBound
        }
        if isRefusal ? said != reason : said == nil {
            journal.lostSystem(path, reason)
            said = reason
        }
        disconnect()
        isTaking = false
        phase = .waiting(reason)
        watchDirectory()
        try retryLater()
        journal.flush()
    }

    private func retryLater() throws {
        retry = try loop.timer(after: .milliseconds(delay)) { [unowned self] in try connect() }
        delay = min(delay * 2, DaemonLimits.systemRetry.upperBound)
    }

    // MARK: Reading

    private func read() throws {
        guard let connection else { return }
        let incoming: [Incoming]
        do throws(ConnectionLost) {
            incoming = try connection.process()
        } catch {
            return try lose(error.reason)
        }
        if let greeting {
            try greeted(greeting)
            journal.flush()
        }
        greeting = nil
        if refusal == nil { for message in incoming { take(message) } }
        if let refusal { return try lose(refusal, isRefusal: true) }
        if handover?.items.isEmpty == false { try onEvents() }
        try updateInterest()
    }

    private func greeted(_ result: Result<Hello.Answer, WireError>) throws {
        let answer: Hello.Answer
        switch result {
        case .success(let success): answer = success
        case .failure(let error):
            refusal = error.message
            return
        }
        guard let origin = answer.store else {
            refusal = "\(answer.server) does not name its database: install the same version of both"
            return
        }
        guard origin != store.identity else {
            refusal = "\(path) is this daemon's own socket"
            return
        }
        do {
            let known = try known(origin, newest: answer.newest)
            position = known.through
            handover = Handover(store: known.name)
        } catch let failure as TurnFailure {
            refusal = "the own store cannot be used now: \(failure)"
            return
        }
        behindAtHello = answer.behind ?? 0
        phase = .following
        attachedAt = clock.boot()
        said = nil
        journal.attachedToSystem(path, behind: behindAtHello)
    }

    /// By which name the events of a database are taken in, and how far that went. One whose newest event is older than what
    /// was taken is an older copy, put back: rather are some events taken twice than new ones left out.
    private func known(_ origin: String, newest: Int64?) throws -> (name: String, through: Int64) {
        let name = try store.takenOrigin(inbox: inbox, of: origin)
        let through = try store.takenThrough(inbox: inbox, of: name)
        guard let newest, newest < through else { return (name, through) }
        try store.transaction(.full) { try store.takeAnew(inbox: inbox, of: origin) }
        journal.restoredSystem(path, newest: newest, taken: through)
        return (try store.takenOrigin(inbox: inbox, of: origin), 0)
    }

    private func take(_ message: Incoming) {
        switch message {
        case .event(let event): take(Handover.Item(seq: event.seq, event: .success(event)))
        case .unreadable(let seq, let error): take(Handover.Item(seq: seq, event: .failure(error)))
        default: break
        }
    }

    /// What is here already, and was not acknowledged before the connection was lost, is acknowledged now.
    private func take(_ item: Handover.Item) {
        guard item.seq > position else { return acknowledge(item.seq) }
        handover?.items.append(item)
    }

    private func acknowledge(_ seq: Int64) {
        behindAtHello = max(0, behindAtHello - 1)
        connection?.acknowledge(seq) { [weak self] answer in
            if case .failure(let error) = answer { self?.refusal = error.message }
        }
    }

    /// While something waits to be stored nothing is read: the other daemon keeps it, and sends no more than its window.
    private func updateInterest() throws {
        guard let connection else { return }
        guard handover?.items.isEmpty != false else {
            source?.disable()
            return
        }
        try source?.setInterest(connection.wantsToWrite ? [.readable, .writable] : .readable)
        source?.enable()
    }
}

/// The turn's end of it.
extension SystemFollower {
    /// Whether there are events to be stored now.
    func isDue(at now: Moment) -> Bool {
        guard let handover, !handover.items.isEmpty else { return false }
        return restsUntil.map { $0 <= now.boot } ?? true
    }

    /// When to try again what could not be stored, in milliseconds on boot time; nil: nothing waits.
    var nextDue: Int64? { restsUntil }

    /// Follows a commit: what was stored is acknowledged.
    func follow(_ effects: Effects.Taken?, at now: Moment) {
        guard let effects, var handover, connection != nil else { return }
        for (seq, error) in effects.skipped { journal.skippedOfSystem(seq, error, at: now) }
        skipped += effects.skipped.count
        taken += effects.count
        handover.items.removeFirst(effects.count)
        self.handover = handover
        if effects.count > 0 {
            isTaking = true
            position = effects.through
            behindAtHello = max(0, behindAtHello - effects.count + 1)
            acknowledge(position)
        }
        if handover.items.isEmpty {
            restsUntil = nil
            rest = DaemonLimits.systemRetry.lowerBound
        } else {
            postpone(at: now)
        }
        do {
            try updateInterest()
        } catch {
            preconditionFailure("a watched socket's interest can be changed: \(error)")
        }
    }

    /// They could not be stored: not asked again for a while, twice as long each time.
    func postpone(at now: Moment) {
        guard isDue(at: now) else { return }
        restsUntil = now.boot + rest
        rest = min(rest * 2, DaemonLimits.systemRetry.upperBound)
    }
}
