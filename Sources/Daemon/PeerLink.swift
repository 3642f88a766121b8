internal import Posix
internal import Routing
internal import Systemd
internal import Wire

/// The two permissions to come in, a socket each.
enum Door: String, CaseIterable {
    /// notify.sock: senders.
    case notify
    /// client.sock: clients and the control tool.
    case client
}

/// One connection: who is there, what it sent and has not been looked at, what waits to be sent to it.
///
/// What it may do is said by its door and, after `hello`, its role. It holds no opinion on events or opens.
final class PeerLink {
    /// Counts connections from 1; never used twice. What the journal calls the peer.
    let number: UInt64
    let door: Door
    let socket: Socket
    /// Who the kernel says it is, at accept.
    let credentials: Peer
    /// When it came, in milliseconds on boot time.
    let arrived: Int64

    var output = OutputQueue()
    /// Set once it said hello.
    var role: Hello.Role?
    /// Whether it ever sent a line.
    var hasSpoken = false
    /// It has closed its side; what it sent before is still answered.
    var hasEnded = false
    /// It is to be closed once its output is gone; nothing more is read.
    var isClosing = false
    /// Its unit as systemd knows it, asked for once: a label where it is to be had, never part of a decision.
    private(set) lazy var unit: String? = peerUnit(of: socket.fileDescriptor)
    /// What epoll was last asked for.
    var interest: PollSet.Events = []
    /// The calls made to it that it has not answered: the call's id and the open it offers.
    private(set) var offers: [Int64: Int64] = [:]

    private var frames: FrameReader
    private var lines: [FrameReader.Frame] = []
    private var nextLine = 0
    private var lastCall: Int64 = 0

    init(number: UInt64, door: Door, socket: Socket, credentials: Peer, arrived: Int64) {
        self.number = number
        self.door = door
        self.socket = socket
        self.credentials = credentials
        self.arrived = arrived
        frames = FrameReader(limit: WireLimits.lineToDaemon)
    }

    // MARK: Input

    /// Takes what was read from its socket.
    func take(_ bytes: ArraySlice<UInt8>) {
        frames.read(bytes) { lines.append($0) }
        hasSpoken = hasSpoken || !lines.isEmpty
    }

    /// The next line that was read and not looked at yet.
    func nextFrame() -> FrameReader.Frame? {
        guard nextLine < lines.count else {
            lines.removeAll(keepingCapacity: false)
            nextLine = 0
            return nil
        }
        nextLine += 1
        return lines[nextLine - 1]
    }

    var hasLines: Bool { nextLine < lines.count }
    /// Lines that were read and not looked at yet.
    var waitingLines: Int { lines.count - nextLine }

    /// Whether more may be read: nothing waits to be looked at, and it reads what it is sent. A sender with an unread
    /// answer is not read.
    func mayRead(allOutput: Int) -> Bool {
        guard !hasEnded, !isClosing, !hasLines else { return false }
        return mayBeAnswered(allOutput: allOutput)
    }

    /// Whether one more of its lines may be answered.
    func mayBeAnswered(allOutput: Int) -> Bool {
        if output.isEmpty { return true }
        if allOutput > DaemonLimits.outputInAll { return false }
        switch door {
        case .notify: return false
        case .client: return output.count <= DaemonLimits.pausedClientOutput
        }
    }

    /// Whether announcements reach it now; else it is behind, in the table.
    var isCongested: Bool { output.count > DaemonLimits.pausedClientOutput }

    // MARK: Calls to it

    /// Sends an offer as a call of ours and remembers it until the answer.
    func offer(_ offer: OpenOffer) {
        lastCall += 1
        offers[lastCall] = offer.open
        output.append(offer.line(id: .number(lastCall)))
    }

    /// The open whose offer this call was; nil for an answer to a call that was never made.
    func takeOffer(_ id: RequestID) -> Int64? {
        guard case .number(let call) = id else { return nil }
        return offers.removeValue(forKey: call)
    }
}
