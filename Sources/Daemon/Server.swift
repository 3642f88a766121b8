internal import Posix
internal import Systemd
internal import Wire

/// The sockets: accepting, reading, writing, closing. What lines mean is not its business.
///
/// All peers' sockets live in one private epoll set that is a single source of the loop, so that one turn sees all
/// that is readable (sd-event dispatches one source at a time; measured). A turn's handler asks it three things:
/// `readAll()`, then the requests that came, then `flushAll()`.
///
/// A peer that closed both ways is taken out of the set at once, as the kernel would report it for ever; what it sent
/// before is read to its end, since an event is worth keeping also when nobody waits for its ack.
final class Server {
    private let pollSet: PollSet
    private let clock: Clock
    private var listeners: [Door: Socket] = [:]
    private(set) var peers: [UInt64: PeerLink] = [:]
    /// Connections by uid: no uid has more than its share.
    private var connections: [UInt32: Int] = [:]
    private let share: (UInt32) -> Int
    private let strangerShare: Int
    private var lastNumber: UInt64 = 0
    private var ready: [PollSet.Ready] = []
    private var buffer: [UInt8] = []
    /// Peers that hung up and are not read to their end.
    private var hungUp: [PeerLink] = []
    /// Peers that went since the last turn, for whoever must forget them.
    private var gone: [PeerLink] = []
    /// A client that was behind took what it was sent: it can be told more, and no socket will say so.
    private var madeRoom = false
    private var isDraining = false
    /// Out of descriptors: nobody is accepted until then, in milliseconds on boot time.
    private var acceptsAgain: Int64?

    /// Called for a peer that is dropped for a fault of its own, with the reason.
    var onDrop: (PeerLink, String) -> Void = { _, _ in }

    /// `share` says how many connections a uid may have at a time, `strangerShare` how many of these that nobody let in.
    init(
        listeners: [Door: Socket], clock: Clock, share: @escaping (UInt32) -> Int = { _ in WireLimits.connections },
        strangerShare: Int = WireLimits.strangers
    ) throws(SystemError) {
        self.share = share
        self.strangerShare = strangerShare
        pollSet = try PollSet()
        self.clock = clock
        self.listeners = listeners
        for (door, socket) in listeners {
            try pollSet.add(socket.fileDescriptor, for: .readable, token: Self.token(of: door))
        }
        buffer.reserveCapacity(DaemonLimits.readPerPeer)
    }

    /// What the loop watches: readable when a turn has something to do.
    var fileDescriptor: Int32 { pollSet.fileDescriptor }

    private static func token(of door: Door) -> UInt64 {
        switch door {
        case .notify: .max
        case .client: .max - 1
        case .remote: .max - 2
        }
    }

    // MARK: Reading

    /// Accepts and reads what is there, within the bounds of one turn.
    func readAll() throws(SystemError) {
        if let acceptsAgain, acceptsAgain <= clock.boot() { try resumeAccepting() }
        try pollSet.wait(timeoutMilliseconds: 0, into: &ready)
        var budget = DaemonLimits.readPerTurn
        for event in ready {
            if let door = Door.allCases.first(where: { Self.token(of: $0) == event.token }) {
                try accept(at: door)
            } else if let peer = peers[event.token] {
                if !event.events.isDisjoint(with: [.failed, .hungUp]) { hangUp(peer) }
                if event.events.contains(.writable), peer.waitingOutput > 0 { flush(peer) }
                if event.events.contains(.readable), budget > 0 { budget -= read(peer) }
            }
        }
        for peer in hungUp where !peer.hasLines && !peer.hasEnded && budget > 0 { budget -= read(peer) }
    }

    /// Whether the last look found nothing to accept, read or write.
    var wasIdle: Bool { ready.isEmpty }

    /// Reads once from a peer; returns how many bytes came.
    private func read(_ peer: PeerLink) -> Int {
        guard !peer.hasLines, !peer.hasEnded else { return 0 }
        buffer.removeAll(keepingCapacity: true)
        do throws(SystemError) {
            switch try peer.socket.receive(appendingTo: &buffer, most: DaemonLimits.readPerPeer) {
            case .bytes(let count):
                peer.take(buffer[...])
                return count
            case .nothingYet: break
            case .end: peer.takeEnd()
            }
        } catch {
            hangUp(peer)
            peer.takeEnd()
        }
        return 0
    }

    private func hangUp(_ peer: PeerLink) {
        guard !peer.hasHungUp else { return }
        peer.hangUp()
        hungUp.append(peer)
        // It is ours and open, so this cannot fail in a way that matters: closing takes it out as well.
        try? pollSet.remove(peer.socket.fileDescriptor)
    }

    // MARK: Accepting

    private func accept(at door: Door) throws(SystemError) {
        guard !isDraining, let listener = listeners[door] else { return }
        for _ in 0..<DaemonLimits.acceptsPerTurn {
            let socket: Socket
            do throws(SystemError) {
                guard let accepted = try listener.accept() else { return }
                socket = accepted
            } catch {
                if error.isDisconnected { return }
                guard error.isOutOfResources else { throw error }
                return try pauseAccepting()
            }
            try admit(socket, at: door)
        }
    }

    /// Whoever waits in the backlog is served when a descriptor is free again; until then the backlog would be
    /// reported at every look.
    private func pauseAccepting() throws(SystemError) {
        acceptsAgain = clock.boot() + DaemonLimits.acceptPause
        try listen(for: [])
    }

    private func resumeAccepting() throws(SystemError) {
        acceptsAgain = nil
        try listen(for: .readable)
    }

    private func listen(for events: PollSet.Events) throws(SystemError) {
        guard !isDraining else { return }
        for (door, listener) in listeners {
            try pollSet.modify(listener.fileDescriptor, for: events, token: Self.token(of: door))
        }
    }

    /// Takes a connected socket in as a peer. Tests hand in one end of a socket pair, and whom it stands for.
    @discardableResult
    func admit(_ socket: Socket, at door: Door, as given: Peer? = nil) throws(SystemError) -> PeerLink? {
        lastNumber += 1
        let credentials: Peer
        do throws(SystemError) { credentials = if let given { given } else { try Peer(of: socket) } } catch {
            if error.isDisconnected { return nil }
            throw error
        }
        let peer = PeerLink(
            number: lastNumber, door: door, socket: socket, credentials: credentials, arrived: clock.boot())
        let own = connections[credentials.uid, default: 0]
        if let reason = fullness(for: peer, own: own) {
            turnAway(peer, reason)
            return nil
        }
        peers[peer.number] = peer
        connections[credentials.uid] = own + 1
        peer.interest = .readable
        try pollSet.add(socket.fileDescriptor, for: .readable, token: peer.number)
        return peer
    }

    /// Why there is no room for one more; nil: there is.
    private func fullness(for peer: PeerLink, own: Int) -> (text: String, word: String)? {
        let uid = peer.credentials.uid
        if peers.count >= WireLimits.connections {
            return ("there are \(WireLimits.connections) connections already", "too many connections")
        }
        if own >= share(uid) { return ("uid \(uid) has \(own) connections already", "too many connections of its uid") }
        guard peer.isStranger else { return nil }
        let strangers = peers.values.filter(\.isStranger)
        if strangers.count >= WireLimits.strangers {
            return ("\(WireLimits.strangers) devices wait to be let in already", "too many devices wait to be let in")
        }
        // Else one user of the machine keeps the devices of all others out.
        if strangers.count(where: { $0.credentials.uid == uid }) >= strangerShare {
            return (
                "\(strangerShare) devices by uid \(uid) wait to be let in already", "too many devices of its uid wait"
            )
        }
        return nil
    }

    private func turnAway(_ peer: PeerLink, _ reason: (text: String, word: String)) {
        let error = WireError(.overloaded, reason.text, mayRetry: true, retryAfter: 1)
        peer.send(Message.line(refusing: nil, error))
        // What the kernel does not take at once is not worth waiting for.
        try? peer.flush()
        onDrop(peer, reason.word)
        peer.socket.close()
    }

    // MARK: Writing and closing

    /// Sends what can be sent, closes what is done with, and asks epoll for what is wanted next.
    func flushAll() throws(SystemError) {
        let outputBefore = self.allOutput
        madeRoom = false
        for peer in Array(peers.values) {
            if peer.waitingOutput > 0 {
                let wasBehind = peer.role != nil && !peer.mayBeTold(allOutput: outputBefore)
                flush(peer)
                if wasBehind, peer.mayBeTold(allOutput: outputBefore) { madeRoom = true }
            }
            let isDone = peer.hasEnded && !peer.hasLines || peer.isClosing
            if isDone, peer.waitingOutput == 0 { end(peer) }
        }
        let allOutput = allOutput
        for peer in peers.values where !peer.hasHungUp { try ask(for: peer, allOutput: allOutput) }
    }

    private func flush(_ peer: PeerLink) {
        do throws(SystemError) { try peer.flush() } catch { hangUp(peer) }
    }

    private func ask(for peer: PeerLink, allOutput: Int) throws(SystemError) {
        var interest: PollSet.Events = []
        if peer.mayRead(allOutput: allOutput) { interest.insert(.readable) }
        if peer.waitingOutput > 0 { interest.insert(.writable) }
        guard interest != peer.interest else { return }
        peer.interest = interest
        try pollSet.modify(peer.socket.fileDescriptor, for: interest, token: peer.number)
    }

    /// Bytes that wait to be sent, of all peers.
    var allOutput: Int { peers.values.reduce(0) { $0 + $1.waitingOutput } }

    /// Peers with lines to look at, whose answers may be sent: those after `number` first, in the order of their
    /// coming, so that each has its turn however busy the others are.
    func peersWithLines(after number: UInt64) -> [PeerLink] {
        let allOutput = allOutput
        let found = peers.values.filter { $0.isWaiting(allOutput: allOutput) }.sorted { $0.number < $1.number }
        let first = found.firstIndex { $0.number > number } ?? 0
        return Array(found[first...] + found[..<first])
    }

    /// Whether a peer has lines that may be answered now.
    func isWaiting(_ peer: PeerLink) -> Bool { peer.isWaiting(allOutput: allOutput) }

    /// Whether a turn has something to do even if no socket is ready.
    var hasMore: Bool {
        let allOutput = allOutput
        return madeRoom || !hungUp.isEmpty || !gone.isEmpty
            || peers.values.contains {
                $0.isWaiting(allOutput: allOutput) || $0.isBehind && $0.mayBeTold(allOutput: allOutput)
            }
    }

    /// Closes a connection, now.
    func end(_ peer: PeerLink) {
        guard peers.removeValue(forKey: peer.number) != nil else { return }
        let own = connections[peer.credentials.uid, default: 1] - 1
        connections[peer.credentials.uid] = own > 0 ? own : nil
        if peer.hasHungUp {
            hungUp.removeAll { $0 === peer }
        } else {
            try? pollSet.remove(peer.socket.fileDescriptor)
        }
        peer.socket.close()
        gone.append(peer)
        if acceptsAgain != nil { acceptsAgain = clock.boot() }
    }

    /// The peers that went since this was last asked.
    func takeGone() -> [PeerLink] {
        defer { gone.removeAll() }
        return gone
    }

    /// Takes nobody in any more and reads nothing more; what was answered is still sent.
    func drain() throws(SystemError) {
        isDraining = true
        for listener in listeners.values { try pollSet.remove(listener.fileDescriptor) }
        for peer in peers.values { peer.isClosing = true }
    }

    // MARK: Time

    /// Clients that had to speak, or to be let in, by now and did not.
    func overdue(at boot: Int64) -> [PeerLink] {
        peers.values.filter { peer in peer.due.map { $0 <= boot } ?? false }.sorted { $0.number < $1.number }
    }

    /// When something here is over, in milliseconds on boot time; nil: nothing waits.
    var nextDue: Int64? {
        (peers.values.lazy.compactMap(\.due) + [acceptsAgain].compactMap { $0 }).min()
    }
}

extension PeerLink {
    /// Whether it has lines that may be answered now.
    fileprivate func isWaiting(allOutput: Int) -> Bool {
        hasLines && !isClosing && mayBeAnswered(allOutput: allOutput)
    }

    /// When it must have spoken, or be let in, in milliseconds on boot time; nil: never.
    fileprivate var due: Int64? {
        guard door != .notify, !isClosing, !hasHungUp else { return nil }
        if !hasSpoken { return arrived + DaemonLimits.helloWait }
        return isStranger ? arrived + DaemonLimits.enrolmentWait : nil
    }
}
