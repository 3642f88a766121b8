public import Client
internal import Posix
internal import RouteConfiguration
internal import Wire

/// Where a client finds what it needs.
public struct ClientSettings: Sendable {
    /// Sockets and state.
    public var paths: SocketPaths
    /// Where route tables may be, the highest first.
    public var tableDirectories: [String]
    /// Where `deeplink.toml` may be, the highest first: the user's own, whosever the inbox is.
    public var ownDirectories: [String]
    /// Whose table files are believed, and whose daemon, besides root's.
    public var trustedUIDs: Set<UInt32>
    /// Whose daemon is believed besides: the user that the system's runs as, who owns no tables.
    public var daemonUIDs: Set<UInt32> = []
    /// The inbox is met through this remote.sock, with a token; nil: through the clients' socket.
    public var remote: Remote?
    /// The versions of the protocol that it speaks.
    public var versions: [Int64] = WireLimits.versions
    /// Only looks: it is not told of cells, moved by opens, or counted as attached.
    public var onlyLooks = false
    /// Starts a daemon for these sockets; empty where no unit serves them.
    public var unitCommand: [String]
    /// Starts a daemon of its own for these sockets.
    public var standaloneCommand: [String]

    /// A daemon that does not know this user by his uid.
    public struct Remote: Sendable, Equatable {
        /// The socket: forwarded by ssh, bound into a container, or of this machine.
        public var path: String
        /// Whose inbox, by the user's name there; nil: that of whoever let this device in.
        public var owner: String?

        /// Names a daemon.
        public init(path: String, owner: String? = nil) {
            self.path = path
            self.owner = owner
        }
    }

    /// Settings put together by hand.
    public init(
        paths: SocketPaths, tableDirectories: [String], trustedUIDs: Set<UInt32>, unitCommand: [String] = [],
        standaloneCommand: [String] = []
    ) {
        self.paths = paths
        self.tableDirectories = tableDirectories
        ownDirectories = tableDirectories
        self.trustedUIDs = trustedUIDs
        self.unitCommand = unitCommand
        self.standaloneCommand = standaloneCommand
    }
}

extension ClientSettings {
    /// What remote daemons gave this user's devices.
    var tokensPath: String { paths.state + "/tokens.json" }
    /// Links that wait for a daemon.
    var heldLinksPath: String { paths.state + "/held.json" }

    /// Where its daemon is met, and as what.
    var place: DaemonLink.Place {
        if let remote {
            return DaemonLink.Place(
                path: remote.path, trust: .path, owner: remote.owner, isRemote: true, versions: versions)
        }
        return DaemonLink.Place(path: paths.client, trust: .users(trustedUIDs.union(daemonUIDs)), versions: versions)
    }

    /// How the screens of an inbox were looked at; each inbox of another daemon has its own.
    func viewsPath(owner: String?) -> String {
        guard let remote else { return paths.state + "/views.json" }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in Array("\(remote.path)\0\(owner ?? "")".utf8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return paths.state + "/views-\(String(hash, radix: 16)).json"
    }
}
