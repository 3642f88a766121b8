// What one Unicode scalar may do on a terminal. Text from outside is only text: whatever could move the cursor, reorder
// a line, hide a letter or be drawn differently by two terminals is replaced, visibly where someone could mean harm:
//
//   C0 and DEL                        its picture (U+2400 block): ESC is shown as ␛
//   C1, also as U+0080…U+009F         U+FFFD
//   bidi embeddings, overrides,       U+FFFD: they reorder what follows them
//     isolates
//   unassigned, noncharacter,         U+FFFD: nobody knows their width
//     private use, no width
//   other default-ignorables (soft    dropped: they show nothing, and terminals disagree on their width
//     hyphen, joiners, variation
//     selectors, tags, fillers)
//   line and paragraph separators     U+FFFD; newline and tab are the caller's choice (Line)

internal import CUtf8proc

/// What to do with a scalar when a text is split into glyphs.
enum ScalarClass: Equatable {
    /// Begins a glyph of 1 or 2 columns.
    case base(width: Int)
    /// Zero columns: sits on the glyph before it.
    case mark
    /// An emoji or a symbol that a joiner can glue to the next one.
    case pictograph(width: Int)
    /// A half of a flag.
    case regionalIndicator(width: Int)
    /// A skin tone; after a pictograph it would be drawn by some terminals into it, by others behind it.
    case skinTone(width: Int)
    /// Zero width joiner.
    case joiner
    /// Shows nothing.
    case dropped
    /// Must not reach a terminal; this is shown in its place.
    case replaced(Unicode.Scalar)

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x20...0x7E:
            self = .base(width: 1)
        case 0...0x1F:
            self = .replaced(Self.picture(0x2400 + scalar.value))
        case 0x7F:
            self = .replaced(Self.picture(0x2421))
        case 0x80...0x9F, 0x202A...0x202E, 0x2066...0x2069:
            self = .replaced(.replacement)
        case 0x200D:
            self = .joiner
        case 0x1F3FB...0x1F3FF:
            self = .skinTone(width: 2)
        default:
            self = Self.assigned(scalar)
        }
    }

    private static func assigned(_ scalar: Unicode.Scalar) -> Self {
        let codePoint = Int32(scalar.value)
        if deeplink_is_ignorable(codePoint) != 0 {
            return .dropped
        }
        let category = utf8proc_category(codePoint)
        let width = columns(of: scalar)
        if category == UTF8PROC_CATEGORY_CO || category == UTF8PROC_CATEGORY_CN || width < 0 {
            return .replaced(.replacement)
        }
        if width == 0 {
            return .mark
        }
        switch UInt32(bitPattern: deeplink_boundclass(codePoint)) {
        case UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC.rawValue:
            return .pictograph(width: width)
        case UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR.rawValue:
            return .regionalIndicator(width: width)
        default:
            return .base(width: width)
        }
    }

    private static func picture(_ value: UInt32) -> Unicode.Scalar {
        Unicode.Scalar(value) ?? .replacement
    }
}

extension Unicode.Scalar {
    static let replacement: Unicode.Scalar = "\u{FFFD}"
}

/// The columns a scalar takes as glibc's wcwidth counts them in C.UTF-8, which is what ncurses goes by; -1 for none.
/// Where the C library has no such locale, utf8proc's own table.
func columns(of scalar: Unicode.Scalar) -> Int {
    let codePoint = Int32(scalar.value)
    guard let locale = unsafe UnicodeLocale.shared.raw else {
        return Int(utf8proc_charwidth(codePoint))
    }
    return unsafe Int(deeplink_wcwidth(locale, codePoint))
}

/// The locale that widths are asked in, made once; the process's own locale is neither read nor changed.
@safe
private struct UnicodeLocale: @unchecked Sendable {
    // A locale_t is never written to after newlocale; threads may share it.
    static let shared = Self()
    let raw = unsafe deeplink_unicode_locale()
}
