/// How long ago something was, in a few letters.
enum Age {
    /// `now`, `5 s`, `12 m`, `3 h`, `8 d`; a moment in the future is `now`.
    static func text(from time: Int64, to now: Int64) -> String {
        let seconds = max(0, now - time) / 1_000
        switch seconds {
        case 0: return "now"
        case ..<60: return "\(seconds) s"
        case ..<3_600: return "\(seconds / 60) m"
        case ..<86_400: return "\(seconds / 3_600) h"
        default: return "\(seconds / 86_400) d"
        }
    }
}
