internal import CSystemd
internal import Glibc

/// Where entries go. It never blocks and never fails: an entry that cannot be taken now is dropped and counted.
///
/// sd_journal_sendv would wait for a full socket and copy a large entry through a memory file, so this speaks the
/// journal's documented datagram format over a socket of its own, without waiting. Each entry names the address
/// anew, as a journal that was restarted is then found again. Where no journal is (a container, `make run`), each
/// entry is one line on standard error, with the level in front as systemd reads it.
@safe
public final class Journal {
    /// Where the journal listens.
    public static let systemSocket = "/run/systemd/journal/socket"

    /// Where entries go.
    public enum Destination: Equatable, Sendable {
        /// The journal's socket if it is there now, else standard error.
        case automatic
        /// The journal at this path.
        case socket(path: String)
        /// One line for each entry.
        case standardError
    }

    /// The largest entry, encoded: an entry above it is dropped. Far above anything this project sends.
    public static let entryLimit = 48 * 1024
    // A pipe that polls as writable takes at least this much without blocking (PIPE_BUF).
    private static let lineLimit = 4096

    /// Entries that were not taken: the journal was too slow or gone, or the entry too large.
    public private(set) var dropped: UInt64 = 0
    /// Entries below this priority are not sent at all; `.info` unless set.
    public var threshold = JournalPriority.info
    /// Whether entries go to a journal's socket.
    public var isStructured: Bool { descriptor != nil }

    private let identifier: String
    private let descriptor: CInt?
    private var address = sockaddr_un()
    private var buffer: [UInt8] = []

    /// Opens the way to the journal. `identifier` is what `journalctl -t` matches. Errors: no descriptors; a path
    /// longer than a socket address holds (ENAMETOOLONG).
    public init(identifier: String, destination: Destination = .automatic) throws(SystemdError) {
        self.identifier = identifier
        guard let path = Self.socketPath(of: destination) else {
            descriptor = nil
            return
        }
        guard address.setPath(path) else {
            throw SystemdError(call: "address of the journal's socket", code: ENAMETOOLONG)
        }
        descriptor = try checkErrno("socket", deeplinkd_datagram_socket())
    }

    deinit {
        if let descriptor {
            close(descriptor)
        }
    }

    /// Sends an entry, or drops and counts it. Takes about 20 µs.
    public func send(_ entry: JournalEntry) {
        guard entry.priority.rawValue <= threshold.rawValue else {
            return
        }
        let taken = descriptor.map { sendDatagram(entry, on: $0) } ?? writeLine(entry)
        if !taken {
            dropped += 1
        }
    }

    private func sendDatagram(_ entry: JournalEntry, on descriptor: CInt) -> Bool {
        buffer.removeAll(keepingCapacity: true)
        entry.encode(identifier: identifier, into: &buffer)
        guard buffer.count <= Self.entryLimit else {
            return false
        }
        let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
        return unsafe buffer.withUnsafeBytes { bytes in
            unsafe withUnsafePointer(to: &address) { address in
                unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
                    return unsafe sendto(descriptor, bytes.baseAddress, bytes.count, flags, address, length) >= 0
                }
            }
        }
    }

    private func writeLine(_ entry: JournalEntry) -> Bool {
        var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&ready, 1, 0) == 1, ready.revents & Int16(POLLOUT) != 0 else {
            return false
        }
        let line = entry.line(identifier: identifier, limit: Self.lineLimit)
        return unsafe line.withUnsafeBytes { bytes in
            unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count) == bytes.count
        }
    }

    private static func socketPath(of destination: Destination) -> String? {
        switch destination {
        case .automatic: unsafe access(systemSocket, W_OK) == 0 ? systemSocket : nil
        case .socket(let path): path
        case .standardError: nil
        }
    }
}

extension sockaddr_un {
    fileprivate mutating func setPath(_ path: String) -> Bool {
        sun_family = sa_family_t(AF_UNIX)
        return unsafe withUnsafeMutableBytes(of: &sun_path) { field in
            guard path.utf8.count < field.count else {
                return false
            }
            unsafe field.copyBytes(from: path.utf8)
            return true
        }
    }
}
