internal import CSystemd
internal import Glibc

/// The listening sockets that systemd opened for this process, told apart by name only.
///
/// Order says nothing: it varies from start to start. A name that is not expected, a name given twice and a socket of
/// another type are refused, as serving the wrong permission on a socket is worse than not starting. Sockets meant
/// for another process (LISTEN_PID) are none of ours. The environment is cleared, so children inherit no claim.
public struct InheritedSockets: Sendable {
    /// Why a descriptor that was handed in is refused.
    public enum Refusal: Error, Equatable, CustomStringConvertible {
        case unknownName(String, expected: [String])
        case duplicateName(String)
        case notListeningStream(name: String)
        case system(SystemdError)

        /// What is wrong and which unit setting to look at.
        public var description: String {
            switch self {
            case .unknownName(let name, let expected):
                "inherited socket has the name \"\(name)\"; FileDescriptorName= must be one of: "
                    + expected.joined(separator: ", ")
            case .duplicateName(let name):
                "two inherited sockets have the name \"\(name)\""
            case .notListeningStream(let name):
                "inherited socket \"\(name)\" is not a listening Unix stream socket (ListenStream=)"
            case .system(let error):
                error.description
            }
        }
    }

    private let descriptors: [String: CInt]

    /// Takes over what systemd passed, once, before anything else reads the environment.
    ///
    /// The descriptors belong to the caller from then on, are close-on-exec, and are not closed here. `expected`: the
    /// names that may come; which of them must come is the caller's to judge.
    public static func take(expected: [String]) throws(Refusal) -> InheritedSockets {
        InheritedSockets(descriptors: try check(try receive(), expected: expected))
    }

    /// Whether nothing was handed in: the program was not started by a socket.
    public var isEmpty: Bool { descriptors.isEmpty }

    /// The listening descriptor of this name, if it was handed in.
    public subscript(name: String) -> CInt? { descriptors[name] }

    private static func receive() throws(Refusal) -> [(name: String, descriptor: CInt)] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = unsafe sd_listen_fds_with_names(1, &names)
        guard count >= 0 else {
            throw .system(SystemdError(call: "sd_listen_fds_with_names", code: -count))
        }
        defer { unsafe free(names) }
        return (0..<count).map { index in
            let name = unsafe names?[Int(index)]
            defer { unsafe free(name) }
            return (unsafe name.map { unsafe String(cString: $0) } ?? "", SD_LISTEN_FDS_START + index)
        }
    }

    private static func check(
        _ received: [(name: String, descriptor: CInt)], expected: [String]
    ) throws(Refusal) -> [String: CInt] {
        var descriptors: [String: CInt] = [:]
        for (name, descriptor) in received {
            guard expected.contains(name) else {
                throw .unknownName(name, expected: expected)
            }
            guard descriptors[name] == nil else {
                throw .duplicateName(name)
            }
            guard sd_is_socket_unix(descriptor, deeplinkd_stream_socket, 1, nil, 0) > 0 else {
                throw .notListeningStream(name: name)
            }
            descriptors[name] = descriptor
        }
        return descriptors
    }
}
