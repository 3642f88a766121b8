// A list of words as C wants it (`char **` with a null at the end), owned for as long as a call may keep pointers into it.
import Glibc

/// Words in the C library's form.
@safe
final class CStrings {
    private var pointers: [UnsafeMutablePointer<CChar>?]

    /// Copies the words; each must be free of NUL, which would cut it short.
    init(_ words: [String]) {
        unsafe pointers = words.map { unsafe strdup($0) } + [nil]
    }

    deinit {
        unsafe pointers.forEach { unsafe free($0) }
    }

    /// Lends the list; what is called may reorder it.
    func withPointers<Result>(_ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result) -> Result {
        unsafe pointers.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("the closing null is always there") }
            return unsafe body(start)
        }
    }

    /// The words in their present order.
    var strings: [String] {
        unsafe pointers.compactMap { unsafe $0.map { unsafe String(cString: $0) } }
    }
}
