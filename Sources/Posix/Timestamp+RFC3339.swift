// RFC 3339, both ways. Reading is strict (what is no date is nil, never a near miss) and takes any offset; printing is always UTC
// with `Z`. A fraction finer than a nanosecond is cut off. A leap second (23:59:60 UTC) counts as the second after it.

extension Timestamp {
    /// The longest text that is looked at, in bytes.
    public static let longestText = 64

    /// Reads `2026-11-30T01:54:33.25+01:00`; nil when it is anything else, or lies outside the years 1 to 9999 in UTC.
    public init?(rfc3339 text: String) {
        guard text.utf8.count <= Self.longestText else { return nil }
        var reader = DateReader(text)
        guard let date = reader.date(), reader.take("T", or: "t"), let time = reader.timeOfDay() else { return nil }
        guard let fraction = reader.fraction(), let offset = reader.offset(), reader.isAtEnd else { return nil }
        let local = Calendar.days(year: date.year, month: date.month, day: date.day) * 86_400 + time.seconds
        let seconds = local - offset
        // Only the last second of a UTC day can be a leap second; the sum has carried it into the next day.
        if time.isLeap, floorDivision(seconds, 86_400).rest != 0 { return nil }
        guard Calendar.seconds.contains(seconds) else { return nil }
        self.init(seconds: seconds, nanoseconds: fraction)
    }

    /// `2026-11-30T00:54:33.25Z`: UTC, as many digits of the fraction as it needs. The moment must lie in the years 1 to 9999.
    public var rfc3339: String {
        precondition(Calendar.seconds.contains(seconds), "RFC 3339 has four digits for the year")
        let (days, rest) = floorDivision(seconds, 86_400)
        let date = Calendar.date(days: days)
        let year = String(date.year)
        let time = [rest / 3_600, rest / 60 % 60, rest % 60].map(twoDigits).joined(separator: ":")
        let zeros = String(repeating: "0", count: 4 - year.count)
        return "\(zeros)\(year)-\(twoDigits(date.month))-\(twoDigits(date.day))T\(time)\(fractionText)Z"
    }

    private var fractionText: String {
        guard nanoseconds != 0 else { return "" }
        let digits = String(nanoseconds)
        let padded = String(repeating: "0", count: 9 - digits.count) + digits
        let end = padded.lastIndex { $0 != "0" } ?? padded.startIndex
        return "." + padded[...end]
    }
}

/// The Gregorian calendar, extended backwards, counted in days since 1970-01-01.
private enum Calendar {
    /// The seconds of the years 1 to 9999.
    static let seconds = days(year: 1, month: 1, day: 1) * 86_400..<days(year: 10_000, month: 1, day: 1) * 86_400

    /// Years are taken to begin in March, so that the leap day is the last one and months before it have a fixed rhythm.
    static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let monthFromMarch = (month + 9) % 12
        let (era, yearOfEra) = floorDivision(marchYear, 400)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = floorDivision(days + 719_468, 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    static func daysInMonth(year: Int64, month: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// Reads the parts of a date from left to right; nil at the first byte that does not fit.
private struct DateReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) {
        rest = Array(text.utf8)[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ byte: Unicode.Scalar, or other: Unicode.Scalar) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: byte) || first == UInt8(ascii: other) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func take(_ byte: Unicode.Scalar) -> Bool {
        take(byte, or: byte)
    }

    mutating func digit() -> Int64? {
        guard let first = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
        rest.removeFirst()
        return Int64(first - UInt8(ascii: "0"))
    }

    mutating func number(digits: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    mutating func date() -> (year: Int64, month: Int64, day: Int64)? {
        guard let year = number(digits: 4), year >= 1, take("-") else { return nil }
        guard let month = number(digits: 2), (1...12).contains(month), take("-") else { return nil }
        guard let day = number(digits: 2), day >= 1, day <= Calendar.daysInMonth(year: year, month: month) else {
            return nil
        }
        return (year, month, day)
    }

    mutating func timeOfDay() -> (seconds: Int64, isLeap: Bool)? {
        guard let hour = number(digits: 2), hour <= 23, take(":") else { return nil }
        guard let minute = number(digits: 2), minute <= 59, take(":") else { return nil }
        guard let second = number(digits: 2), second <= 60 else { return nil }
        return (hour * 3_600 + minute * 60 + second, second == 60)
    }

    /// The nanoseconds after a dot; 0 without one; nil for a dot without a digit.
    mutating func fraction() -> Int32? {
        guard take(".") else { return 0 }
        var (nanoseconds, weight): (Int64, Int64) = (0, 100_000_000)
        guard let first = digit() else { return nil }
        nanoseconds = first * weight
        while let digit = digit() {
            weight /= 10
            nanoseconds += digit * weight
        }
        return Int32(nanoseconds)
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int64? {
        if take("Z", or: "z") { return 0 }
        let sign: Int64 = rest.first == UInt8(ascii: "-") ? -1 : 1
        guard take("+", or: "-"), let hours = number(digits: 2), hours <= 23, take(":") else { return nil }
        guard let minutes = number(digits: 2), minutes <= 59 else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}
