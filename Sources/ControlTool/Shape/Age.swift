/// How long ago something was, in the largest unit that fits: `now`, `12s`, `5m`, `3h`, `9d`.
enum Age {
    static func text(of moment: Int64, at now: Int64) -> String {
        let seconds = max(0, now - moment) / 1_000
        return seconds == 0 ? "now" : duration(seconds: seconds)
    }

    static func duration(seconds: Int64) -> String {
        switch seconds {
        case ..<60: "\(seconds)s"
        case ..<3_600: "\(seconds / 60)m"
        case ..<86_400: "\(seconds / 3_600)h"
        default: "\(seconds / 86_400)d"
        }
    }
}
