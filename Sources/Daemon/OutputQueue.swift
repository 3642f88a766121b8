internal import Posix

/// Bytes on their way to one peer: what was answered and has not been taken by the kernel yet.
///
/// The bound is its owner's business: it stops reading from a peer whose queue is long.
struct OutputQueue {
    private var bytes: [UInt8] = []
    private var sent = 0

    /// Bytes not sent yet.
    var count: Int { bytes.count - sent }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ line: [UInt8]) { bytes += line }

    /// Sends what the kernel takes. A peer that is gone is thrown as `SystemError`.
    mutating func flush(to socket: Socket) throws(SystemError) {
        while sent < bytes.count {
            guard let taken = try socket.send(bytes[sent...]) else { break }
            sent += taken
        }
        compact()
    }

    /// Gives memory back once all is sent, and keeps the sent part below half of what is kept.
    private mutating func compact() {
        if sent == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 4096)
            sent = 0
        } else if sent > bytes.count / 2 {
            bytes.removeFirst(sent)
            sent = 0
        }
    }
}
