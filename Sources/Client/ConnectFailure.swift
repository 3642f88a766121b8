public import Posix

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
