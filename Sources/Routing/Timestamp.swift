/// Calendar moments as text: RFC 3339, milliseconds since 1970 in UTC, years 0001 to 9999. No time zone data needed.
public enum Timestamp {
    /// The moments that have a text: from the first of year 0001 to the last of year 9999.
    private static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// Reads an RFC 3339 date-time: any offset, a fraction of any length (cut to milliseconds), `T` and `Z` in either
    /// case, a leap second (the last of a day in UTC) as the second after it. nil: it is none, or outside the years in UTC.
    public static func milliseconds(parsing text: String) -> Int64? {
        var reader = Reader(bytes: Array(text.utf8))
        guard let year = reader.digits(4), reader.take("-"), let month = reader.digits(2), reader.take("-"),
            let day = reader.digits(2), reader.take("T") || reader.take("t") || reader.take(" "),
            let hour = reader.digits(2), reader.take(":"), let minute = reader.digits(2), reader.take(":"),
            let second = reader.digits(2), let fraction = reader.fraction(), let offset = reader.offset(),
            reader.isAtEnd
        else { return nil }
        guard year >= 1, (1...12).contains(month), (1...days(inMonth: month, of: year)).contains(day), hour < 24,
            minute < 60, second <= 60
        else { return nil }
        let local = daysSince1970(year: year, month: month, day: day) * 1440 + hour * 60 + minute
        let minutes = local - offset
        // A leap second is the last of a day in UTC.
        guard second < 60 || minutes - floorDivide(minutes, 1440) * 1440 == 1439 else { return nil }
        let milliseconds = (minutes * 60 + second) * 1000 + fraction
        return range.contains(milliseconds) ? milliseconds : nil
    }

    /// Prints a moment as RFC 3339 in UTC with milliseconds; a moment outside the years 0001 to 9999 as the nearest in them.
    public static func text(milliseconds: Int64) -> String {
        let clamped = min(max(milliseconds, range.lowerBound), range.upperBound)
        let seconds = floorDivide(clamped, 1000)
        let day = floorDivide(seconds, 86400)
        let (year, month, date) = date(daysSince1970: day)
        let second = seconds - day * 86400
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(date, 2))T\(padded(second / 3600, 2)):"
            + "\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2)).\(padded(clamped - seconds * 1000, 3))Z"
    }

    // The civil calendar: days are counted in 400-year eras that begin on 1 March, so the leap day is an era's last.

    private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = floorDivide(year, 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private struct Reader {
        let bytes: [UInt8]
        var index = 0

        var isAtEnd: Bool { index == bytes.count }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }

        mutating func digit() -> Int64? {
            guard index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) else {
                return nil
            }
            index += 1
            return Int64(bytes[index - 1] - UInt8(ascii: "0"))
        }

        mutating func digits(_ count: Int) -> Int64? {
            var value: Int64 = 0
            for _ in 0..<count {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        /// Milliseconds; 0 without a fraction.
        mutating func fraction() -> Int64? {
            guard take(".") else { return 0 }
            var value: Int64 = 0
            var count = 0
            while let digit = digit() {
                if count < 3 { value = value * 10 + digit }
                count += 1
            }
            guard count > 0 else { return nil }
            for _ in min(count, 3)..<3 { value *= 10 }
            return value
        }

        /// Minutes east of UTC.
        mutating func offset() -> Int64? {
            if take("Z") || take("z") { return 0 }
            let isWest = take("-")
            guard isWest || take("+"), let hours = digits(2), take(":"), let minutes = digits(2), hours < 24,
                minutes < 60
            else { return nil }
            return (hours * 60 + minutes) * (isWest ? -1 : 1)
        }
    }
}
