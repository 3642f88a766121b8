// Names of users, from wherever this machine keeps them (files, LDAP, …). A look-up may ask the network: it is made at start or by
// a control tool, never while a daemon serves.
import CPosix
import Glibc

/// Users by name and by number.
@safe
public enum UserDatabase {
    /// The uid of a user name; a whole number stands for itself. nil when there is no such user.
    public static func uid(of name: String) throws(SystemError) -> UInt32? {
        // -1 is not a user: the kernel takes it for "leave it as it is".
        if let number = UInt32(name) { return number == UInt32.max ? nil : number }
        if name.isEmpty || name.utf8.contains(0) { return nil }
        return try unsafe look("getpwnam_r", name, { unsafe getpwnam_r(name, $0, $1, $2, $3) }) { unsafe $0.pw_uid }
    }

    /// The name of a uid, nil when it has none.
    public static func name(of uid: UInt32) -> String? {
        try? unsafe look("getpwuid_r", "\(uid)", { unsafe getpwuid_r(uid, $0, $1, $2, $3) }) {
            unsafe String(cString: $0.pw_name)
        }
    }

    /// The home directory of a uid, nil when it has none.
    public static func home(of uid: UInt32) -> String? {
        try? unsafe look("getpwuid_r", "\(uid)", { unsafe getpwuid_r(uid, $0, $1, $2, $3) }) {
            unsafe String(cString: $0.pw_dir)
        }
    }

    /// The most users that are looked at for one login group.
    private static let mostUsers = 65_536

    /// The names of the users whose login group this is, in the database's order, at most `most`. Where the database does
    /// not let its users be listed (many networks' do not), those are missing.
    public static func names(withLoginGroup gid: UInt32, most: Int) -> [String] {
        setpwent()
        defer { endpwent() }
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 16) { room in
            var names: [String] = []
            guard let start = room.baseAddress else { return names }
            for _ in 0..<mostUsers where names.count < most {
                var entry = unsafe passwd()
                var found: UnsafeMutablePointer<passwd>?
                let code = unsafe getpwent_r(&entry, start, room.count, &found)
                // An entry that is longer than all that is sensible names nobody here.
                if code == ERANGE { continue }
                guard unsafe code == 0 && found != nil else { break }
                if unsafe entry.pw_gid == gid { unsafe names.append(String(cString: entry.pw_name)) }
            }
            return names
        }
    }

    private typealias Call = (
        UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
    ) -> Int32

    /// An entry points into `room`, so what is wanted of it is copied out here. 1 MiB is the most that one entry may take.
    private static func look<Value>(
        _ name: String, _ subject: String, _ call: Call, _ take: (passwd) -> Value
    ) throws(SystemError) -> Value? {
        var size = 1_024
        while true {
            var code: Int32 = 0
            let value: Value? = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { room in
                var entry = unsafe passwd()
                var found: UnsafeMutablePointer<passwd>?
                guard let start = room.baseAddress else { return nil }
                code = unsafe call(&entry, start, room.count, &found)
                return unsafe found == nil ? nil : take(entry)
            }
            switch code {
            case 0, ENOENT, ESRCH: return value
            case EINTR: continue
            case ERANGE where size < 1 << 20: size *= 2
            default: throw SystemError(call: name, subject: subject, code: code)
            }
        }
    }
}
