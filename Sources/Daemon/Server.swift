internal import Posix
internal import Systemd
internal import Wire

/// The sockets: accepting, reading, writing, closing. What lines mean is not its business.
///
/// All peers' sockets live in one private epoll set that is a single source of the loop, so that one turn sees all
/// that is readable (sd-event dispatches one source at a time; measured). A turn's handler asks it three things:
/// `readAll()`, then the requests that came, then `flushAll()`.
final class Server {
    private let pollSet: PollSet
    private let clock: Clock
    private var listeners: [Door: Socket] = [:]
    private(set) var peers: [UInt64: PeerLink] = [:]
    private var lastNumber: UInt64 = 0
    private var ready: [PollSet.Ready] = []
    private var buffer: [UInt8] = []
    /// Peers that went since the last turn, for whoever must forget them.
    private var gone: [PeerLink] = []
    private var isDraining = false

    /// Called for a peer that is dropped for a fault of its own, with the reason.
    var onDrop: (PeerLink, String) -> Void = { _, _ in }

    init(listeners: [Door: Socket], clock: Clock) throws(SystemError) {
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

    private static func token(of door: Door) -> UInt64 { UInt64.max - UInt64(door == .notify ? 0 : 1) }

    // MARK: Reading

    /// Accepts and reads what is there, within the bounds of one turn.
    func readAll() throws(SystemError) {
        try pollSet.wait(timeoutMilliseconds: 0, into: &ready)
        var budget = DaemonLimits.readPerTurn
        var waiting = peers.values.reduce(0) { $0 + $1.waitingLines }
        for event in ready {
            if let door = Door.allCases.first(where: { Self.token(of: $0) == event.token }) {
                try accept(at: door)
            } else if let peer = peers[event.token] {
                if event.events.contains(.failed) || event.events.contains(.hungUp) && !event.events.contains(.readable)
                {
                    end(peer, flushing: false)
                } else if event.events.contains(.readable), budget > 0, waiting < DaemonLimits.waitingLines {
                    budget -= read(peer)
                    waiting += peer.waitingLines
                }
            }
        }
    }

    /// Whether the last look found nothing to accept, read or write.
    var wasIdle: Bool { ready.isEmpty }

    private func accept(at door: Door) throws(SystemError) {
        guard !isDraining, let listener = listeners[door] else { return }
        while true {
            let socket: Socket
            do throws(SystemError) {
                guard let accepted = try listener.accept() else { return }
                socket = accepted
            } catch {
                // Out of descriptors: whoever waits in the backlog is served when one is free again.
                if error.isOutOfResources || error.isDisconnected { return }
                throw error
            }
            try admit(socket, at: door)
        }
    }

    /// Takes a connected socket in as a peer. Tests hand in one end of a socket pair.
    @discardableResult
    func admit(_ socket: Socket, at door: Door) throws(SystemError) -> PeerLink? {
        lastNumber += 1
        let credentials: Peer
        do throws(SystemError) { credentials = try Peer(of: socket) } catch {
            if error.isDisconnected { return nil }
            throw error
        }
        let peer = PeerLink(
            number: lastNumber, door: door, socket: socket, credentials: credentials, arrived: clock.boot())
        if peers.count >= WireLimits.connections {
            let error = WireError(
                .overloaded, "there are \(WireLimits.connections) connections already", mayRetry: true, retryAfter: 1)
            var output = OutputQueue()
            output.append(Message.line(refusing: nil, error))
            // What the kernel does not take at once is not worth waiting for.
            try? output.flush(to: socket)
            onDrop(peer, "too many connections")
            socket.close()
            return nil
        }
        peers[peer.number] = peer
        peer.interest = .readable
        try pollSet.add(socket.fileDescriptor, for: .readable, token: peer.number)
        return peer
    }

    /// Reads once from a peer; returns how many bytes came.
    private func read(_ peer: PeerLink) -> Int {
        buffer.removeAll(keepingCapacity: true)
        do throws(SystemError) {
            switch try peer.socket.receive(appendingTo: &buffer, most: DaemonLimits.readPerPeer) {
            case .bytes(let count):
                peer.take(buffer[..<count])
                return count
            case .nothingYet: return 0
            case .end:
                peer.hasEnded = true
                return 0
            }
        } catch {
            end(peer, flushing: false)
            return 0
        }
    }

    // MARK: Writing and closing

    /// Sends what can be sent, closes what is done with, and asks epoll for what is wanted next.
    func flushAll() throws(SystemError) {
        for peer in Array(peers.values) {
            if !peer.output.isEmpty { flush(peer) }
            if (peer.hasEnded && !peer.hasLines || peer.isClosing), peer.output.isEmpty { end(peer, flushing: false) }
        }
        let allOutput = allOutput
        for peer in peers.values { try ask(for: peer, allOutput: allOutput) }
    }

    private func flush(_ peer: PeerLink) {
        do throws(SystemError) { try peer.output.flush(to: peer.socket) } catch { end(peer, flushing: false) }
    }

    private func ask(for peer: PeerLink, allOutput: Int) throws(SystemError) {
        var interest: PollSet.Events = []
        if peer.mayRead(allOutput: allOutput) { interest.insert(.readable) }
        if !peer.output.isEmpty { interest.insert(.writable) }
        guard interest != peer.interest else { return }
        peer.interest = interest
        try pollSet.modify(peer.socket.fileDescriptor, for: interest, token: peer.number)
    }

    /// Bytes that wait to be sent, of all peers.
    var allOutput: Int { peers.values.reduce(0) { $0 + $1.output.count } }

    /// Peers with lines to look at, whose answers may be sent, oldest connection first.
    var peersWithLines: [PeerLink] {
        let allOutput = allOutput
        return peers.values.filter { $0.hasLines && $0.mayBeAnswered(allOutput: allOutput) }
            .sorted { $0.number < $1.number }
    }

    /// Closes a connection: at once, or once its output is gone.
    func end(_ peer: PeerLink, flushing: Bool) {
        guard peers[peer.number] != nil else { return }
        if flushing, !peer.output.isEmpty {
            peer.isClosing = true
            return
        }
        peers[peer.number] = nil
        // It is ours and open, so removing it cannot fail in a way that matters: closing takes it out as well.
        try? pollSet.remove(peer.socket.fileDescriptor)
        peer.socket.close()
        gone.append(peer)
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
        for peer in peers.values { end(peer, flushing: true) }
    }

    /// Clients that have come and said nothing, oldest first.
    var silentClients: [PeerLink] {
        peers.values.filter { $0.door == .client && !$0.hasSpoken && !$0.isClosing }.sorted { $0.arrived < $1.arrived }
    }
}
