internal import Posix
internal import Systemd

/// The sockets: handed in by systemd, or bound here. That of devices from elsewhere is there only where it is wanted.
///
/// A socket that was handed in is never unlinked. One that somebody serves is never replaced; one that nobody serves
/// is a leftover, and whoever holds the state directory's lock may take its place.
struct Listeners {
    /// Why there are no sockets to serve. Each says itself in `description`.
    enum Failure: Error, CustomStringConvertible {
        case nothingHandedIn
        case missing(Door)
        case served(String)
        case notASocket(String)
        case refused(InheritedSockets.Refusal)

        var description: String {
            switch self {
            case .nothingHandedIn:
                "no sockets were handed in: start it by deeplinkd.socket (systemctl --user start deeplinkd.socket), or give --standalone"
            case .missing(let door):
                "systemd handed in no socket named \(door.rawValue): start deeplinkd.socket, which brings both"
            case .served(let path): "\(path) is served by another process: end that one, or name another path"
            case .notASocket(let path): "\(path) is there and is no socket: move it away, or name another path"
            case .refused(let refusal): refusal.description
            }
        }
    }

    private(set) var sockets: [Door: Socket]
    /// What was bound here, to be unlinked at the end.
    private var bound: [(path: String, identity: FileFacts.Identity)]

    /// Takes what systemd handed in. Call it first: it reads and clears the environment.
    static func inherited() throws -> Listeners? {
        let handed: InheritedSockets
        do throws(InheritedSockets.Refusal) {
            handed = try InheritedSockets.take(expected: Door.allCases.map(\.rawValue))
        } catch {
            throw Failure.refused(error)
        }
        guard !handed.isEmpty else { return nil }
        var sockets: [Door: Socket] = [:]
        for door in Door.allCases {
            guard let descriptor = handed[door.rawValue] else {
                if door == .remote { continue }
                throw Failure.missing(door)
            }
            sockets[door] = try Socket.listener(inherited: FileDescriptor(owning: descriptor))
        }
        return Listeners(sockets: sockets, bound: [])
    }

    /// Binds the sockets; when one of them cannot be bound, none stays. Call it with the state directory's lock held.
    static func bind(notify: String, client: String, remote: String? = nil, forEverybody isOpen: Bool = false) throws
        -> Listeners
    {
        var listeners = Listeners(sockets: [:], bound: [])
        do {
            for (door, path) in [(Door.notify, notify), (Door.client, client), (Door.remote, remote)] {
                if let path { try listeners.bind(door, path, isOpen) }
            }
        } catch {
            // The first error is the one to tell.
            try? listeners.unlink()
            throw error
        }
        return listeners
    }

    private mutating func bind(_ door: Door, _ path: String, _ isOpen: Bool) throws {
        try Files.makeDirectories(Files.directory(of: path), mode: isOpen ? 0o755 : 0o700)
        try Self.clear(path)
        sockets[door] = try Socket.listen(path: path, mode: isOpen || door == .remote ? 0o666 : 0o600, backlog: 128)
        bound.append((path, try Files.facts(path, followingLinks: false).identity))
    }

    /// Unlinks a leftover socket; refuses to touch anything else.
    private static func clear(_ path: String) throws {
        let facts: FileFacts
        do throws(SystemError) { facts = try Files.facts(path, followingLinks: false) } catch {
            if error.isNotFound { return }
            throw error
        }
        guard facts.kind == .socket else { throw Failure.notASocket(path) }
        do throws(SystemError) {
            try Socket.connect(path: path).close()
        } catch {
            guard error.isRefused else { throw error.isWouldBlock ? Failure.served(path) as any Error : error }
            try Files.unlink(path)
            return
        }
        throw Failure.served(path)
    }

    /// Unlinks what was bound here, if it is still ours.
    func unlink() throws {
        for (path, identity) in bound {
            do throws(SystemError) {
                if try Files.facts(path, followingLinks: false).identity == identity { try Files.unlink(path) }
            } catch {
                if !error.isNotFound { throw error }
            }
        }
    }
}
