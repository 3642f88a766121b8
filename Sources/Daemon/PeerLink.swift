internal import Posix
internal import Routing
internal import Systemd
internal import Wire

/// The permissions to come in, a socket each.
enum Door: String, CaseIterable {
    /// notify.sock: senders.
    case notify
    /// client.sock: clients and the control tool.
    case client
    /// remote.sock: clients from elsewhere, each with its token. The kernel vouches there for a tunnel, not for a person.
    case remote
}

/// One connection: who is there, what it sent and has not been looked at, what waits to be sent to it.
///
/// What it may do is said by its door and, after `hello`, its role. It holds no opinion on events or opens. Its input
/// is one read at most, kept as bytes and cut into lines as they are looked at: a peer whose lines have to wait costs
/// `DaemonLimits.readPerPeer` and one unfinished line.
final class PeerLink {
    /// Counts connections from 1; never used twice. What the journal calls the peer.
    let number: UInt64
    let door: Door
    let socket: Socket
    /// Who the kernel says it is, at accept.
    let credentials: Peer
    /// When it came, in milliseconds on boot time.
    let arrived: Int64

    /// Set once it said hello.
    var role: Hello.Role?
    /// The inbox that it looks into: its own, or one that a rule lets it read.
    private(set) lazy var inbox = uid
    /// The device that it is, once a token or a code said so.
    private(set) var device: AdmittedDevice?
    /// Whether it ever sent a line.
    private(set) var hasSpoken = false
    /// It sends no more; what it sent before is still answered.
    private(set) var hasEnded = false
    /// It reads no more; what it sent before is still done, and what it is told is lost.
    private(set) var hasHungUp = false
    /// It is to be closed once its output is gone; nothing more is read or looked at.
    var isClosing = false
    /// There is more to tell it than it took in this turn.
    var isBehind = false
    /// Its unit as systemd knows it, asked for once: a label where it is to be had, never part of a decision.
    private(set) lazy var unit: String? = peerUnit(of: socket.fileDescriptor)
    /// What epoll was last asked for.
    var interest: PollSet.Events = []

    private var output = OutputQueue()
    private var frames = FrameReader(limit: WireLimits.lineToDaemon)
    private var unread: ArraySlice<UInt8> = []
    private var next: FrameReader.Frame?
    /// The calls made to it that it has not answered: the call's id and the open it offers. One at a time.
    private var offers: [Int64: Int64] = [:]
    private var lastCall: Int64 = 0

    init(number: UInt64, door: Door, socket: Socket, credentials: Peer, arrived: Int64) {
        self.number = number
        self.door = door
        self.socket = socket
        self.credentials = credentials
        self.arrived = arrived
    }

    /// Whose rights it has: those of whom the kernel names, or of a device's owner.
    var uid: UInt32 { device?.inbox ?? credentials.uid }

    /// Whether it came from elsewhere and is nobody yet.
    var isStranger: Bool { door == .remote && device == nil }

    /// Lets it look into another's inbox, and do nothing else there.
    func look(into inbox: UInt32) { self.inbox = inbox }

    /// From here on it is this device; nil: a stranger again.
    func become(_ device: AdmittedDevice?) {
        self.device = device
        inbox = uid
    }

    /// The tabs whose cells it is told of; nil: all.
    func follow(_ tabs: [String]?) { device?.follows = tabs }

    // MARK: Input

    /// Takes what was read from its socket. Called only when no line waits.
    func take(_ bytes: ArraySlice<UInt8>) {
        unread = Array(bytes)[...]
        next = frames.next(from: &unread)
        hasSpoken = hasSpoken || next != nil
    }

    /// Takes the end of what it sends. A last line without its end is a line: half of a message is no JSON anyway.
    func takeEnd() {
        hasEnded = true
        if frames.hasPartialLine { take([UInt8(ascii: "\n")]) }
    }

    /// Takes the next line that was read and not looked at yet.
    func nextFrame() -> FrameReader.Frame? {
        guard let frame = next else { return nil }
        next = frames.next(from: &unread)
        return frame
    }

    var hasLines: Bool { next != nil }

    /// Whether more may be read: nothing waits to be looked at, and it reads what it is sent. A sender with an unread
    /// answer is not read.
    func mayRead(allOutput: Int) -> Bool {
        !hasEnded && !isClosing && !hasLines && mayBeAnswered(allOutput: allOutput)
    }

    /// Whether one more of its lines may be answered.
    func mayBeAnswered(allOutput: Int) -> Bool {
        if output.isEmpty { return true }
        if allOutput > DaemonLimits.outputInAll { return false }
        switch door {
        case .notify: return false
        case .client, .remote: return output.count <= DaemonLimits.pausedClientOutput
        }
    }

    // MARK: Output

    /// Bytes that it was sent and has not taken.
    var waitingOutput: Int { output.count }

    /// Puts a line into its output; nothing is kept for one that reads no more.
    func send(_ line: [UInt8]) {
        if !hasHungUp { output.append(line) }
    }

    /// Hands the kernel what it takes. A peer that is gone is thrown as `SystemError`.
    func flush() throws(SystemError) { try output.flush(to: socket) }

    /// Notes that it reads no more.
    func hangUp() {
        hasHungUp = true
        output = OutputQueue()
    }

    /// Whether what is unasked reaches it now; else it is behind, in the table.
    func mayBeTold(allOutput: Int) -> Bool {
        !isClosing && !hasHungUp && output.count <= DaemonLimits.pausedClientOutput
            && (output.isEmpty || allOutput <= DaemonLimits.outputInAll)
    }

    // MARK: Calls to it

    /// Sends an offer as a call of ours and remembers it until the answer.
    func offer(_ offer: OpenOffer) {
        lastCall += 1
        offers[lastCall] = offer.open
        send(offer.line(id: .number(lastCall)))
    }

    /// The open whose offer this call was; nil for an answer to a call that was never made, or to one made twice.
    func takeOffer(_ id: RequestID) -> Int64? {
        guard case .number(let call) = id else { return nil }
        return offers.removeValue(forKey: call)
    }
}
