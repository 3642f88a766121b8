// Plays the part of systemd that hands sockets in: `SocketGiver NAME=PATH… -- PROGRAM WORD…` binds a listening socket at
// each path, makes them descriptors 3 and up under their names, and becomes the program. It keeps its process id, so
// whoever started it started the program.
import Glibc
import Posix

let words = CommandLine.arguments.dropFirst()
guard let separator = words.firstIndex(of: "--"), separator + 1 < words.endIndex else {
    StandardStreams.complain("usage: SocketGiver NAME=PATH… -- PROGRAM WORD…\n")
    exit(2)
}
do {
    let sockets = words[..<separator].map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    let bound = try sockets.map { try bind($0[1]) }
    for (index, descriptor) in bound.enumerated() { dup2(descriptor, CInt(3 + index)) }
    let claims = [
        "LISTEN_PID=\(getpid())", "LISTEN_FDS=\(sockets.count)",
        "LISTEN_FDNAMES=\(sockets.map { $0[0] }.joined(separator: ":"))",
    ]
    become(Array(words[(separator + 1)...]), with: Environment.system.assignments + claims)
} catch {
    StandardStreams.complain("SocketGiver: \(error)\n")
    exit(1)
}

/// Listens, on a descriptor out of the way of 3 and up. The first one closes here: what follows may need its number.
func bind(_ path: String) throws -> CInt {
    let listener = try Socket.listen(path: path, mode: 0o600, backlog: 16)
    return withExtendedLifetime(listener) { fcntl(listener.fileDescriptor, F_DUPFD_CLOEXEC, 64) }
}

/// Replaces this process; comes back only when there is no such program.
func become(_ words: [String], with environment: [String]) -> Never {
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    unsafe execve(words[0], &arguments, &variables)
    StandardStreams.complain("SocketGiver: \(words[0]): errno \(errno)\n")
    exit(127)
}
