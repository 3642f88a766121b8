// A point on the wall clock, as seconds and nanoseconds so that the years 1 to 9999 fit, and its RFC 3339 text. The calendar is
// arithmetic on days, exact over the whole range and the same on every machine; only the local time of day asks the C library.
import CPosix
import Glibc

/// A moment: seconds since 1970-01-01T00:00:00Z (without leap seconds) and a part of one.
public struct Timestamp: Hashable, Sendable {
    /// Whole seconds since 1970, rounded down.
    public let seconds: Int64
    /// The rest, 0 to 999 999 999.
    public let nanoseconds: Int32

    /// A moment; `nanoseconds` must be in its range.
    public init(seconds: Int64, nanoseconds: Int32 = 0) {
        precondition((0..<1_000_000_000).contains(nanoseconds), "a fraction of one second")
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// A moment in milliseconds since 1970, negative before.
    public init(milliseconds: Int64) {
        let (seconds, rest) = floorDivision(milliseconds, 1_000)
        self.init(seconds: seconds, nanoseconds: Int32(rest) * 1_000_000)
    }

    /// Milliseconds since 1970, rounded down.
    public var milliseconds: Int64 { seconds * 1_000 + Int64(nanoseconds / 1_000_000) }
}

extension Timestamp: Comparable {
    /// Earlier than.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

extension Timestamp {
    /// The local time of day, `14:05` (the machine's zone and its rules of that day).
    public var localHoursAndMinutes: String {
        var time = time_t(seconds)
        var parts = unsafe tm()
        // localtime_r fails only for years beyond 32 bits; then the UTC time of day is as good as any.
        if unsafe localtime_r(&time, &parts) == nil {
            let minutes = floorDivision(seconds, 86_400).rest / 60
            return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
        }
        return unsafe "\(twoDigits(Int64(parts.tm_hour))):\(twoDigits(Int64(parts.tm_min)))"
    }
}

/// Quotient rounded down, and the rest that is never negative.
func floorDivision(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
}

/// A number below 100 with both its digits.
func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}
