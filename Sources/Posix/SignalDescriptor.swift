// Signals as something to read, for programs with a loop of their own: they are held back from this process and wait here. What the
// process did with a signal before (ignored it, say) stays as it was, so that a child inherits that and not our taste.
import CPosix
import Glibc

/// Signals that are read instead of handled.
@safe
public final class SignalDescriptor {
    /// One that came.
    public struct Received: Hashable, Sendable {
        /// Which.
        public let number: Int32
        /// A process sent it; otherwise the kernel did, as for a key pressed at the terminal, and to the whole foreground group.
        public let isFromProcess: Bool
    }

    private let descriptor: FileDescriptor

    /// Holds these signals back from now on (in this thread and those it starts).
    public init(_ numbers: [Int32]) throws(SystemError) {
        try Signals.block(numbers)
        var set = sigset_t()
        _ = unsafe sigemptyset(&set)
        for number in numbers { _ = try systemCall("sigaddset") { unsafe sigaddset(&set, number) } }
        descriptor = FileDescriptor(owning: try systemCall("signalfd") { unsafe deeplink_signal_descriptor(&set) })
    }

    /// Readable when a signal waits; lent to a loop.
    public var fileDescriptor: Int32 { descriptor.raw }

    /// The next signal that came, or nil.
    public func next() throws(SystemError) -> Received? {
        let raw = descriptor.raw
        var (number, code): (Int32, Int32) = (0, 0)
        guard try systemCallUnlessBlocked("read", { unsafe deeplink_next_signal(raw, &number, &code) }) != nil else {
            return nil
        }
        return Received(number: number, isFromProcess: code <= 0)
    }
}
