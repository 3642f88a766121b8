// NFC, so that Swift's String equality (canonical) and SQLite's (bytes) agree on what was normalised once, at intake.
// The work is bounded by the text's length times its logarithm: utf8proc's own ordering of marks is quadratic in a run
// of marks, and a stranger chooses the run, so decomposition and ordering are done here and only composing is its.

internal import CUtf8proc

/// The text in Unicode Normalization Form C (UAX #15, the Unicode version of the linked utf8proc).
/// Code points that this version does not know stay as they are. ASCII is returned untouched.
public func nfc(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
        return text
    }
    var codePoints = decomposed(text)
    orderMarks(&codePoints)
    return composed(&codePoints)
}

/// The whole canonical decomposition of a text, marks not yet ordered.
private func decomposed(_ text: String) -> [Int32] {
    let options = UTF8PROC_DECOMPOSE
    // No scalar decomposes into more than four.
    var part = [Int32](repeating: 0, count: 8)
    var result: [Int32] = []
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
        if scalar.value < 0xC0 {
            result.append(Int32(scalar.value))
            continue
        }
        var boundary: CInt = 0
        let count = unsafe utf8proc_decompose_char(Int32(scalar.value), &part, part.count, options, &boundary)
        precondition(count > 0 && count <= part.count, "a Unicode scalar decomposes into 1 to 8 code points")
        result.append(contentsOf: part[..<count])
    }
    return result
}

/// Sorts each run of marks by combining class, equal classes left in order (UAX #15, canonical ordering).
private func orderMarks(_ codePoints: inout [Int32]) {
    var index = 0
    while index < codePoints.count {
        if combiningClass(codePoints[index]) == 0 {
            index += 1
            continue
        }
        let start = index
        while index < codePoints.count, combiningClass(codePoints[index]) != 0 {
            index += 1
        }
        if index - start > 1 {
            sortMarks(&codePoints, in: start..<index)
        }
    }
}

private func sortMarks(_ codePoints: inout [Int32], in run: Range<Int>) {
    let sorted = run.map { (order: combiningClass(codePoints[$0]), place: $0, mark: codePoints[$0]) }
        .sorted { ($0.order, $0.place) < ($1.order, $1.place) }
    for (place, entry) in zip(run, sorted) {
        codePoints[place] = entry.mark
    }
}

private func combiningClass(_ codePoint: Int32) -> UInt16 {
    unsafe UInt16(bitPattern: utf8proc_get_property(codePoint).pointee.combining_class)
}

private func composed(_ codePoints: inout [Int32]) -> String {
    let options = utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
    let count = unsafe codePoints.withUnsafeMutableBufferPointer { buffer in
        unsafe utf8proc_normalize_utf32(buffer.baseAddress, buffer.count, options)
    }
    precondition(count >= 0 && count <= codePoints.count, "composing never makes a text longer")
    var scalars = String.UnicodeScalarView()
    for codePoint in codePoints[..<count] {
        guard let scalar = Unicode.Scalar(UInt32(bitPattern: codePoint)) else {
            preconditionFailure("utf8proc composes scalars to scalars")
        }
        scalars.append(scalar)
    }
    return String(scalars)
}
