// The only thing in this project that asks for a time zone: the short time of day that people read.
import CPosix
import Glibc

/// Moments as the person at this machine reads them.
@safe
public enum LocalTime {
    /// The local time of day, `14:05`, of a moment in milliseconds since 1970 (the machine's zone and its rules of that day).
    public static func hoursAndMinutes(milliseconds: Int64) -> String {
        var time = time_t(milliseconds >= 0 ? milliseconds / 1_000 : (milliseconds - 999) / 1_000)
        var parts = unsafe tm()
        // localtime_r fails only for years beyond 32 bits, which nobody reads a time of day of.
        guard unsafe localtime_r(&time, &parts) != nil else { return "--:--" }
        return unsafe "\(twoDigits(parts.tm_hour)):\(twoDigits(parts.tm_min))"
    }

    private static func twoDigits(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
