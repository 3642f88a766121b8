import Glibc
import Systemd

/// Makes the sockets of `given` (`NAME:listening`, `NAME:datagram` or `NAME:connected`) descriptors 3 and up, says in
/// the environment that they are for this process (for another after the word `other`), and prints what is taken.
func listSockets(expected: [String], given: ArraySlice<String>) {
    let sockets = given.filter { $0 != "other" }.map { $0.split(separator: ":").map(String.init) }
    for (index, socket) in sockets.enumerated() {
        let made = makeSocket(socket[1])
        // Descriptors from 3 on are free in a program that was started clean, but the order may already fit.
        if made != CInt(3 + index) {
            dup2(made, CInt(3 + index))
        }
    }
    setVariable("LISTEN_PID", "\(given.contains("other") ? 1 : getpid())")
    setVariable("LISTEN_FDS", sockets.isEmpty ? nil : "\(sockets.count)")
    setVariable("LISTEN_FDNAMES", sockets.map { $0[0] }.joined(separator: ":"))
    do {
        let taken = try InheritedSockets.take(expected: expected)
        let found = expected.map { "\($0)=\(taken[$0].map { "\($0)" } ?? "none")" }
        print(taken.isEmpty ? "none" : found.joined(separator: " "))
        print("close-on-exec \(expected.compactMap { taken[$0] }.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })")
    } catch {
        print(error)
    }
    print("environment \(unsafe getenv("LISTEN_FDS") == nil ? "cleared" : "kept")")
}

private func makeSocket(_ type: String) -> CInt {
    switch type {
    case "listening":
        let made = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        bindAbstract(made, name: "deeplinkd-helper-\(getpid())-\(made)")
        listen(made, 4)
        return made
    case "datagram":
        return socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    default:
        return socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    }
}
