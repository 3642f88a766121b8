internal import Posix

/// The users into whose inboxes devices may ask to be let, by name and by number.
///
/// Names are looked up in the local file only, which no network can delay: whoever is not in it is named by number.
struct Owners {
    private let isSystem: Bool
    private let own: UInt32
    private let ownName: String?
    private let hasInbox: (UInt32) -> Bool
    private let file: String

    /// The daemon of one user, or with `isSystem` of all; `hasInbox` says whose number stands for itself.
    init(
        isSystem: Bool, uid: UInt32, file: String = "/etc/passwd", hasInbox: @escaping (UInt32) -> Bool
    ) {
        self.isSystem = isSystem
        own = uid
        ownName = isSystem ? nil : UserDatabase.name(of: uid)
        self.file = file
        self.hasInbox = hasInbox
    }

    /// Whether it must be said whose inbox is meant.
    var mustBeNamed: Bool { isSystem }

    /// The uid of an owner; nil: no such user here.
    func uid(named name: String?) -> UInt32? {
        guard isSystem else { return name == nil || name == ownName || name == String(own) ? own : nil }
        guard let name else { return nil }
        if let user = users().first(where: { $0.name == name || String($0.uid) == name }) { return user.uid }
        return UInt32(name).flatMap { hasInbox($0) ? $0 : nil }
    }

    /// What an owner is called; one without a name by number.
    func name(of uid: UInt32) -> String {
        let name = isSystem ? users().first { $0.uid == uid }?.name : uid == own ? ownName : nil
        return name ?? String(uid)
    }

    /// The lines of passwd(5). A file that cannot be read has no users in it.
    private func users() -> [(name: String, uid: UInt32)] {
        guard let bytes = try? Files.read(file, limit: DaemonLimits.userFile).bytes else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard fields.count >= 4, let uid = UInt32(String(decoding: fields[2], as: UTF8.self)) else { return nil }
            return (String(decoding: fields[0], as: UTF8.self), uid)
        }
    }
}
