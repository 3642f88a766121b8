public import Routing

/// What `deeplink.toml` says: how this user's client reaches other machines.
public struct ClientConfiguration: Sendable, Equatable {
    /// The most machines with a prefix.
    public static let maximumHosts = 64
    /// The most words of a prefix.
    public static let maximumWords = 32

    /// How another machine's shell is reached.
    public struct Host: Sendable, Equatable {
        /// The words before a command: they hand one further word to that shell.
        public var prefix: [String]
        /// Only a daemon that is met at this socket may say that it is that machine's; nil: any.
        public var socket: String?

        /// Makes a machine's entry.
        public init(prefix: [String], socket: String? = nil) {
            self.prefix = prefix
            self.socket = socket
        }
    }

    /// Machines by the names that they have themselves.
    public var hosts: [String: Host]

    /// A configuration; without anything, screens of other machines run nothing.
    public init(hosts: [String: Host] = [:]) {
        self.hosts = hosts
    }
}

/// What the `deeplink.toml` files came to.
public struct LoadedClient: Sendable, Equatable {
    /// What they say; what a finding calls an error is left out of it.
    public let configuration: ClientConfiguration
    /// In the order of files and lines; empty when nothing is to be said.
    public let findings: [Finding]
    /// The files that were found, the highest first.
    public let files: [String]
}
