// Names of groups and who is in them, from wherever this machine keeps them. As for users: a look-up may ask the network, so it is
// made at start or by a control tool, never while a daemon serves.
import CPosix
import Glibc

/// Groups by name.
@safe
public enum GroupDatabase {
    /// A group as the database has it.
    public struct Group: Hashable, Sendable {
        /// Its number.
        public var gid: UInt32
        /// The names of the users that are listed in it; those whose login group it is are not among them.
        public var members: [String]

        /// A group put together by hand.
        public init(gid: UInt32, members: [String]) {
            self.gid = gid
            self.members = members
        }
    }

    /// The most that one group's entry may take, in bytes.
    private static let largestEntry = 1 << 20

    /// The group of a name, nil when there is none.
    public static func group(named name: String) throws(SystemError) -> Group? {
        if name.isEmpty || name.utf8.contains(0) { return nil }
        var size = 4_096
        while true {
            var code: Int32 = 0
            let found: Group? = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { room in
                var entry = unsafe Glibc.group()
                var found: UnsafeMutablePointer<Glibc.group>?
                guard let start = room.baseAddress else { return nil }
                code = unsafe getgrnam_r(name, &entry, start, room.count, &found)
                return unsafe found == nil ? nil : Group(gid: entry.gr_gid, members: Self.names(entry.gr_mem))
            }
            switch code {
            case 0, ENOENT, ESRCH: return found
            case EINTR: continue
            case ERANGE where size < Self.largestEntry: size *= 4
            default: throw SystemError(call: "getgrnam_r", subject: name, code: code)
            }
        }
    }

    private static func names(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
        var names: [String] = []
        var next = unsafe list
        while let place = unsafe next, let name = unsafe place.pointee {
            unsafe names.append(String(cString: name))
            unsafe next = place.advanced(by: 1)
        }
        return names
    }
}
