/// The name that a user gives to a device: what it is listed, revoked and let in again by.
///
/// One rule for whoever types it and for whoever keeps it, so that what looks right while it is typed is taken.
public enum DeviceName {
    /// The longest name, in characters, all of them ASCII.
    public static let maximumLength = 32

    /// What is wrong with a name, in words for people; nil: nothing.
    public static func fault(in text: String) -> String? {
        if text.isEmpty { return "a device needs a name" }
        if let bad = text.unicodeScalars.first(where: { !isAllowed($0) }) {
            return "\(shown(bad)) cannot be in it: small letters, digits, '.', '-' and '_' can"
        }
        if text.utf8.count > maximumLength { return "it is longer than \(maximumLength) characters" }
        if let first = text.utf8.first, !isLetterOrDigit(first) { return "it must begin with a letter or a digit" }
        return nil
    }

    /// The name is of whoever connects, and the text is for a terminal.
    private static func shown(_ scalar: Unicode.Scalar) -> String {
        if scalar.properties.isWhitespace { return "a space" }
        guard scalar.isASCII else { return "a letter beyond a–z" }
        return scalar.value > 0x20 && scalar.value < 0x7F ? "\(scalar)" : "a control character"
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "0"..."9", ".", "-", "_": true
        default: false
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        byte != UInt8(ascii: ".") && byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_")
    }
}
