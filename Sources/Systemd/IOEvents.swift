internal import CSystemd

/// What a descriptor can be ready for, as epoll says it.
public struct IOEvents: OptionSet, Sendable {
    /// The EPOLL* bits.
    public let rawValue: UInt32

    /// Takes EPOLL* bits as the kernel gave them; bits without a name here are kept.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// There is something to read, or a connection to accept.
    public static let readable = IOEvents(EPOLLIN)
    /// Writing would take at least some bytes.
    public static let writable = IOEvents(EPOLLOUT)
    /// The peer will write no more; what it wrote can still be read.
    public static let readClosed = IOEvents(EPOLLRDHUP)
    /// Both directions are gone. Reported whether asked for or not.
    public static let hangup = IOEvents(EPOLLHUP)
    /// The descriptor has an error to fetch. Reported whether asked for or not.
    public static let error = IOEvents(EPOLLERR)

    private init(_ flag: EPOLL_EVENTS) {
        rawValue = flag.rawValue
    }
}
