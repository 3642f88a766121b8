public import Client
internal import Posix
internal import RouteConfiguration

/// Where a client finds what it needs.
public struct ClientSettings: Sendable {
    /// Sockets and state.
    public var paths: SocketPaths
    /// Where route tables may be, the highest first.
    public var tableDirectories: [String]
    /// Whose table files are believed, and whose daemon, besides root's.
    public var trustedUIDs: Set<UInt32>
    /// Whose daemon is believed besides: the user that the system's runs as, who owns no tables.
    public var daemonUIDs: Set<UInt32> = []
    /// Only looks: it is not told of cells, moved by opens, or counted as attached.
    public var onlyLooks = false
    /// Starts a daemon for these sockets; empty where no unit serves them.
    public var unitCommand: [String]
    /// Starts a daemon of its own for these sockets.
    public var standaloneCommand: [String]

    /// Settings put together by hand.
    public init(
        paths: SocketPaths, tableDirectories: [String], trustedUIDs: Set<UInt32>, unitCommand: [String] = [],
        standaloneCommand: [String] = []
    ) {
        self.paths = paths
        self.tableDirectories = tableDirectories
        self.trustedUIDs = trustedUIDs
        self.unitCommand = unitCommand
        self.standaloneCommand = standaloneCommand
    }
}
