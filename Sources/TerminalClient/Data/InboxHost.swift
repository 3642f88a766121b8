/// Where the inbox is that is looked at: only for one on this machine are commands run here.
enum InboxHost: Equatable {
    case local
    /// On a machine of this name, as its daemon says it.
    case remote(String)
}
