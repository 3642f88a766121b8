// The only thing in this project that asks for a time zone: the short time of day that people read.
import CPosix
import Glibc

/// Moments as the person at this machine reads them.
@safe
public enum LocalTime {
    /// The local time of day, `14:05`, of a moment in milliseconds since 1970 (the machine's zone and its rules of that day).
    public static func hoursAndMinutes(milliseconds: Int64) -> String {
        let parts = unsafe parts(milliseconds)
        return unsafe "\(twoDigits(parts.tm_hour)):\(twoDigits(parts.tm_min))"
    }

    /// The local day and time, `11-30 14:05`, of a moment in milliseconds since 1970.
    public static func dayAndMinutes(milliseconds: Int64) -> String {
        let parts = unsafe parts(milliseconds)
        return unsafe "\(twoDigits(parts.tm_mon + 1))-\(twoDigits(parts.tm_mday)) \(twoDigits(parts.tm_hour)):"
            + twoDigits(parts.tm_min)
    }

    private static func parts(_ milliseconds: Int64) -> tm {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        var time = time_t(rest < 0 ? seconds - 1 : seconds)
        var parts = unsafe tm()
        let result = unsafe localtime_r(&time, &parts)
        unsafe precondition(result != nil, "the year of every such moment fits what C has for it")
        return unsafe parts
    }

    private static func twoDigits(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
