// The funnels for the C library's conventions. No other place in this target compares a result with -1 or reads `errno`: an
// interrupted call is made again here, and what a caller meets is a result or a `SystemError`.
import Glibc

/// Makes a call that says -1 and `errno` on failure; repeats it when a signal interrupted it.
func systemCall<Result: SignedInteger>(
    _ name: String, _ subject: String? = nil, _ body: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result != -1 { return result }
        let code = errno
        if code != EINTR { throw SystemError(call: name, subject: subject, code: code) }
    }
}

/// Makes such a call once: `EINTR` is an answer for one that has waited part of its time.
func systemCallOnce<Result: SignedInteger>(_ name: String, _ body: () -> Result) throws(SystemError) -> Result {
    let result = body()
    if result == -1 { throw SystemError(call: name, code: errno) }
    return result
}

/// Like `systemCall` for a call that may have to wait: nil instead of `EAGAIN`.
func systemCallUnlessBlocked<Result: SignedInteger>(
    _ name: String, _ body: () -> Result
) throws(SystemError) -> Result? {
    do {
        return try systemCall(name, nil, body)
    } catch {
        if error.isWouldBlock { return nil }
        throw error
    }
}

/// Makes a call that answers with the error number itself (posix_spawn and its relatives), 0 when all is well.
func systemCallReturningCode(_ name: String, _ subject: String? = nil, _ body: () -> Int32) throws(SystemError) {
    while true {
        let code = body()
        if code == 0 { return }
        if code != EINTR { throw SystemError(call: name, subject: subject, code: code) }
    }
}

/// Makes a call on a path. A NUL inside would silently cut it short in C, so it is refused as an invalid argument.
func systemCall<Result: SignedInteger>(
    _ name: String, path: String, _ body: (UnsafePointer<CChar>) -> Result
) throws(SystemError) -> Result {
    if path.utf8.contains(0) { throw SystemError(call: name, subject: path, code: EINVAL) }
    return try systemCall(name, path) { unsafe path.withCString(body) }
}
