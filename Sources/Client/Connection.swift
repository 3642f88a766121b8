// One connection to a daemon that any loop can drive: wait for `fileDescriptor` as `wantedEvents` says, then call `process()`. It
// never blocks and has no thread or timer of its own. Calls may be made at any time and many at once; each is answered exactly once,
// by its result, its refusal, or `unavailable` when the connection ends.
//
// The daemon is trusted to say where to go, so its user is checked against the kernel's word before a byte is exchanged.
internal import Posix
internal import Wire

/// A connection to deeplinkd.
public final class Connection {
    /// The most that waits to be sent, in bytes; a call that would pass it fails with `overloaded`.
    public static let outputLimit = 1 << 20
    /// The most that one `process()` reads, in bytes.
    public static let readLimit = 64 * 1024

    let socket: Socket
    var output: [UInt8] = []
    var outputStart = 0
    /// The daemon takes no more bytes; what it said before is still read.
    var isSendingOver = false
    var frames = FrameReader(limit: WireLimits.lineFromDaemon)
    var pending: [Int64: (Message) -> Void] = [:]
    var lastID: Int64 = 0
    /// Unasked messages that came while somebody waited for an answer.
    var backlog: [Incoming] = []
    var readBuffer: [UInt8] = []
    /// Why it is over, once it is.
    public internal(set) var lost: ConnectionLost?
    var farewell: String?
    /// Sees every line, ours and the daemon's, for the tests' transcript.
    package var trace: ((_ line: [UInt8], _ isOurs: Bool) -> Void)?

    /// Who may serve a path.
    public enum Trust: Hashable, Sendable {
        /// Root, this user, and these.
        case users(Set<UInt32>)
        /// Anybody: the other end of a tunnel or a container's bind has no uid that means anything here. The path is what
        /// is trusted.
        case path
    }

    /// Connects to the daemon at `path`, at once or not at all. The daemon must run as root, as this user, or as one of
    /// `trustedUIDs`.
    public convenience init(connectingTo path: String, trustedUIDs: Set<UInt32> = []) throws(ConnectFailure) {
        try self.init(connectingTo: path, trust: .users(trustedUIDs))
    }

    /// Connects to the daemon at `path`, at once or not at all, if it is served by somebody who may.
    public init(connectingTo path: String, trust: Trust) throws(ConnectFailure) {
        do {
            socket = try Socket.connect(path: path)
        } catch {
            throw Self.failure(error, path)
        }
        let uid: UInt32
        do {
            uid = try Peer(of: socket).uid
        } catch {
            throw .system(error)
        }
        if case .users(let uids) = trust, !Self.isTrusted(uid, uids) { throw .untrusted(path: path, uid: uid) }
    }

    /// Speaks over a connection that exists already.
    init(over socket: Socket) {
        self.socket = socket
    }

    static func isTrusted(_ uid: UInt32, _ trusted: Set<UInt32>) -> Bool {
        uid == 0 || uid == Environment.system.uid || trusted.contains(uid)
    }

    private static func failure(_ error: SystemError, _ path: String) -> ConnectFailure {
        if error.isNotFound || error.isRefused { return .noDaemon(path: path, error) }
        return error.isWouldBlock ? .busy(path: path) : .system(error)
    }

    /// The descriptor to wait for; -1 once the connection is over.
    public var fileDescriptor: Int32 { socket.fileDescriptor }

    /// There is something to send that the kernel did not take yet: wait until it is writable, too.
    public var wantsToWrite: Bool { outputStart < output.count && !isSendingOver }

    /// Ends the connection. Calls without an answer fail.
    public func close() {
        end("closed here")
        socket.close()
    }

    /// Ends it with a reason and lets everybody who waits know. The descriptor stays open, readable, until `process()` has said so:
    /// a loop would never hear of one that closes under it.
    func end(_ reason: String) {
        guard lost == nil else { return }
        lost = ConnectionLost(reason: farewell ?? reason)
        socket.shutdown()
        output = []
        outputStart = 0
        let waiting = pending.sorted { $0.key < $1.key }
        pending = [:]
        for (id, done) in waiting { done(.failure(id: .number(id), Self.unavailable(farewell ?? reason))) }
    }

    static func unavailable(_ reason: String) -> WireError {
        WireError(.unavailable, "the connection to the daemon ended: \(reason)", mayRetry: true)
    }
}
