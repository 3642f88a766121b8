/// Some of a machine's users, as a list of `deeplinkd.toml` names them: users, members of groups, or everybody.
///
/// Names became numbers when the file was read. Whether somebody who calls is meant is decided by the kernel's word on
/// them, their uid and all their groups; whether an inbox is meant, by its uid and who was in a group at that time.
public struct People: Sendable, Equatable {
    /// `*`
    public var isEverybody = false
    /// The users that are named.
    public var uids: Set<UInt32> = []
    /// The groups that are named.
    public var gids: Set<UInt32> = []
    /// Who was in those groups when the file was read.
    public var members: Set<UInt32> = []

    /// Nobody.
    public init() {}

    /// These users.
    public init(uids: Set<UInt32>) { self.uids = uids }

    /// Whether somebody with this uid and these groups is meant.
    public func include(uid: UInt32, gids groups: some Sequence<UInt32>) -> Bool {
        isEverybody || uids.contains(uid) || (!gids.isEmpty && groups.contains(where: gids.contains))
    }

    /// Whether this uid's inbox is meant.
    public func include(inbox: UInt32) -> Bool {
        isEverybody || uids.contains(inbox) || members.contains(inbox)
    }

    /// The inboxes that are named, in order; `*` names none.
    public var inboxes: [UInt32] { uids.union(members).sorted() }
}
