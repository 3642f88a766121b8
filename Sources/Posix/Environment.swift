// Who runs this program, and what its surroundings say. A value, so that tests make one up instead of changing the process's.
import CPosix
import Glibc

/// Environment variables and the identity of the process.
@safe
public struct Environment: Sendable {
    /// Variables by name.
    public var variables: [String: String]
    /// The effective user.
    public var uid: UInt32
    /// The effective group.
    public var gid: UInt32
    /// The process.
    public var pid: Int32

    /// Surroundings made up by a test.
    public init(variables: [String: String], uid: UInt32, gid: UInt32, pid: Int32) {
        self.variables = variables
        self.uid = uid
        self.gid = gid
        self.pid = pid
    }

    /// The process's own, as it was at first use.
    public static let system = Environment(
        variables: readVariables(), uid: geteuid(), gid: getegid(), pid: getpid())

    /// A variable's value; one that is set to nothing counts as not set, as the XDG specification wants.
    public subscript(name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }

    /// `NAME=value` for each variable, sorted: what a child process takes.
    public var assignments: [String] {
        variables.map { "\($0.key)=\($0.value)" }.sorted()
    }

    /// The user's home: `HOME` when it is an absolute path, else what the user database says; nil when neither does.
    public var home: String? {
        if let home = self["HOME"], home.hasPrefix("/") { return home }
        return UserDatabase.home(of: uid)
    }

    private static func readVariables() -> [String: String] {
        var variables: [String: String] = [:]
        var next = unsafe deeplink_environment()
        while let place = unsafe next, let entry = unsafe place.pointee {
            let text = unsafe String(cString: entry)
            if let equals = text.firstIndex(of: "="), equals != text.startIndex {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            unsafe next = place.advanced(by: 1)
        }
        return variables
    }
}
