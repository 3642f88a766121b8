public import Wire

/// Why a call that was waited for has no answer.
public enum CallFailure: Error, Equatable, Sendable {
    /// The daemon said no.
    case refused(WireError)
    /// The connection ended first.
    case lost(ConnectionLost)
    /// So many seconds went by.
    case noAnswer(seconds: Int)
}
