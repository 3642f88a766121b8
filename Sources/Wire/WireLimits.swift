/// The limits of the protocol, in one place. docs/protocol.md states them.
public enum WireLimits {
    /// The protocol versions that this code speaks.
    public static let versions: [Int64] = [1]
    /// The longest line to the daemon, in bytes without its end.
    public static let lineToDaemon = 64 * 1024
    /// The longest line from the daemon, in bytes without its end.
    public static let lineFromDaemon = 256 * 1024
    /// How deep arrays and objects may be nested.
    public static let nesting = 32
    /// The most messages of a batch.
    public static let batch = 1000
    /// The longest name of a follower, in bytes.
    public static let followerName = 64
    /// The most events that a follower has and has not acknowledged.
    public static let followerWindow = 256
    /// The longest id of a request, in bytes.
    public static let requestID = 128
    /// The most rows of one page of `cells.list`.
    public static let page = 500
    /// Connections in all.
    public static let connections = 512
    /// Seconds that a client may take to say `hello` or make its first call.
    public static let helloSeconds = 10
    /// Seconds that a device may take, from its first word on remote.sock, to be let in.
    public static let enrolmentSeconds = 10 * 60
    /// Devices that are let into one inbox.
    public static let devices = 32
    /// Connections on remote.sock that were not let in, in all.
    public static let strangers = 32
    /// The digits of a code.
    public static let codeDigits = 6
    /// Seconds that a code is good for.
    public static let codeSeconds = 5 * 60
    /// How many wrong codes may be typed before it is dead.
    public static let codeTries = 5
    /// Seconds after which another code may be asked for.
    public static let resendSeconds = 30
    /// Devices that ask to be let into one inbox at a time.
    public static let waitingDevices = 8
    /// The longest token, in hexadecimal digits.
    public static let token = 64
    /// The longest name of a user, in bytes.
    public static let userName = 256
    /// The most tabs that a device names to follow.
    public static let followedTabs = 64
    /// The longest id that a client gives to an open, in bytes.
    public static let openID = 64
    /// Seconds that a client may take to answer an open.
    public static let openSeconds = 10
    /// Seconds that an open may stay queued behind a modal.
    public static let queuedSeconds = 60
    /// Seconds that an open waits for a client when its cell has no deadline of its own.
    public static let heldSeconds = 24 * 60 * 60

    /// Cells that one `cells.changed` names as handled.
    public static let handled = 256
}
