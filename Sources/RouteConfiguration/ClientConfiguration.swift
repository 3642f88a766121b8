public import Routing

/// What `deeplink.toml` says: how this user's client reaches other machines.
public struct ClientConfiguration: Sendable, Equatable {
    /// The most machines with a prefix.
    public static let maximumHosts = 64
    /// The most words of a prefix.
    public static let maximumWords = 32

    /// The words before a command of a screen that lives on another machine, by that machine's name: they hand one further
    /// word to its shell.
    public var prefixes: [String: [String]]

    /// A configuration; without anything, screens of other machines run nothing.
    public init(prefixes: [String: [String]] = [:]) {
        self.prefixes = prefixes
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
