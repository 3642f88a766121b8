/// Where the inbox is that is looked at: only for one on this machine are commands run here.
enum InboxHost: Equatable {
    case local
    /// On a machine of this name, as the daemon says that is met at a socket.
    case remote(String, socket: String)
}

extension InboxHost {
    /// Whatever comes through a remote.sock is another machine's, also when it calls itself by this one's name.
    init(of link: DaemonLink) {
        self = link.isRemote ? .remote(link.host ?? "another machine", socket: link.place.path) : .local
    }
}
