// Why an error is a call's name and a number: "Permission denied" alone says nothing, and `errno` is gone after the next call.
// So every failure of the C library in this project is made here, at the call, and carries what was called, upon what, and why.
import CPosix
import Glibc

/// A call to the C library that failed: which, upon what, and the error number.
@safe
public struct SystemError: Error, Hashable, Sendable {
    /// The call's name as its manual page has it: `open`, `connect`.
    public let call: String
    /// What it was called upon (a path, a program's name), where that helps.
    public let subject: String?
    /// The error number (`errno`).
    public let code: Int32

    /// Notes a failed call.
    public init(call: String, subject: String? = nil, code: Int32) {
        self.call = call
        self.subject = subject
        self.code = code
    }

    /// The C library's text for the number: `No such file or directory`.
    public var reason: String {
        guard let text = unsafe deeplink_error_text(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}

extension SystemError: CustomStringConvertible {
    /// `open /a/b: No such file or directory`
    public var description: String {
        guard let subject else { return "\(call): \(reason)" }
        return "\(call) \(subject): \(reason)"
    }
}

extension SystemError {
    /// It would have had to wait (`EAGAIN`): nothing to read, no room to write, or a Unix listener whose backlog is full.
    public var isWouldBlock: Bool { code == EAGAIN }

    /// There is no such file (`ENOENT`), or a part of its path is no directory (`ENOTDIR`).
    public var isNotFound: Bool { code == ENOENT || code == ENOTDIR }

    /// The name is taken (`EEXIST`, `EADDRINUSE`).
    public var isAlreadyThere: Bool { code == EEXIST || code == EADDRINUSE }

    /// Nobody listens there (`ECONNREFUSED`): a socket file whose server is gone.
    public var isRefused: Bool { code == ECONNREFUSED }

    /// The other end has gone (`EPIPE`, `ECONNRESET`): its doing, never this program's mistake.
    public var isDisconnected: Bool { code == EPIPE || code == ECONNRESET }

    /// A symbolic link stood where none is followed (`ELOOP`).
    public var isSymbolicLink: Bool { code == ELOOP }

    /// More than the stated bound (`EFBIG`).
    public var isTooLarge: Bool { code == EFBIG }

    /// The disk or the quota is used up (`ENOSPC`, `EDQUOT`).
    public var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }

    /// Out of descriptors or memory (`EMFILE`, `ENFILE`, `ENOBUFS`, `ENOMEM`): may pass when others close.
    public var isOutOfResources: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code) }

    /// No such process, or it was reaped already (`ESRCH`).
    public var isNoSuchProcess: Bool { code == ESRCH }
}
