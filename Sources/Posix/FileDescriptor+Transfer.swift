// Reading and writing any descriptor. The functions below take the number, so that descriptors that are not ours to close (the
// standard streams) go the same way; both kinds may be ones that block or ones that do not.
import Glibc

extension FileDescriptor {
    /// Reads at most `most` bytes and appends them to `buffer`.
    public func read(appendingTo buffer: inout [UInt8], most: Int) throws(SystemError) -> ReadOutcome {
        let raw = raw
        return try unsafe appendBytes("read", to: &buffer, most: most) { unsafe Glibc.read(raw, $0, $1) }
    }

    /// Writes what there is room for: how many bytes went, or nil when there is no room now.
    public func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
        let raw = raw
        return try systemCallUnlessBlocked("write") {
            unsafe bytes.withUnsafeBytes { unsafe Glibc.write(raw, $0.baseAddress, $0.count) }
        }
    }

    /// Writes everything, waiting as long as the other end lets it (a descriptor that does not block is polled).
    public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        try Posix.writeAll(bytes, to: raw)
    }

    /// Writes everything at a place of a regular file, whatever was there.
    public func writeAll(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
        let raw = raw
        var rest = bytes[...]
        while !rest.isEmpty {
            let (room, place) = (rest, off_t(offset + bytes.count - rest.count))
            let count = try systemCall("pwrite") {
                unsafe room.withUnsafeBytes { unsafe pwrite(raw, $0.baseAddress, $0.count, place) }
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Makes a regular file so many bytes long.
    public func truncate(to size: Int) throws(SystemError) {
        let raw = raw
        _ = try systemCall("ftruncate") { ftruncate(raw, off_t(size)) }
    }

    /// Reads to the end, at most `limit` bytes, waiting as needed; more is `isTooLarge`.
    public func readToEnd(limit: Int, expecting size: Int = 0, subject: String? = nil) throws(SystemError) -> [UInt8] {
        try Posix.readToEnd(of: raw, limit: limit, expecting: size, subject: subject)
    }
}

/// Writes everything, waiting as needed.
func writeAll(_ bytes: [UInt8], to raw: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let room = rest
        let count = try systemCallUnlessBlocked("write") {
            unsafe room.withUnsafeBytes { unsafe Glibc.write(raw, $0.baseAddress, $0.count) }
        }
        if let count {
            rest = rest.dropFirst(count)
        } else {
            try waitUntilReady(raw, for: Int16(POLLOUT))
        }
    }
}

/// Reads to the end, at most `limit` bytes, waiting as needed.
func readToEnd(of raw: Int32, limit: Int, expecting size: Int = 0, subject: String?) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(size, limit) + 1)
    while bytes.count <= limit {
        let most = min(limit + 1 - bytes.count, 65_536)
        switch try unsafe appendBytes("read", to: &bytes, most: most, { unsafe Glibc.read(raw, $0, $1) }) {
        case .end: return bytes
        case .bytes: continue
        case .nothingYet: try waitUntilReady(raw, for: Int16(POLLIN))
        }
    }
    throw SystemError(call: "read", subject: subject, code: EFBIG)
}

/// Runs a read into the buffer's spare room and keeps what came, so that no byte is written twice.
func appendBytes(
    _ name: String, to buffer: inout [UInt8], most: Int, _ body: (UnsafeMutableRawPointer?, Int) -> Int
) throws(SystemError) -> ReadOutcome {
    precondition(most > 0, "reading nothing would look like the end")
    var outcome = ReadOutcome.nothingYet
    try buffer.append(addingCapacity: most) { (room: inout OutputSpan<UInt8>) throws(SystemError) in
        try unsafe room.withUnsafeMutableBufferPointer { (bytes, used) throws(SystemError) in
            let count = try systemCallUnlessBlocked(name) { unsafe body(bytes.baseAddress, most) }
            guard let count else { return }
            used += count
            outcome = count == 0 ? .end : .bytes(count)
        }
    }
    return outcome
}

/// Blocks until a descriptor is ready (or broken, which the next call then says).
func waitUntilReady(_ raw: Int32, for events: Int16) throws(SystemError) {
    _ = try systemCall("poll") {
        var entry = pollfd(fd: raw, events: events, revents: 0)
        return unsafe poll(&entry, 1, -1)
    }
}
