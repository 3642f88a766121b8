// Many descriptors behind one: an epoll set, itself a descriptor that another loop can wait on. So a daemon collects what all its
// peers have to say in one pass, where an event loop that runs one source at a time would see them one by one.
import CPosix
import Glibc

/// A set of descriptors to wait for, each known by a number of the caller's.
@safe
public final class PollSet {
    /// What to wait for, and what was found.
    public struct Events: OptionSet, Hashable, Sendable {
        /// The kernel's bits (`EPOLLIN`, …).
        public let rawValue: UInt32

        /// Takes the kernel's bits.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// There is something to read, a connection to accept, or the end.
        public static let readable = Events(rawValue: EPOLLIN.rawValue)
        /// There is room to write.
        public static let writable = Events(rawValue: EPOLLOUT.rawValue)
        /// Both ways are closed; always reported.
        public static let hungUp = Events(rawValue: EPOLLHUP.rawValue)
        /// Broken; always reported.
        public static let failed = Events(rawValue: EPOLLERR.rawValue)
    }

    /// One descriptor that is ready.
    public struct Ready: Hashable, Sendable {
        /// The caller's number for it.
        public let token: UInt64
        /// What was found.
        public let events: Events

        /// Notes that something is ready.
        public init(token: UInt64, events: Events) {
            self.token = token
            self.events = events
        }
    }

    /// The most that one `wait` returns.
    public static let mostReady = Int(DEEPLINK_READY_MOST)

    private let descriptor: FileDescriptor
    private var found = [deeplink_ready](repeating: deeplink_ready(), count: PollSet.mostReady)

    /// An empty set.
    public init() throws(SystemError) {
        descriptor = FileDescriptor(owning: try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
    }

    /// The set's own descriptor, readable while anything in it is ready; lent to an outer loop.
    public var fileDescriptor: Int32 { descriptor.raw }

    /// Begins to wait for `events` on a descriptor. `isAlreadyThere` when it is in the set.
    public func add(_ fileDescriptor: Int32, for events: Events, token: UInt64) throws(SystemError) {
        try control(EPOLL_CTL_ADD, fileDescriptor, events, token)
    }

    /// Changes what is waited for. With no events only `hungUp` and `failed` are reported.
    public func modify(_ fileDescriptor: Int32, for events: Events, token: UInt64) throws(SystemError) {
        try control(EPOLL_CTL_MOD, fileDescriptor, events, token)
    }

    /// Ends waiting. Do it before the descriptor is closed: while a copy of it lives elsewhere, the kernel keeps it in the set.
    public func remove(_ fileDescriptor: Int32) throws(SystemError) {
        try control(EPOLL_CTL_DEL, fileDescriptor, [], 0)
    }

    private func control(_ operation: Int32, _ raw: Int32, _ events: Events, _ token: UInt64) throws(SystemError) {
        let set = descriptor.raw
        _ = try systemCall("epoll_ctl") { deeplink_epoll_control(set, operation, raw, events.rawValue, token) }
    }

    /// Waits and puts what is ready into `ready`, whose room is used again: at most `most`, in the kernel's fair order.
    /// - Parameter timeoutMilliseconds: 0 does not wait, a negative number waits for ever. A signal ends the wait early, empty.
    public func wait(timeoutMilliseconds: Int32, most: Int = mostReady, into ready: inout [Ready]) throws(SystemError) {
        ready.removeAll(keepingCapacity: true)
        let set = descriptor.raw
        let room = Int32(max(1, min(most, found.count)))
        let count: Int32
        do {
            count = try systemCallOnce("epoll_wait") {
                unsafe found.withUnsafeMutableBufferPointer {
                    unsafe deeplink_epoll_wait(set, $0.baseAddress, room, timeoutMilliseconds)
                }
            }
        } catch {
            if error.code == EINTR { return }
            throw error
        }
        for entry in found.prefix(Int(count)) {
            ready.append(Ready(token: entry.token, events: Events(rawValue: entry.events)))
        }
    }

    /// The same as a new array.
    public func wait(timeoutMilliseconds: Int32, most: Int = mostReady) throws(SystemError) -> [Ready] {
        var ready: [Ready] = []
        try wait(timeoutMilliseconds: timeoutMilliseconds, most: most, into: &ready)
        return ready
    }
}
