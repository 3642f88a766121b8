public import Posix
public import Wire

/// Why there is no connection to a daemon.
public enum ConnectFailure: Error, Hashable, Sendable {
    /// Nobody serves that path: no socket, or one whose server is gone.
    case noDaemon(path: String, SystemError)
    /// The daemon takes no connections at the moment; it may in a second.
    case busy(path: String)
    /// It is served by a user who has no business there.
    case untrusted(path: String, uid: UInt32)
    /// The kernel refused.
    case system(SystemError)
}

extension ConnectFailure: CustomStringConvertible {
    /// What is wrong, in one line.
    public var description: String {
        switch self {
        case .noDaemon(let path, _): "no daemon at \(path)"
        case .busy(let path): "the daemon at \(path) takes no more connections"
        case .untrusted(let path, let uid): "\(path) is served by uid \(uid), who is neither you nor root"
        case .system(let error): "\(error)"
        }
    }
}

/// Why a connection is over. Every call that had no answer yet has failed with `unavailable`.
public struct ConnectionLost: Error, Hashable, Sendable {
    /// What happened, in a few words: the daemon's own reason if it said `bye`.
    public let reason: String

    /// Notes an end.
    public init(reason: String) {
        self.reason = reason
    }
}

/// Why a call that was waited for has no answer.
public enum CallFailure: Error, Equatable, Sendable {
    /// The daemon said no.
    case refused(WireError)
    /// The connection ended first.
    case lost(ConnectionLost)
    /// So many seconds went by.
    case noAnswer(seconds: Int)
}
