internal import Glibc

/// A call into libsystemd or the kernel that failed: which one, and why.
///
/// These are fatal errors in the sense of ARCHITECTURE.md: nothing in the door recovers from one, so it travels
/// untouched to `main`, which prints it. The errno is taken at the call, before anything else can change it.
public struct SystemdError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The C function's name, as a man page knows it.
    public let call: String
    /// The errno, always positive.
    public let code: CInt

    /// For the funnels, and for callers that compare.
    public init(call: String, code: CInt) {
        self.call = call
        self.code = code
    }

    /// The call, the system's words for the errno, and its number.
    public var description: String {
        guard let text = unsafe strerror(code) else {
            return "\(call): error \(code)"
        }
        return unsafe "\(call): \(String(cString: text)) (\(code))"
    }
}

/// The one funnel for libsystemd's convention: a negative result is an errno.
@discardableResult
func check(_ call: StaticString, _ result: CInt) throws(SystemdError) -> CInt {
    guard result >= 0 else {
        throw SystemdError(call: "\(call)", code: -result)
    }
    return result
}

/// The one funnel for the kernel's convention: -1, and `errno` says why.
@discardableResult
func checkErrno(_ call: StaticString, _ result: CInt) throws(SystemdError) -> CInt {
    guard result >= 0 else {
        throw SystemdError(call: "\(call)", code: errno)
    }
    return result
}

/// For calls that fail only when we passed something impossible, such as a time for a source that is no timer.
func must(_ call: StaticString, _ result: CInt) {
    precondition(result >= 0, "\(SystemdError(call: "\(call)", code: -result)): our own misuse")
}
