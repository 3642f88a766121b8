// Why a terminal could not be used.

/// An answer of `Screen.init`; each says itself to a person.
public enum ScreenError: Error, Equatable, CustomStringConvertible {
    /// Input or output is a file, a pipe, or nothing.
    case notATerminal
    /// terminfo does not know this `TERM`, or it cannot move its cursor.
    case unknownTerminal(String)
    /// A call of the C library failed.
    case failed(call: String, errno: CInt)

    /// For a person, without the program's name.
    public var description: String {
        switch self {
        case .notATerminal: "input and output must be a terminal"
        case .unknownTerminal(let type): "the terminal type '\(type)' is not known here or cannot move its cursor"
        case .failed(let call, let errno): "\(call) failed (errno \(errno))"
        }
    }
}
