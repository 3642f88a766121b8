// Where a user's daemon is met: sockets in the runtime directory, everything that outlives a boot in the state directory. One place,
// so that the daemon, the control tool and the client cannot disagree.
public import Posix

/// The paths of one user's deeplinkd, or of the machine's.
public struct SocketPaths: Hashable, Sendable {
    /// Where senders connect.
    public var notify: String
    /// Where clients and the control tool connect.
    public var client: String
    /// Where devices connect from elsewhere, each with its token.
    public var remote: String
    /// Where the inbox, its lock and the jobs' output are kept.
    public var state: String

    /// Paths given by hand; the remote socket is beside the clients' unless it is named.
    public init(notify: String, client: String, remote: String? = nil, state: String) {
        self.notify = notify
        self.client = client
        self.remote = remote ?? Files.directory(of: client) + "/remote.sock"
        self.state = state
    }

    /// `$XDG_RUNTIME_DIR/deeplinkd/` (else `/run/user/UID/deeplinkd/`) and `$XDG_STATE_HOME/deeplinkd` (else
    /// `~/.local/state/deeplinkd`). Variables that are no absolute paths count as not set, as the XDG specification wants.
    public init(environment: Environment) {
        let runtime = environment.absolutePath("XDG_RUNTIME_DIR") ?? "/run/user/\(environment.uid)"
        let state = environment.absolutePath("XDG_STATE_HOME") ?? (environment.home ?? "") + "/.local/state"
        self.init(
            notify: runtime + "/deeplinkd/notify.sock", client: runtime + "/deeplinkd/client.sock",
            state: state + "/deeplinkd")
    }

    /// The system's: sockets that the socket units own, state in `/var/lib`. Of a client's own, such as its jobs' output,
    /// nothing is there.
    public static let system = SocketPaths(
        notify: "/run/deeplinkd/notify.sock", client: "/run/deeplinkd/client.sock", state: "/var/lib/deeplinkd")

    /// Whether a socket is the system's.
    public static func isSystems(_ path: String) -> Bool { path == system.notify || path == system.client }

    /// The same with what a command line says instead: each nil leaves the path as it is, but that the remote socket goes
    /// with the clients'.
    public func replacing(
        notify: String? = nil, client: String? = nil, remote: String? = nil, state: String? = nil
    ) -> SocketPaths {
        SocketPaths(
            notify: notify ?? self.notify, client: client ?? self.client,
            remote: remote ?? (client == nil ? self.remote : nil), state: state ?? self.state)
    }

    /// The directory of the jobs' output; each file is named by the job's UUID.
    public var jobs: String { state + "/jobs" }

    /// For each job that has a key of its own, a symbolic link that is named like its output and says the key.
    public var jobKeys: String { state + "/job-keys" }
}

extension Environment {
    fileprivate func absolutePath(_ name: String) -> String? {
        self[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
