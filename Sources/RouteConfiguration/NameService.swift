public import Posix

/// What names of users and groups stand for. Asked when a file is read, and never while a daemon serves.
public struct NameService: Sendable {
    /// The uid of a name or of a whole number; nil: there is no such user.
    public var uid: @Sendable (String) throws(SystemError) -> UInt32?
    /// The group of a name, with those whose login group it is; nil: there is none.
    public var group: @Sendable (String) throws(SystemError) -> GroupDatabase.Group?

    /// Names from anywhere.
    public init(
        uid: @escaping @Sendable (String) throws(SystemError) -> UInt32?,
        group: @escaping @Sendable (String) throws(SystemError) -> GroupDatabase.Group?
    ) {
        self.uid = uid
        self.group = group
    }

    /// This machine's.
    public static let system = NameService(
        uid: { (name) throws(SystemError) in try UserDatabase.uid(of: name) },
        group: { (name) throws(SystemError) in
            guard var group = try GroupDatabase.group(named: name) else { return nil }
            // One more than an event may have inboxes: enough to see that there are too many.
            let most = ServiceConfiguration.maximumRecipients + 1
            for member in UserDatabase.names(withLoginGroup: group.gid, most: most)
            where !group.members.contains(member) {
                group.members.append(member)
            }
            return group
        })
}
