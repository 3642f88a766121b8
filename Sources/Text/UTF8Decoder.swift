// UTF-8 that arrives in pieces, as a pipe delivers it: a scalar may be cut anywhere.

/// Turns bytes into scalars, one byte at a time. Malformed bytes become U+FFFD, except that a lone 0x80…0x9F becomes
/// the C1 control that it is on an eight-bit terminal, so that the caller strips its sequence too.
struct UTF8Decoder {
    private var value: UInt32 = 0
    private var missing = 0
    private var range: ClosedRange<UInt8> = 0x80...0xBF

    /// The scalars that this byte completes: none, one, or two when it also shows that those before it were malformed.
    mutating func decode(_ byte: UInt8, _ found: (Unicode.Scalar) -> Void) {
        if missing > 0 {
            if range.contains(byte) {
                continueScalar(byte, found)
                return
            }
            missing = 0
            found(.replacement)
        }
        begin(byte, found)
    }

    /// What is left when no byte follows.
    mutating func finish(_ found: (Unicode.Scalar) -> Void) {
        if missing > 0 {
            missing = 0
            found(.replacement)
        }
    }

    private mutating func continueScalar(_ byte: UInt8, _ found: (Unicode.Scalar) -> Void) {
        value = value << 6 | UInt32(byte & 0x3F)
        range = 0x80...0xBF
        missing -= 1
        if missing == 0 {
            found(Unicode.Scalar(value) ?? .replacement)
        }
    }

    /// The second byte's range keeps out overlong forms, surrogates and what lies beyond U+10FFFF (Unicode, table 3-7).
    private mutating func begin(_ byte: UInt8, _ found: (Unicode.Scalar) -> Void) {
        range = 0x80...0xBF
        switch byte {
        case 0x00...0x9F:
            found(Unicode.Scalar(byte))
        case 0xC2...0xDF:
            (value, missing) = (UInt32(byte & 0x1F), 1)
        case 0xE0...0xEF:
            (value, missing) = (UInt32(byte & 0x0F), 2)
            range = byte == 0xE0 ? 0xA0...0xBF : byte == 0xED ? 0x80...0x9F : range
        case 0xF0...0xF4:
            (value, missing) = (UInt32(byte & 0x07), 3)
            range = byte == 0xF0 ? 0x90...0xBF : byte == 0xF4 ? 0x80...0x8F : range
        default:
            found(.replacement)
        }
    }
}
